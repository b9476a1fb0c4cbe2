import { useMemo } from 'react';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readHighlight } from '../../../events/reading/article/highlight.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { FoldedText } from '../note/FoldedText.tsx';
import { OutLink } from '../../account/text/InlineText.tsx';
import { Quote, Said } from '../note/NoteText.tsx';
import { referenceToken } from '../note/reference-token.ts';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/** A highlighted passage (NIP-84): the highlighter's comment, the passage, and its source. */
export function HighlightCard({ event, depth = 0 }: KindProps) {
  const said = useKindStrings();
  const highlight = useMemo(() => readHighlight(event), [event]);
  const { target, url, comment } = highlight;
  return (
    <>
      {comment !== '' && (
        <Said
          event={{ kind: KIND.Text, pubkey: event.pubkey, tags: event.tags, content: comment }}
          depth={depth}
          shortened
        />
      )}
      <figure className={styles.passage} aria-label={said.highlight}>
        <Icon name="mark" className={styles.pen} />
        <blockquote dir="auto">
          <FoldedText text={highlight.text} />
        </blockquote>
      </figure>
      {target && <Quote token={referenceToken(target)} depth={depth + 1} />}
      {!target && url !== undefined && (
        <p className={styles.source}>
          <OutLink url={url} />
        </p>
      )}
    </>
  );
}
