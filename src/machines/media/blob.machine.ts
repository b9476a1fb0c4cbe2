import { type ActorRefFrom, assign, setup } from 'xstate';
import { type HeadNews, headPort } from './blob-lookup.ts';

export interface BlobInput {
  /** Possible addresses of the file, best first. */
  readonly addresses: readonly string[];
  /** True if the user asked for this file. Its host may then redirect the request. */
  readonly isRequested?: boolean;
}

export type BlobEvent =
  | HeadNews
  /** The file was found but could not be shown. */
  | { type: 'blob.failed' }
  /** The user asks for another try. */
  | { type: 'blob.again' }
  /** The picture failed again: try all addresses once more, while rounds are left. */
  | { type: 'screen.shown' };

/** Limit of rounds through all addresses without a request of the user (NOTE-05). */
const ROUNDS = 3;

/**
 * Searches for a file that is missing at its stated address (NOTE-05). Asks one address after the
 * other and keeps the first that has it. The port holds a fetched file as long as it is shown.
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
  // A file of 50 MB takes minutes on a slow connection, but its first bytes do not.
  delays: { timeout: 5_000, stalled: 30_000 },
  guards: {
    hasNext: ({ context: { addresses, at } }) => at < addresses.length,
    hasRounds: ({ context }) => context.round < ROUNDS,
  },
  actions: {
    keep: assign((_, { address }: { address: string }) => ({ found: address })),
    goOn: assign(({ context }) => ({ at: context.at + 1, found: undefined })),
    startAgain: assign(({ context }) => ({ at: 0, round: context.round + 1 })),
  },
}).createMachine({
  id: 'blob',
  context: ({ input }) => ({ ...input, at: 0, round: 1, found: undefined }),
  initial: 'next',
  states: {
    next: { always: [{ guard: 'hasNext', target: 'trying' }, { target: 'missing' }] },
    trying: {
      invoke: {
        id: 'head',
        src: 'head',
        input: ({ context: { addresses, at, isRequested = false } }) => ({
          url: addresses[at] ?? '',
          isRequested,
        }),
        onError: { target: 'next', actions: 'goOn' },
      },
      on: {
        'blob.missing': { target: 'next', actions: 'goOn' },
        'blob.found': {
          target: '.found',
          actions: { type: 'keep', params: ({ event: { address } }) => ({ address }) },
        },
      },
      initial: 'asking',
      states: {
        asking: {
          on: { 'blob.progress': 'loading' },
          after: { timeout: { target: '#blob.next', actions: 'goOn' } },
        },
        loading: {
          on: { 'blob.progress': { target: 'loading', reenter: true } },
          after: { stalled: { target: '#blob.next', actions: 'goOn' } },
        },
        found: { on: { 'blob.failed': { target: '#blob.next', actions: 'goOn' } } },
      },
    },
    missing: {
      tags: 'missing',
      on: {
        'screen.shown': { guard: 'hasRounds', target: 'next', actions: 'startAgain' },
        'blob.again': { target: 'next', actions: 'startAgain' },
      },
    },
  },
});

export type BlobActor = ActorRefFrom<typeof blobMachine>;
