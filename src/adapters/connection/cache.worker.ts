import secp256k1 from '../../../node_modules/nostr-wasm/public/out/secp256k1.wasm?url';
import { openOneSocket } from './one-socket.ts';
import { wasmSchnorr } from './schnorr.ts';
import { openVerifier, type Verifier } from './verifier.ts';
import { openWebSocket } from './web-socket.ts';
import type { WorkerCommand } from './worker-wire.ts';

/** How long frames wait for the fast signature check before the slow one is fetched. Milliseconds. */
const PATIENCE = 4_000;
const RETRY = 2_000;

// a channel of our own: its messages come after the frames that have arrived, and unlike timers they are not slowed down
const ticks = new MessageChannel();
const jobs: Array<() => void> = [];
ticks.port1.addEventListener('message', () => jobs.shift()?.());
ticks.port1.start();

let verifier = fetchVerifier();
const line = openOneSocket(
  {
    openSocket: openWebSocket,
    verify: () => verifier.current(),
    later: (run) => {
      jobs.push(run);
      ticks.port2.postMessage(undefined);
    },
    after: (ms, run) => setTimeout(run, ms),
    now: () => Math.floor(Date.now() / 1000),
    log: (text) => console.warn(text),
  },
  (report) => postMessage(report),
);

addEventListener('message', ({ data }: MessageEvent<WorkerCommand>) => line.obey(data));

function fetchVerifier(): Verifier {
  const opened = openVerifier({
    wasm: async () => {
      const response = await fetch(secp256k1);
      return wasmSchnorr(await response.arrayBuffer());
    },
    pure: async () => (await import('../../events/verify-pure.ts')).checkPure,
    late: (run) => setTimeout(run, PATIENCE),
  });
  opened.ready.then(
    () => line.resume(),
    () => {
      line.fail('signatures cannot be checked');
      setTimeout(() => {
        verifier = fetchVerifier();
      }, RETRY);
    },
  );
  return opened;
}
