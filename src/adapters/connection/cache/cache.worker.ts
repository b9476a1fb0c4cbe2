import { nowSeconds } from '../../core/now.ts';
import { fetchPrefetched } from './fetch-prefetched.ts';
import { loadVerifier } from '../verify/verifier-loader.ts';
import { openSingleSocket } from './single-socket.ts';
import { openScheduler } from './scheduler.ts';
import { openWebSocket } from '../web-socket.ts';
import { STARTED, type WorkerCommand } from './cache-worker-protocol.ts';

const verify = loadVerifier({
  ready: () => line.resume(),
  failed: () => line.fail('signatures cannot be checked'),
});
const line = openSingleSocket(
  {
    openSocket: openWebSocket,
    fetchAhead: fetchPrefetched,
    verify,
    later: openScheduler(),
    after: (ms, run) => setTimeout(run, ms),
    now: nowSeconds,
    log: (text) => console.warn(text),
  },
  (report) => postMessage(report),
);

addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => line.obey(data));
// after the first command in the queue, which opens the socket
setTimeout(() => postMessage(STARTED));
