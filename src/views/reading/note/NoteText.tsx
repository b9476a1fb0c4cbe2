import { useMemo, useState } from 'react';
import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { parseAddress } from '../../../events/nostr/address.ts';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { type Block, blocksOf } from '../../../events/reading/content/note-blocks.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import type { AddressToken, EventToken } from '../../../events/reading/content/content-token.ts';
import { firstPart, shorten } from '../../../events/reading/content/shorten.ts';
import { isText, withMedia } from '../../../events/reading/content/text-kinds.ts';
import { articleOf, noteOf } from '../../../events/facts/selectors.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import { Gallery } from '../../media/Gallery.tsx';
import { ArticleCard } from '../article/ArticleCard.tsx';
import { CarriedPlace } from './AttachmentPlaceholder.tsx';
import { Inline, OutLink } from '../../account/text/InlineText.tsx';
import { NoteHead } from './NoteHead.tsx';
import { noteTarget } from './note-link.ts';
import styles from './NoteText.module.css';
import { PreviewCard } from '../links/PreviewCard.tsx';
import { Warned } from '../moderation/ContentWarning.tsx';

interface NoteTextProps {
  readonly event: VerifiedEvent | Preview;
  /** True in a list, where a long note ends with 'see more' (NOTE-10). */
  readonly shortened?: boolean;
  /** Nesting depth in quotes. Two levels are rendered, deeper ones are links (NOTE-11). */
  readonly depth?: number;
  /** True for the opened note, which has larger type. */
  readonly lead?: boolean;
}

/** An opened note is rendered in parts of this size: about 3,500 words, in UTF-16 units. */
const PART = 20_000;

const KIND_TOKEN = { type: 'kind' } as const;

/**
 * The text of a note with all attachments (NOTE-02), covered if its author set a content warning.
 */
export function NoteText(props: NoteTextProps) {
  const { event } = props;
  return (
    <Warned event={event}>
      {event.id === undefined || isText(event.kind) ? (
        <Said {...props} />
      ) : (
        <CarriedPlace {...props} token={KIND_TOKEN} event={event} />
      )}
    </Warned>
  );
}

/** The text itself with all attachments. */
export function Said({ event, shortened = false, depth = 0, lead = false }: NoteTextProps) {
  const { reading } = useStrings();
  const [parts, setParts] = useState(1);
  const { blocks, cut } = useMemo(() => {
    const tokens = tokenize(withMedia(event), location.origin);
    const short = shortened
      ? shorten(tokens, depth > 0 ? 'short' : 'feed')
      : firstPart(tokens, parts * PART);
    return { blocks: blocksOf(short.tokens), cut: short.cut };
  }, [event, shortened, depth, parts]);
  return (
    <div className={lead ? styles.lead : styles.text}>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} event={event} depth={depth} />
      ))}
      {cut && !shortened && (
        <button
          type="button"
          className={styles.more}
          onClick={() => setParts((count) => count + 1)}
        >
          {reading.seeMore}
        </button>
      )}
      {cut && shortened && event.id !== undefined && (
        <p>
          <AppLink to={noteTarget(event)} className={styles.more}>
            {reading.seeMore}
          </AppLink>
        </p>
      )}
    </div>
  );
}

function BlockView({
  block,
  event,
  depth,
}: {
  readonly block: Block;
  readonly event: VerifiedEvent | Preview;
  readonly depth: number;
}) {
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
      return (
        <PreviewCard
          key={block.token.url}
          link={block.token}
          event={event}
          fallback={block.inText ? null : <OutLink url={block.token.url} />}
        />
      );
  }
}

/** NOTE-11: two levels of quotes are rendered, deeper ones are links. */
const DEEPEST = 2;

/**
 * A quoted note or article inside a note. It is a link until its event arrives, or if the event
 * never arrives.
 */
export function Quote({
  token,
  depth,
}: {
  readonly token: EventToken | AddressToken;
  readonly depth: number;
}) {
  const { reading } = useStrings();
  const event = useFacts((facts) =>
    token.type === 'event' ? noteOf(facts, token.id) : articleOf(facts, token.address),
  );
  const hides = useHides();
  const to = pathOf(token);
  if (!event || hides?.(event) || depth > DEEPEST) {
    return (
      <p className={styles.quoteLink}>
        {to === undefined ? (
          token.text
        ) : (
          <AppLink to={to}>
            {token.type === 'event' ? reading.quotedNote : reading.quotedArticle}
          </AppLink>
        )}
      </p>
    );
  }
  if (event.kind === KIND.LongForm) return <ArticleCard event={event} />;
  return (
    <blockquote className={styles.quote} aria-label={reading.quotedNote}>
      <div className={styles.quoteHead}>
        <AccountLink pubkey={event.pubkey} picture="xs" />
        <NoteHead event={event} menu={false} />
      </div>
      <NoteText event={event} shortened depth={depth} />
    </blockquote>
  );
}

function pathOf(token: EventToken | AddressToken): string | undefined {
  if (token.type === 'event') return notePath(token.id);
  const address = parseAddress(token.address);
  return address && articlePath(address);
}
