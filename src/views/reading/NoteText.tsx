import { useMemo } from 'react';
import type { VerifiedEvent } from '../../events/event.ts';
import { type Block, blocksOf } from '../../events/reading/blocks.ts';
import { tokenize } from '../../events/reading/content.ts';
import { shorten } from '../../events/reading/shorten.ts';
import { AppLink } from '../app/AppLink.tsx';
import { useStrings } from '../app/strings.ts';
import { Gallery } from '../media/Gallery.tsx';
import { CarriedPlace } from './CarriedPlace.tsx';
import { Inline, OutLink } from './Inline.tsx';
import { noteTarget } from './note-link.ts';
import styles from './NoteText.module.css';
import { PreviewCard } from './PreviewCard.tsx';
import { Quote } from './Quote.tsx';

interface NoteTextProps {
  readonly event: VerifiedEvent;
  /** NOTE-10: in a list a long note ends with 'see more'. */
  readonly shortened?: boolean;
  /** How deep in quotes it stands; two are drawn, deeper ones are links (NOTE-11). */
  readonly depth?: number;
  /** The opened note: larger type. */
  readonly lead?: boolean;
}

/** What somebody wrote, with all it carries (NOTE-02). */
export function NoteText({ event, shortened = false, depth = 0, lead = false }: NoteTextProps) {
  const { reading } = useStrings();
  const { blocks, cut } = useMemo(() => {
    const tokens = tokenize(event, location.origin);
    const short = shortened ? shorten(tokens, depth > 0 ? 'short' : 'feed') : { tokens, cut: false };
    return { blocks: blocksOf(short.tokens), cut: short.cut };
  }, [event, shortened, depth]);
  return (
    <div className={lead ? styles.lead : styles.text}>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} event={event} depth={depth} />
      ))}
      {cut && (
        <p>
          <AppLink to={noteTarget(event)} className={styles.more}>
            {reading.seeMore}
          </AppLink>
        </p>
      )}
    </div>
  );
}

function BlockView({ block, event, depth }: { readonly block: Block; readonly event: VerifiedEvent; readonly depth: number }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <p className={styles.paragraph} dir="auto">
          <Inline tokens={block.tokens} />
        </p>
      );
    case 'gallery':
      return <Gallery images={block.images} event={event} />;
    case 'video':
    case 'audio':
    case 'embed':
    case 'invoice':
    case 'ecash':
      return <CarriedPlace token={block.token} event={event} />;
    case 'quote':
      return <Quote token={block.token} depth={depth + 1} />;
    case 'preview':
      return <PreviewCard link={block.token} fallback={block.inText ? null : <OutLink url={block.token.url} />} />;
  }
}
