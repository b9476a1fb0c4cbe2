import { Column } from './Column.tsx';
import { EmptyState } from '../display/EmptyState.tsx';
import { LinkButton } from '../controls/LinkButton.tsx';
import { useNotFoundStrings } from '../strings/not-found.ts';
import { useStrings } from '../strings.ts';

/** ROUTE-15. Also replaces the screen of a name that does not exist (ROUTE-16). */
export function NotFoundScreen() {
  const { title, text } = useNotFoundStrings();
  const { action } = useStrings().app;
  return (
    <Column title={title} back>
      <EmptyState title={title} action={<LinkButton to="/home">{action.goHome}</LinkButton>}>
        {text}
      </EmptyState>
    </Column>
  );
}
