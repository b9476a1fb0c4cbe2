import { Column } from './Column.tsx';
import { EmptyState } from './primitives/EmptyState.tsx';
import { LinkButton } from './primitives/LinkButton.tsx';
import { useStrings } from './strings.ts';

/** ROUTE-15. Also shown in place of a screen for a name that nobody has (ROUTE-16). */
export function NotFoundScreen() {
  const { notFound, action } = useStrings().app;
  return (
    <Column title={notFound.title} back>
      <EmptyState title={notFound.title} action={<LinkButton to="/home">{action.goHome}</LinkButton>}>
        {notFound.text}
      </EmptyState>
    </Column>
  );
}
