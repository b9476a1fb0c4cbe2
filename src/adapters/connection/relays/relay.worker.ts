import { loadVerifier } from '../verify/verifier-loader.ts';
import { openRelaySockets } from './relay-worker-sockets.ts';
import type { RelayWorkerCommand } from './relay-worker-protocol.ts';
import { nowSeconds } from '../../core/now.ts';
import { openScheduler } from '../cache/scheduler.ts';
import { openWebSocket } from '../web-socket.ts';

const verify = loadVerifier({ ready: () => sockets.resume(), failed: () => sockets.fail() });
const sockets = openRelaySockets(
  { openSocket: openWebSocket, verify, now: nowSeconds, later: openScheduler() },
  (report) => postMessage(report),
);

addEventListener('message', ({ data }: MessageEvent<RelayWorkerCommand>) => sockets.obey(data));
