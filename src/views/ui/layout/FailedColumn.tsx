import { Column } from './Column.tsx';
import { Button } from '../controls/Button.tsx';
import { ErrorState } from '../display/ErrorState.tsx';
import { LinkButton } from '../controls/LinkButton.tsx';
import { loadCause } from '../overlays/load-cause.ts';
import { useStrings } from '../strings.ts';

interface FailedColumnProps {
  readonly retry?: () => void;
  readonly cause?: 'screenCause' | 'offline' | 'redirects' | 'path';
}

/**
 * Replaces a screen that could not be loaded or that crashed. The frame around it stays (TRUST-06).
 */
export function FailedColumn({ retry, cause = loadCause() }: FailedColumnProps) {
  const { failed, action } = useStrings().app;
  const other = (
    <>
      {navigator.onLine && (
        <Button tone={retry ? 'quiet' : 'plain'} onClick={() => window.location.reload()}>
          {action.reload}
        </Button>
      )}
      <LinkButton tone="quiet" to="/home">
        {action.goHome}
      </LinkButton>
    </>
  );
  return (
    <Column title={failed.screen} back>
      <ErrorState title={failed.screen} onRetry={retry} other={other}>
        {failed[cause]}
      </ErrorState>
    </Column>
  );
}
