import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import styles from './NewNotes.module.css';
import { type Feed, useNewItems } from './use-feed.ts';

/** The pill, loaded when there is a new note. */
export const NewNotesPill = lazyPart(() => import('./NewNotesPill.tsx').then(({ Pill }) => Pill));

/**
 * The number of new notes and their authors (FEED-04). Pressing shows them. Announced to screen
 * readers, because it appears unasked.
 */
export function NewNotes({ feed }: { readonly feed: Feed | undefined }) {
  return (
    <div className={styles.slot} role="status">
      {feed && <Waiting feed={feed} />}
    </div>
  );
}

function Waiting({ feed }: { readonly feed: Feed }) {
  const waiting = useNewItems(feed);
  return waiting.length > 0 && <NewNotesPill feed={feed} waiting={waiting} />;
}
