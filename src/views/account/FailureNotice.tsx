import type { ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import styles from './EditProfile.module.css';

interface Way {
  readonly label: string;
  readonly go: () => void;
}

/** Says what failed, at once. It can be left so, or tried again where that may help. */
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
