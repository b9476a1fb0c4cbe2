import { useMemo } from 'react';
import { longDate } from '../../../events/core/format.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Change, changesBetween } from '../../../events/reading/article/article-changes.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { VisuallyHidden } from '../../ui/display/VisuallyHidden.tsx';
import { Words } from '../../ui/display/BreakableText.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ArticleChangesDialog.module.css';
import { useLocale } from '../../ui/strings.ts';

interface ChangesDialogProps {
  readonly before: VerifiedEvent;
  readonly after: VerifiedEvent;
  readonly onClose: () => void;
}

/** So many differing paragraphs are drawn. */
const MOST = 500;

/** Two versions of an article beside each other: paragraphs that went, that came, and words that were changed. */
export function ChangesDialog({ before, after, onClose }: ChangesDialogProps) {
  const locale = useLocale();
  const words = useThreadStrings();
  const changes = useMemo(() => changesBetween(before, after), [before, after]);
  return (
    <Dialog size="wide" title={words.changesTitle} onClose={onClose}>
      <p className={cx(text.small, text.muted)}>
        {words.changesBetween(longDate(before.created_at, locale), longDate(after.created_at, locale))}
      </p>
      <Changes changes={changes} />
    </Dialog>
  );
}

/** What differs between two texts, or that nothing of what is read does. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const words = useThreadStrings();
  if (changes.every(({ type }) => type === 'same')) return <p>{words.onlyAside}</p>;
  return (
    <div className={styles.changes}>
      {changes.slice(0, MOST).map((change, at) => (
        <ChangeView key={at} change={change} />
      ))}
    </div>
  );
}

function ChangeView({ change }: { readonly change: Change }) {
  const words = useThreadStrings();
  switch (change.type) {
    case 'same':
      return <p className={cx(styles.same, text.small)}>{words.unchanged(change.paragraphs)}</p>;
    case 'removed':
      return (
        <p dir="auto" className={styles.paragraph}>
          <VisuallyHidden>{words.wasRemoved} </VisuallyHidden>
          <del>
            <Words text={change.text} />
          </del>
        </p>
      );
    case 'added':
      return (
        <p dir="auto" className={styles.paragraph}>
          <VisuallyHidden>{words.wasAdded} </VisuallyHidden>
          <ins>
            <Words text={change.text} />
          </ins>
        </p>
      );
    case 'changed':
      return (
        <p dir="auto" className={styles.paragraph}>
          <VisuallyHidden>{words.wasChanged} </VisuallyHidden>
          {change.pieces.map(({ type, text: piece }, at) =>
            type === 'removed' ? (
              <del key={at}>
                <Words text={piece} />
              </del>
            ) : type === 'added' ? (
              <ins key={at}>
                <Words text={piece} />
              </ins>
            ) : (
              <Words key={at} text={piece} />
            ),
          )}
        </p>
      );
  }
}
