import { keepVerifier } from './kept-verifier.ts';
import { openRelaySockets } from './relay-sockets.ts';
import type { RelayWorkerCommand } from './relay-worker-wire.ts';
import { openTurns } from './turns.ts';
import { openWebSocket } from './web-socket.ts';

const verify = keepVerifier({ ready: () => sockets.resume(), failed: () => sockets.fail() });
const sockets = openRelaySockets({ openSocket: openWebSocket, verify, later: openTurns() }, (report) => postMessage(report));

addEventListener('message', ({ data }: MessageEvent<RelayWorkerCommand>) => sockets.obey(data));
