import { SETUP } from '../../events/connection/verbs.ts';
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import cacheWorker from './cache.worker.ts?worker&url';
import { type CacheLine, openCacheLine, type SocketInput, type WorkerSpawner } from './cache-line.ts';
import type { Early } from './early.ts';
import { scriptUrlPolicy } from './script-url.ts';
import { STARTED, type WorkerReport } from './worker-wire.ts';

/**
 * Starts the worker that owns the caching service's socket and lets it ask, before anything else is loaded: the protocol's set-up and
 * what the page will want first. The first connection of the `socket` port with the same input takes all that over. `started` settles
 * once the worker runs or has failed: code that is evaluated before would only delay it.
 */
export function startCacheWorker(early: SocketInput & Early): {
  readonly line: CacheLine;
  readonly started: Promise<void>;
} {
  const prefetch = early.compress ? [SETUP, ...early.prefetch] : early.prefetch;
  const { promise: started, resolve } = Promise.withResolvers<void>();
  return { line: openCacheLine(workerSpawner(resolve), { ...early, prefetch }), started };
}

function workerSpawner(started: () => void): WorkerSpawner {
  const policy = scriptUrlPolicy(window, location.origin);
  return (report, failed) => {
    const worker = new Worker(policy.createScriptURL(cacheWorker), { type: 'module', name: 'cache' });
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport | typeof STARTED>) => {
      if (data === STARTED) started();
      else report(data);
    });
    worker.addEventListener('messageerror', () => failed('the worker of the socket spoke unclearly'));
    worker.addEventListener('error', () => {
      started();
      failed('the worker of the socket crashed');
    });
    return { post: (command) => worker.postMessage(command), end: () => worker.terminate() };
  };
}
