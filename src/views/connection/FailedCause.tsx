import { useStrings } from '../ui/strings.ts';
import { useConnection } from './use-connection.ts';

/** Why content did not load that loads again by itself after each reconnect: a sentence. */
export function FailedCause() {
  const { app, reading } = useStrings();
  const { isOffline } = useConnection();
  return isOffline ? app.failed.offline : reading.feedFailedCause;
}
