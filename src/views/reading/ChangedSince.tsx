import { useState } from 'react';
import type { VerifiedEvent } from '../../events/event.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { useThreadStrings } from '../app/strings/thread.ts';
import styles from './ChangedSince.module.css';
import { useReadBefore } from './use-read-articles.ts';

const ChangesDialog = lazyPart(() => import('./ChangesDialog.tsx').then((code) => code.ChangesDialog), {
  close: ({ onClose }) => onClose(),
});

/** Says that an article has changed since it was read here, and shows what; over the page, so that nothing moves when it comes. */
export function ChangedSince({ event }: { readonly event: VerifiedEvent }) {
  const words = useThreadStrings();
  const before = useReadBefore(event);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div role="status" className={styles.slot}>
        {before && (
          <button type="button" className={styles.pill} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            <Icon name="clock" size="s" />
            {words.changedSince}
          </button>
        )}
      </div>
      {isOpen && before && <ChangesDialog before={before} after={event} onClose={() => setIsOpen(false)} />}
    </>
  );
}
