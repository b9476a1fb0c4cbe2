import type { ReactNode } from 'react';
import { useStrings } from '../strings.ts';
import { Button } from './Button.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Notice } from './Notice.tsx';
import styles from './Boundaries.module.css';

interface Guarded {
  readonly children: ReactNode;
  readonly onError?: ((error: unknown, where: string) => void) | undefined;
}

/** Keeps an error in one row of a list or one card; the row says so in one line (TRUST-06). */
export function RowBoundary({ children, onError }: Guarded) {
  const { failed, action } = useStrings().app;
  return (
    <ErrorBoundary
      onError={onError}
      fallback={(retry) => (
        <div className={styles.row}>
          <Notice
            tone="danger"
            action={
              <Button compact tone="quiet" onClick={retry}>
                {action.retry}
              </Button>
            }
          >
            {failed.row}. {failed.rowCause}
          </Notice>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** Keeps an error in one screen; navigation goes on (TRUST-06). */
export function ScreenBoundary({ children, onError }: Guarded) {
  const { failed } = useStrings().app;
  return (
    <ErrorBoundary
      onError={onError}
      fallback={(retry) => (
        <ErrorState title={failed.screen} onRetry={retry}>
          {failed.screenCause}
        </ErrorState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** The last one: around the whole app, where only a reload helps (TRUST-06). */
export function AppBoundary({ children, onError }: Guarded) {
  const { failed, action } = useStrings().app;
  return (
    <ErrorBoundary
      onError={onError}
      fallback={() => (
        <ErrorState title={failed.app} other={<Button onClick={() => window.location.reload()}>{action.reload}</Button>}>
          {failed.appCause}
        </ErrorState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
