import { type AnyEventObject, sendTo, setup } from 'xstate';
import type { ScopeRef } from './feature.ts';
import { promisePort } from '../ports.ts';

interface OwedInput {
  readonly account: string;
  readonly scope: ScopeRef;
  /** What the feature opens on for which something was left. */
  readonly opens: AnyEventObject;
}

/**
 * Opens a feature of the account where an earlier page left something for it, a payment of which nobody knows (BEYOND-06) or devices that are listened
 * for (BEYOND-12), once what is read is there.
 */
export const owedMachine = setup({
  types: { context: {} as OwedInput, input: {} as OwedInput },
  actors: { owed: promisePort<boolean, { readonly account: string }>('owed') },
  delays: { calm: 3_000 },
  actions: {
    open: sendTo(
      ({ context }) => context.scope,
      ({ context }) => context.opens,
    ),
  },
}).createMachine({
  id: 'owed',
  context: ({ input }) => input,
  initial: 'arriving',
  states: {
    arriving: { after: { calm: 'looking' } },
    looking: {
      invoke: {
        id: 'owed',
        src: 'owed',
        input: ({ context: { account } }) => ({ account }),
        onDone: [{ guard: ({ event }) => event.output, target: 'ended', actions: 'open' }, { target: 'ended' }],
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
});
