import type { ReactNode } from 'react';
import { useStrings } from '../strings.ts';
import { Button } from '../controls/Button.tsx';
import styles from './State.module.css';

interface ErrorStateProps {
  /** Names the failed part: 'This thread did not load'. */
  readonly title: string;
  /** The cause, in one sentence with facts. */
  readonly children: ReactNode;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
  /** One alternative: a quiet button or link. */
  readonly other?: ReactNode;
}

export function ErrorState({ title, children, onRetry, retrying = false, other }: ErrorStateProps) {
  const { action } = useStrings().app;
  return (
    <section className={styles.state} role="alert">
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.words}>{children}</p>
      <div className={styles.acts}>
        {onRetry && (
          <Button icon="refresh" busy={retrying} onClick={onRetry}>
            {action.retry}
          </Button>
        )}
        {other}
      </div>
    </section>
  );
}
