// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import relayWorker from './relay.worker.ts?worker&url';
import { openRelayClient, type RelayClient } from './relay-client.ts';
import { scriptUrlPolicy } from '../script-url.ts';
import { workerSpawner } from '../worker-connection.ts';

/**
 * The connection to the relays' worker, which starts with the first relay connection: visitors
 * never load it.
 */
export function startRelayWorker(): RelayClient {
  const policy = scriptUrlPolicy(window, location.origin);
  return openRelayClient(workerSpawner(policy, relayWorker, 'relays'));
}
