import { useState } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import styles from './ArticleChangedNotice.module.css';
import { useReadBefore } from './use-read-articles.ts';

const ChangesDialog = lazyPart(
  () => import('./ArticleChangesDialog.tsx').then((code) => code.ChangesDialog),
  {
    close: ({ onClose }) => onClose(),
  },
);

/**
 * Reports that an article changed since the user read it, and opens the differences. An overlay, so
 * that it shifts no layout.
 */
export function ChangedSince({ event }: { readonly event: VerifiedEvent }) {
  const words = useThreadStrings();
  const before = useReadBefore(event);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div role="status" className={styles.slot}>
        {before && (
          <button
            type="button"
            className={styles.pill}
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
          >
            <Icon name="clock" size="s" />
            {words.changedSince}
          </button>
        )}
      </div>
      {isOpen && before && (
        <ChangesDialog before={before} after={event} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
