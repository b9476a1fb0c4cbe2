import { SETUP } from '../../../events/connection/verbs.ts';
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import cacheWorker from './cache.worker.ts?worker&url';
import {
  type CacheClient,
  type CacheSpawner,
  openCacheClient,
  type SocketInput,
} from './cache-client.ts';
import type { PrefetchedRequests } from './prefetched-requests.ts';
import { scriptUrlPolicy } from '../script-url.ts';
import { workerSpawner } from '../worker-connection.ts';
import { STARTED, type WorkerCommand, type WorkerReport } from './cache-worker-protocol.ts';

/**
 * Starts the worker that owns the caching service's socket, before other code is loaded. It sends
 * the protocol's set-up and the page's first requests. The first connection of the `socket` port
 * with the same input adopts the socket and its responses. `started` settles once the worker runs
 * or has failed: code that is evaluated earlier would only delay it.
 */
export function startCacheWorker(early: SocketInput & PrefetchedRequests): {
  readonly line: CacheClient;
  readonly started: Promise<void>;
} {
  const prefetch = early.compress ? [SETUP, ...early.prefetch] : early.prefetch;
  const { promise: started, resolve } = Promise.withResolvers<void>();
  return { line: openCacheClient(cacheSpawner(resolve), { ...early, prefetch }), started };
}

function cacheSpawner(started: () => void): CacheSpawner {
  const policy = scriptUrlPolicy(window, location.origin);
  const spawn = workerSpawner<WorkerCommand, WorkerReport | typeof STARTED>(
    policy,
    cacheWorker,
    'cache',
  );
  return (report, failed) =>
    spawn(
      (said) => (said === STARTED ? started() : report(said)),
      (reason) => {
        started();
        failed(reason);
      },
    );
}
