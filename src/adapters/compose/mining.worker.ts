import { miner } from '../../events/publish/writing/mining.ts';
import type { MiningReply, MiningTask } from './mining-worker-protocol.ts';

/**
 * Number of tries without a pause. The page stops mining by ending the worker, so the worker never
 * has to check for messages.
 */
const AT_ONCE = 100_000;

addEventListener('message', ({ data: { template, bits } }: MessageEvent<MiningTask>) => {
  const tries = miner(template, bits);
  let nonce: string | undefined;
  while (nonce === undefined) nonce = tries(AT_ONCE);
  postMessage({ nonce } satisfies MiningReply);
});
