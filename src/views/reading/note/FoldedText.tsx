import { useState } from 'react';
import { clip } from '../../../events/core/text.ts';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useStrings } from '../../ui/strings.ts';
import styles from './NoteText.module.css';

/**
 * Plain text of any length: its beginning, and the rest on demand, so that no text is lost (E-28,
 * E-44). `most` in UTF-16 units.
 */
export function FoldedText({
  text,
  most = 1_000,
}: {
  readonly text: string;
  readonly most?: number;
}) {
  const { reading } = useStrings();
  const [parts, setParts] = useState(1);
  // The second part is long, because a reader who opens it wants to read on.
  const end = parts === 1 ? most : parts * 20_000;
  if (text.length <= end) return <BreakableText text={text} />;
  return (
    <>
      <BreakableText text={clip(text, end)} />…{' '}
      <button type="button" className={styles.more} onClick={() => setParts((count) => count + 1)}>
        {reading.seeMore}
      </button>
    </>
  );
}
