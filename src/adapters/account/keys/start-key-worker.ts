// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import keyWorker from './key.worker.ts?worker&url';
import { workerSpawner } from '../../connection/worker-connection.ts';
import { type KeyWorkerClient, openKeyWorkerClient } from './key-worker-client.ts';

/**
 * The connection to the key worker. `scriptUrl` is the only way to create script addresses in the
 * page (E-12).
 */
export function startKeyWorker(scriptUrl: {
  createScriptURL(url: string): string;
}): KeyWorkerClient {
  return openKeyWorkerClient(workerSpawner(scriptUrl, keyWorker, 'keys'));
}
