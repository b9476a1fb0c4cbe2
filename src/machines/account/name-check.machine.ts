import { assign, setup } from 'xstate';
import { promisePort } from '../ports.ts';

/** What a domain's well-known document says of a name: the key, or null where it names none or could not be had (NIP-05, PROFILE-12). */
export type NameAnswer = string | null;

export interface CheckedName {
  readonly address: string;
  readonly answer: NameAnswer;
}

/** Looks one name up. What fails or takes too long is no name. */
export const nameCheckMachine = setup({
  types: { context: {} as CheckedName, input: {} as { readonly address: string }, output: {} as CheckedName },
  actors: { lookUp: promisePort<NameAnswer, { address: string }>('lookUp') },
  delays: { patience: 8_000 },
}).createMachine({
  id: 'nameCheck',
  context: ({ input: { address } }) => ({ address, answer: null }),
  initial: 'looking',
  states: {
    looking: {
      invoke: {
        id: 'lookUp',
        src: 'lookUp',
        input: ({ context: { address } }) => ({ address }),
        onDone: { target: 'settled', actions: assign({ answer: ({ event }) => event.output }) },
        onError: 'settled',
      },
      after: { patience: 'settled' },
    },
    settled: { type: 'final' },
  },
  output: ({ context }) => context,
});
