import { type ActorRefFrom, setup } from 'xstate';
import { promisePort } from '../../core/ports.ts';

/** The key to remove from this device. `erase`: also remove all other data of the account. */
export interface Leave {
  readonly pubkey: string;
  readonly erase: boolean;
}

export type EraseEvent = { type: 'erase.retry' } | { type: 'erase.close' };

/**
 * Data of a signed-out account could not be removed from this device (ACCOUNT-06). Shows this until
 * it is removed or dismissed.
 */
export const eraseMachine = setup({
  types: {
    context: {} as Leave,
    events: {} as EraseEvent,
    input: {} as Leave,
    tags: {} as 'busy',
  },
  actors: { leave: promisePort<void, Leave>('leave') },
  delays: { timeout: 10_000 },
}).createMachine({
  id: 'erase',
  context: ({ input }) => input,
  initial: 'failed',
  states: {
    failed: { on: { 'erase.retry': 'erasing', 'erase.close': 'over' } },
    erasing: {
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context: { pubkey, erase } }) => ({ pubkey, erase }),
        onDone: 'over',
        onError: 'failed',
      },
      on: { 'erase.close': 'over' },
      after: { timeout: 'failed' },
    },
    over: { type: 'final' },
  },
});

export type EraseActor = ActorRefFrom<typeof eraseMachine>;
