import { type ActorRefFrom, setup } from 'xstate';
import { promisePort } from '../../core/ports.ts';

/** Whose key is removed from this device; `erase`: and all else that is kept for it. */
export interface Leave {
  readonly pubkey: string;
  readonly erase: boolean;
}

export type EraseEvent = { type: 'erase.again' } | { type: 'erase.close' };

/** Something of an account that signed out could not be removed from this device (ACCOUNT-06): that is said until it is, or somebody turns away. */
export const eraseMachine = setup({
  types: {
    context: {} as Leave,
    events: {} as EraseEvent,
    input: {} as Leave,
    tags: {} as 'busy',
  },
  actors: { leave: promisePort<void, Leave>('leave') },
  delays: { patience: 10_000 },
}).createMachine({
  id: 'erase',
  context: ({ input }) => input,
  initial: 'failed',
  states: {
    failed: { on: { 'erase.again': 'erasing', 'erase.close': 'over' } },
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
      after: { patience: 'failed' },
    },
    over: { type: 'final' },
  },
});

export type EraseActor = ActorRefFrom<typeof eraseMachine>;
