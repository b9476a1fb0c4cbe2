import { type CSSProperties, lazy, Suspense, useMemo } from 'react';
import type { Preview, VerifiedEvent } from '../../events/event.ts';
import { readImeta } from '../../events/media/imeta.ts';
import { mediaOf } from '../../events/media/media.ts';
import { mediaSize } from '../../events/media/size.ts';
import { useFacts } from '../app/app-context.ts';
import type { CarriedPart } from './Carried.tsx';
import styles from './CarriedPlace.module.css';

const Carried = lazy(() => import('./Carried.tsx').then((module) => ({ default: module.Carried })));

/** The place of a player or card, free in its final size while its code is on the way (FEED-14). */
export function CarriedPlace({ token, event }: { readonly token: CarriedPart; readonly event: VerifiedEvent | Preview }) {
  return (
    <Suspense
      fallback={
        token.type === 'video' ? <VideoPlace token={token} event={event} /> : <div className={styles.place} style={sizeOf(token)} />
      }
    >
      <Carried token={token} event={event} />
    </Suspense>
  );
}

function VideoPlace({
  token,
  event,
}: {
  readonly token: Extract<CarriedPart, { type: 'video' }>;
  readonly event: VerifiedEvent | Preview;
}) {
  const info = useFacts((facts) => mediaOf(facts.media, token));
  const imeta = useMemo(() => readImeta(event.tags).get(token.text), [event, token]);
  const { width, height } = mediaSize({ info, imeta }, 'video');
  return <div className={styles.place} style={{ aspectRatio: `${width} / ${height}`, maxWidth: width }} />;
}

/** Heights as the parts draw themselves: a player with its caption, a card of one row. */
function sizeOf(token: Exclude<CarriedPart, { type: 'video' }>): CSSProperties {
  if (token.type === 'audio') return { height: 54 };
  if (token.type !== 'embed') return { height: 70 };
  return token.embed.height === undefined ? { aspectRatio: '16 / 9', marginBottom: 24 } : { height: token.embed.height, marginBottom: 24 };
}
