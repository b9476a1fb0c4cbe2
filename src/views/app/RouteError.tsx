import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Column } from './Column.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { Button } from './primitives/Button.tsx';
import { ErrorState } from './primitives/ErrorState.tsx';
import { LinkButton } from './primitives/LinkButton.tsx';
import { useStrings } from './strings.ts';

/** In place of a screen that could not be fetched or that failed; the frame around it stays (TRUST-06). */
export function RouteError() {
  const { failed, action } = useStrings().app;
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  if (status === 404) return <NotFoundScreen />;
  const cause = status === 508 ? failed.redirects : status === 400 ? failed.path : failed.screenCause;
  const other = (
    <>
      <Button icon="refresh" onClick={() => window.location.reload()}>
        {action.reload}
      </Button>
      <LinkButton tone="quiet" to="/home">
        {action.goHome}
      </LinkButton>
    </>
  );
  return (
    <Column title={failed.screen} back>
      <ErrorState title={failed.screen} other={other}>
        {cause}
      </ErrorState>
    </Column>
  );
}
