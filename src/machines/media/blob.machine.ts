import { type ActorRefFrom, assign, setup } from 'xstate';
import { headPort } from './blob-lookup.ts';

export interface BlobInput {
  /** Possible addresses of the file, best first. */
  readonly addresses: readonly string[];
}

export type BlobEvent =
  /** The file was found but could not be shown. */
  | { type: 'blob.failed' }
  /** The picture failed again: try all addresses once more, while rounds are left. */
  | { type: 'screen.shown' };

/** Limit of rounds through all addresses (NOTE-05). */
const ROUNDS = 3;

/**
 * Searches for a file that is missing at its stated address (NOTE-05). Asks one address after the
 * other and keeps the first that has it.
 */
export const blobMachine = setup({
  types: {
    context: {} as BlobInput & {
      readonly at: number;
      readonly round: number;
      /** Where the page can show the file, once it was found. */
      readonly found: string | undefined;
    },
    events: {} as BlobEvent,
    input: {} as BlobInput,
    tags: {} as 'missing',
  },
  actors: { head: headPort },
  delays: { timeout: 5_000 },
  guards: {
    hasNext: ({ context: { addresses, at } }) => at < addresses.length,
    isThere: (_, { found }: { found: string | undefined }) => found !== undefined,
    hasRounds: ({ context }) => context.round < ROUNDS,
  },
  actions: {
    keep: assign((_, { found }: { found: string | undefined }) => ({ found })),
    goOn: assign(({ context }) => ({ at: context.at + 1 })),
    startAgain: assign(({ context }) => ({ at: 0, round: context.round + 1 })),
  },
}).createMachine({
  id: 'blob',
  context: ({ input }) => ({ ...input, at: 0, round: 1, found: undefined }),
  initial: 'next',
  states: {
    next: { always: [{ guard: 'hasNext', target: 'asking' }, { target: 'missing' }] },
    asking: {
      invoke: {
        id: 'head',
        src: 'head',
        input: ({ context: { addresses, at } }) => ({ url: addresses[at] ?? '' }),
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => ({ found: event.output }) },
            target: 'found',
            actions: { type: 'keep', params: ({ event }) => ({ found: event.output }) },
          },
          { target: 'next', actions: 'goOn' },
        ],
        onError: { target: 'next', actions: 'goOn' },
      },
      after: { timeout: { target: 'next', actions: 'goOn' } },
    },
    found: { on: { 'blob.failed': { target: 'next', actions: 'goOn' } } },
    missing: {
      tags: 'missing',
      on: { 'screen.shown': { guard: 'hasRounds', target: 'next', actions: 'startAgain' } },
    },
  },
});

export type BlobActor = ActorRefFrom<typeof blobMachine>;
