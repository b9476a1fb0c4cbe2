// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import miningWorker from './mining.worker.ts?worker&url';
import type { CallbackActorLogic } from 'xstate';
import type { MiningInput, MiningSignal } from '../../machines/compose/compose-protocol.ts';
import { workerSpawner } from '../connection/worker-connection.ts';
import type { MiningReply, MiningTask } from './mining-worker-protocol.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

type NoCommand = { type: 'mining.unavailable' };

/**
 * The composer's `mining` port: a separate worker, which ends with the actor (SIGN-06). `scriptUrl`
 * is the only way to create script addresses in the page (E-12).
 */
export function miningPort(scriptUrl: {
  createScriptURL(url: string): string;
}): CallbackActorLogic<NoCommand, MiningInput> {
  const spawn = workerSpawner<MiningTask, MiningReply>(scriptUrl, miningWorker, 'mining');
  return callbackAdapter<NoCommand, MiningInput>(({ input, sendBack }) => {
    const worker = spawn(
      ({ nonce }) =>
        sendBack({ type: 'mining.found', template: input.template, nonce } satisfies MiningSignal),
      () => sendBack({ type: 'mining.failed' } satisfies MiningSignal),
    );
    worker.post(input);
    return () => worker.end();
  });
}
