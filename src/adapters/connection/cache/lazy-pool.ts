import type { CallbackActorLogic } from 'xstate';
import type { PoolCommand, PoolSignal } from '../../../machines/connection/cache.machine.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/** Executes commands and reports their results. */
export type PoolOrders = (command: PoolCommand, say: (signal: PoolSignal) => void) => void;

/**
 * The `pool` port of the cache. Its code is loaded with the first command: most users never send
 * one.
 */
export function lazyPool(
  load: () => Promise<PoolOrders>,
): CallbackActorLogic<PoolCommand, undefined> {
  return callbackAdapter<PoolCommand, undefined>(({ receive, sendBack }) =>
    receive((command) => {
      const failed: PoolSignal = { type: 'pool.updated', said: { problem: 'unloaded' } };
      void load().then(
        (order) => order(command, sendBack),
        () => sendBack(failed),
      );
    }),
  );
}
