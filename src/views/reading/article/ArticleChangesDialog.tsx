import { useMemo } from 'react';
import { longDate } from '../../../events/core/format.ts';
import type { Draft, VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Change, changesBetween } from '../../../events/reading/article/article-changes.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { VisuallyHidden } from '../../ui/display/VisuallyHidden.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ArticleChangesDialog.module.css';
import { useLocale } from '../../ui/strings.ts';

interface ChangesDialogProps {
  readonly before: VerifiedEvent;
  readonly after: VerifiedEvent;
  readonly onClose: () => void;
}

/** Maximum number of changed paragraphs that are rendered. */
const MOST = 500;

/** Two versions of an article side by side: removed and added paragraphs, and changed words. */
export function ChangesDialog({ before, after, onClose }: ChangesDialogProps) {
  const locale = useLocale();
  const words = useThreadStrings();
  return (
    <Dialog size="wide" title={words.changesTitle} onClose={onClose}>
      <p className={cx(text.small, text.muted)}>
        {words.changesBetween(
          longDate(before.created_at, locale),
          longDate(after.created_at, locale),
        )}
      </p>
      <Changes before={before} after={after} />
    </Dialog>
  );
}

interface ChangesProps {
  readonly before: Pick<Draft, 'tags' | 'content'>;
  readonly after: Pick<Draft, 'tags' | 'content'>;
}

/** The differences between two texts, or a notice that the readable text did not change. */
export function Changes({ before, after }: ChangesProps) {
  const words = useThreadStrings();
  const changes = useMemo(() => changesBetween(before, after), [before, after]);
  if (changes.every(({ type }) => type === 'same')) {
    const isSame = JSON.stringify(before.tags) === JSON.stringify(after.tags);
    return <p>{isSame ? words.noChange : words.onlyAside}</p>;
  }
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
            <BreakableText text={change.text} />
          </del>
        </p>
      );
    case 'added':
      return (
        <p dir="auto" className={styles.paragraph}>
          <VisuallyHidden>{words.wasAdded} </VisuallyHidden>
          <ins>
            <BreakableText text={change.text} />
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
                <BreakableText text={piece} />
              </del>
            ) : type === 'added' ? (
              <ins key={at}>
                <BreakableText text={piece} />
              </ins>
            ) : (
              <BreakableText key={at} text={piece} />
            ),
          )}
        </p>
      );
  }
}
