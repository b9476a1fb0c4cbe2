import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { PoolCommand, PoolSignal } from '../../../machines/connection/cache.machine.ts';

/** Obeys orders, and says what comes of them. */
export type PoolOrders = (command: PoolCommand, say: (signal: PoolSignal) => void) => void;

/** The `pool` port of the cache. Its code comes with the first order: most people never give one. */
export function lazyPool(load: () => Promise<PoolOrders>): CallbackActorLogic<PoolCommand, undefined> {
  return fromCallback<PoolCommand, undefined>(({ receive, sendBack }) =>
    receive((command) => {
      const failed: PoolSignal = { type: 'pool.told', said: { problem: 'unloaded' } };
      void load().then(
        (order) => order(command, sendBack),
        () => sendBack(failed),
      );
    }),
  );
}
