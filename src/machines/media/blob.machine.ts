import { type ActorRefFrom, assign, setup } from 'xstate';
import { headPort } from './blob-lookup.ts';

export interface BlobInput {
  /** Where the file may lie, best first. */
  readonly addresses: readonly string[];
}

export type BlobEvent =
  /** What was found could not be shown. */
  | { type: 'blob.failed' }
  /** The picture failed once more: all addresses are asked again, as long as there are rounds left. */
  | { type: 'screen.shown' };

/** NOTE-05: so often all addresses are gone through. */
const ROUNDS = 3;

/** Looks for a file that is not where it was said to be (NOTE-05): asks one address after the other whether it is there, and stays with the first. */
export const blobMachine = setup({
  types: {
    context: {} as BlobInput & { readonly at: number; readonly round: number },
    events: {} as BlobEvent,
    input: {} as BlobInput,
    tags: {} as 'missing',
  },
  actors: { head: headPort },
  delays: { patience: 5_000 },
  guards: {
    hasNext: ({ context: { addresses, at } }) => at < addresses.length,
    isThere: (_, { isThere }: { isThere: boolean }) => isThere,
    hasRounds: ({ context }) => context.round < ROUNDS,
  },
  actions: {
    goOn: assign(({ context }) => ({ at: context.at + 1 })),
    startAgain: assign(({ context }) => ({ at: 0, round: context.round + 1 })),
  },
}).createMachine({
  id: 'blob',
  context: ({ input }) => ({ ...input, at: 0, round: 1 }),
  initial: 'next',
  states: {
    next: { always: [{ guard: 'hasNext', target: 'asking' }, { target: 'missing' }] },
    asking: {
      invoke: {
        id: 'head',
        src: 'head',
        input: ({ context: { addresses, at } }) => ({ url: addresses[at] ?? '' }),
        onDone: [
          { guard: { type: 'isThere', params: ({ event }) => ({ isThere: event.output }) }, target: 'found' },
          { target: 'next', actions: 'goOn' },
        ],
        onError: { target: 'next', actions: 'goOn' },
      },
      after: { patience: { target: 'next', actions: 'goOn' } },
    },
    found: { on: { 'blob.failed': { target: 'next', actions: 'goOn' } } },
    missing: { tags: 'missing', on: { 'screen.shown': { guard: 'hasRounds', target: 'next', actions: 'startAgain' } } },
  },
});

export type BlobActor = ActorRefFrom<typeof blobMachine>;
