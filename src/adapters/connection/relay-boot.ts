// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import relayWorker from './relay.worker.ts?worker&url';
import { openRelayLine, type RelayLine } from './relay-line.ts';
import type { RelayWorkerReport } from './relay-worker-wire.ts';
import { scriptUrlPolicy } from './script-url.ts';

/** The line to the relays' worker, which is started with the first connection to a relay: visitors never load it. */
export function relayWorkerLine(): RelayLine {
  const policy = scriptUrlPolicy(window, location.origin);
  return openRelayLine((report, failed) => {
    const worker = new Worker(policy.createScriptURL(relayWorker), { type: 'module', name: 'relays' });
    worker.addEventListener('message', ({ data }: MessageEvent<RelayWorkerReport>) => report(data));
    worker.addEventListener('messageerror', failed);
    worker.addEventListener('error', failed);
    return { post: (command) => worker.postMessage(command), end: () => worker.terminate() };
  });
}
