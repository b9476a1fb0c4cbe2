import type { ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import styles from './EditProfile.module.css';

interface Way {
  readonly label: string;
  readonly go: () => void;
}

/** Shows an error at once. The user can dismiss it, or retry if that may help. */
export function FailureNotice({
  leave,
  retry,
  children,
}: {
  readonly leave: Way;
  readonly retry?: Way | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Notice
      tone="danger"
      announce
      action={
        <span className={styles.acts}>
          {[leave, retry].map(
            (way) =>
              way && (
                <Button key={way.label} compact onClick={way.go}>
                  {way.label}
                </Button>
              ),
          )}
        </span>
      }
    >
      {children}
    </Notice>
  );
}
