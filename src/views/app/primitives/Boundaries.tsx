import type { ReactNode } from 'react';
import { useStrings } from '../strings.ts';
import styles from './Boundaries.module.css';
import { Button } from './Button.tsx';
import { ErrorBoundary, type FailedProps } from './ErrorBoundary.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Notice } from './Notice.tsx';

interface Guarded {
  readonly children: ReactNode;
  readonly onError?: ((error: unknown, where: string) => void) | undefined;
}

/** Keeps an error in one row of a list or one card; the row says so in one line (TRUST-06). */
export function RowBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedRow} {...props} />;
}

/** Keeps an error in one screen; navigation goes on (TRUST-06). */
export function ScreenBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedScreen} {...props} />;
}

/** The last one: around the whole app, where only a reload helps (TRUST-06). */
export function AppBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedApp} {...props} />;
}

function FailedRow({ retry }: FailedProps) {
  const { failed, action } = useStrings().app;
  const again = (
    <Button compact tone="quiet" onClick={retry}>
      {action.retry}
    </Button>
  );
  return (
    <div className={styles.row}>
      <Notice tone="danger" action={again}>
        {failed.row}. {failed.rowCause}
      </Notice>
    </div>
  );
}

function FailedScreen({ retry }: FailedProps) {
  const { failed } = useStrings().app;
  return (
    <ErrorState title={failed.screen} onRetry={retry}>
      {failed.screenCause}
    </ErrorState>
  );
}

function FailedApp() {
  const { failed, action } = useStrings().app;
  return (
    <ErrorState title={failed.app} other={<Button onClick={() => window.location.reload()}>{action.reload}</Button>}>
      {failed.appCause}
    </ErrorState>
  );
}
