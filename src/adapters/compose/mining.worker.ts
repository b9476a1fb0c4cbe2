import { miner } from '../../events/publish/writing/mining.ts';
import type { MiningReply, MiningTask } from './mining-worker-protocol.ts';

/** The page ends the worker to stop it, so it never has to look up from its work. */
const AT_ONCE = 100_000;

addEventListener('message', ({ data: { template, bits } }: MessageEvent<MiningTask>) => {
  const tries = miner(template, bits);
  let nonce: string | undefined;
  while (nonce === undefined) nonce = tries(AT_ONCE);
  postMessage({ nonce } satisfies MiningReply);
});
