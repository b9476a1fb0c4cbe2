import { type CSSProperties, useMemo } from 'react';
import { readImeta } from '../../../events/media/imeta.ts';
import { isCard } from '../../../events/reading/content/link-card.ts';
import { mediaOf } from '../../../events/media/media-type.ts';
import { mediaSize } from '../../../events/media/size.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { KIND } from '../../../events/nostr/kinds.ts';
import { clip } from '../../../events/core/text.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import type { CarriedPart, CarriedProps } from './Attachment.tsx';
import styles from './AttachmentPlaceholder.module.css';

/** About the length at which a passage is folded, in UTF-16 units. */
const PASSAGE = 1_000;

/** A player or card. Its final space is reserved while its code loads (FEED-14). */
export const CarriedPlace = lazyPart(
  () => import('./Attachment.tsx').then(({ Carried }) => Carried),
  { Place },
);

function Place({ token, event }: CarriedProps) {
  if (token.type === 'video') return <VideoPlace token={token} event={event} />;
  if (token.type === 'preview' && !isCard(token.preview)) return token.fallback;
  if (token.type === 'kind') return <KindRoom event={event} />;
  return <Room style={sizeOf(token)} />;
}

/**
 * A placeholder. If it is alone on a page, it hides the content below until its code is loaded
 * (OpenedNote.module.css).
 */
function Room({ style }: { readonly style: CSSProperties }) {
  return <div data-room="" className={styles.place} style={style} />;
}

function VideoPlace({
  token,
  event,
}: CarriedProps & { readonly token: Extract<CarriedPart, { type: 'video' }> }) {
  const info = useFacts((facts) => mediaOf(facts.media, token));
  const imeta = useMemo(() => readImeta(event.tags).get(token.text), [event, token]);
  const { width, height } = mediaSize({ info, imeta }, 'video');
  return <Room style={{ aspectRatio: `${width} / ${height}`, maxWidth: width }} />;
}

/**
 * A placeholder for a card, by kind. A poll has rows of equal height. A passage depends on its text
 * and has its source below. Other cards are about as high as one with a picture.
 */
export function KindRoom({ event: { kind, tags, content } }: Pick<CarriedProps, 'event'>) {
  const names = tags.map(([name]) => name);
  if (kind === KIND.Highlight) {
    return (
      <p
        data-room=""
        className={styles.words}
        style={{ paddingBottom: names.includes('r') ? 66 : 34 }}
      >
        {clip(content, PASSAGE)}
      </p>
    );
  }
  const answers = names.filter((name) => name === 'option' || name === 'poll_option').length;
  return <Room style={{ height: answers > 0 ? answers * 52 + 80 : 160 }} />;
}

/** Return the height of the final part: a player with its caption, or a card of one row. */
function sizeOf(token: Exclude<CarriedPart, { type: 'video' | 'kind' }>): CSSProperties {
  if (token.type === 'audio') return { height: 54 };
  if (token.type !== 'embed') return { height: token.type === 'preview' ? 122 : 70 };
  return token.embed.height === undefined
    ? { aspectRatio: '16 / 9', marginBottom: 24 }
    : { height: token.embed.height, marginBottom: 24 };
}
