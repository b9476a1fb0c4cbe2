import { assign, setup } from 'xstate';
import { promisePort } from '../../core/ports.ts';

export interface ServerCheckInput {
  readonly origin: string;
}

export interface ServerCheckOutput extends ServerCheckInput {
  readonly isThere: boolean;
}

/**
 * Checks that the address of a media server answers 200 within 3 s (MEDIA-03). Ends with the
 * result.
 */
export const serverCheckMachine = setup({
  types: {
    context: {} as ServerCheckOutput,
    input: {} as ServerCheckInput,
    output: {} as ServerCheckOutput,
  },
  actors: { get: promisePort<number | undefined, ServerCheckInput>('get') },
  delays: { timeout: 3_000 },
  actions: {
    note: assign((_, { status }: { status: number | undefined }) => ({ isThere: status === 200 })),
  },
}).createMachine({
  id: 'serverCheck',
  context: ({ input }) => ({ ...input, isThere: false }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'get',
        src: 'get',
        input: ({ context: { origin } }) => ({ origin }),
        onDone: {
          target: 'ended',
          actions: { type: 'note', params: ({ event }) => ({ status: event.output }) },
        },
        onError: 'ended',
      },
      after: { timeout: 'ended' },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context,
});
