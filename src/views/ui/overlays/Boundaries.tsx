import { type ReactNode, useEffect, useRef } from 'react';
import { useStrings } from '../strings.ts';
import styles from './Boundaries.module.css';
import { Button } from '../controls/Button.tsx';
import { ErrorBoundary, type FailedProps } from './ErrorBoundary.tsx';
import { ErrorState } from '../display/ErrorState.tsx';
import { useLayer } from './layers.ts';
import { Notice } from '../display/Notice.tsx';
import { loadCause } from './load-cause.ts';

interface Guarded {
  readonly children: ReactNode;
  readonly onError?: ((error: unknown, where: string) => void) | undefined;
}

/** Contains an error in one row of a list or one card. The row shows it in one line (TRUST-06). */
export function RowBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedRow} {...props} />;
}

/** Contains an error in one part of a screen (TRUST-06). */
export function PartBoundary(props: Guarded & { readonly resetKey?: string }) {
  return <ErrorBoundary Failed={FailedPart} {...props} />;
}

/** Contains an error in one dialog (TRUST-06). */
export function DialogBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedDialog} {...props} />;
}

/** Contains an error in one screen. Navigation still works (TRUST-06). */
export function ScreenBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedScreen} {...props} />;
}

/** The last boundary, around the whole app, where only a reload helps (TRUST-06). */
export function AppBoundary(props: Guarded) {
  return <ErrorBoundary Failed={FailedApp} {...props} />;
}

function FailedRow({ retry }: FailedProps) {
  const { failed } = useStrings().app;
  return (
    <div className={styles.row}>
      <FailedLine retry={retry}>
        {failed.row}. {failed.rowCause}
      </FailedLine>
    </div>
  );
}

/** Replaces a part that failed to load or crashed: one line, and a retry button. */
export function FailedPart({ retry }: FailedProps) {
  const { failed } = useStrings().app;
  return (
    <div role="alert">
      <FailedLine retry={retry}>{navigator.onLine ? failed.part : failed.offline}</FailedLine>
    </div>
  );
}

function FailedLine({
  retry,
  children,
}: Pick<FailedProps, 'retry'> & { readonly children: ReactNode }) {
  const { action } = useStrings().app;
  const again = (
    <Button compact tone="quiet" onClick={retry}>
      {action.retry}
    </Button>
  );
  return (
    <Notice tone="danger" action={again}>
      {children}
    </Notice>
  );
}

/**
 * Replaces a dialog that failed to load or crashed. It does not use the real dialog's code, which
 * may be missing.
 */
export function FailedDialog({ retry, onLeave }: FailedProps) {
  const { failed, action } = useStrings().app;
  const box = useRef<HTMLDialogElement>(null);
  const leave = () => onLeave?.();
  useLayer(leave);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog ref={box} className={styles.dialog} aria-label={failed.part} onClose={leave}>
      <ErrorState
        title={failed.part}
        onRetry={retry}
        other={
          <Button tone="quiet" onClick={() => box.current?.close()}>
            {action.close}
          </Button>
        }
      >
        {failed[loadCause()]}
      </ErrorState>
    </dialog>
  );
}

function FailedScreen({ retry }: FailedProps) {
  const { failed } = useStrings().app;
  return (
    <ErrorState title={failed.screen} onRetry={retry}>
      {failed[loadCause()]}
    </ErrorState>
  );
}

function FailedApp() {
  const { failed, action } = useStrings().app;
  return (
    <ErrorState
      title={failed.app}
      other={<Button onClick={() => window.location.reload()}>{action.reload}</Button>}
    >
      {failed.appCause}
    </ErrorState>
  );
}
