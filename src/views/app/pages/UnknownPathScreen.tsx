import { useParams } from 'react-router';
import { pathOfCode } from '../../../events/nostr/code-path.ts';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Redirect } from '../../ui/navigation/Redirect.tsx';

/** Any other path (ROUTE-15). A bare NIP-19 code leads to the screen that shows it (ROUTE-04). */
export function UnknownPathScreen() {
  const { vanityName = '', identifier } = useParams();
  const path = identifier === undefined ? pathOfCode(vanityName) : undefined;
  return path === undefined ? <NotFoundScreen /> : <Redirect to={path} />;
}
