import { lazyPart } from '../app/lazy-part.tsx';
import styles from './CarriedPlace.module.css';
import type { KindProps } from './kinds/KindContent.tsx';

/** What is neither note nor article: its code comes with the first one, and about the room that it takes is kept free. */
export const KindPlace = lazyPart(() => import('./kinds/KindContent.tsx').then(({ KindContent }) => KindContent), { Place });

/** Answers of a poll are rows of one height; other cards are about as high as one with its picture. */
function Place({ event }: KindProps) {
  const answers = event.tags.filter(([name]) => name === 'option').length;
  return <div className={styles.place} style={{ height: answers > 0 ? answers * 52 + 80 : 160 }} />;
}
