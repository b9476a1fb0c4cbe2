import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { addressOf } from '../../../events/nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';

/**
 * Command to the store, and its report: all articles read on this device, in the version that was
 * read.
 */
export type ReadArticlesStoreCommand = { type: 'readArticlesStore.keep'; event: VerifiedEvent };
export type ReadArticlesStoreSignal = {
  type: 'readArticlesStore.found';
  events: readonly VerifiedEvent[];
};

export type ReadArticlesEvent =
  | { type: 'readArticles.opened'; event: VerifiedEvent }
  /** The opened version has been shown long enough to count as read. */
  | { type: 'readArticles.read'; address: string }
  | ReadArticlesStoreSignal;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    readArticles: ReadArticlesEvent;
  }
}

interface Context {
  readonly account: string;
  /** Articles opened before the stored versions were known. */
  readonly opened: readonly VerifiedEvent[];
  /** Last opened version by address. `undefined` until the store was read. */
  readonly kept: ReadonlyMap<string, VerifiedEvent> | undefined;
  /**
   * Addresses with a version opened just now. If another version replaces it, it does not count as
   * read.
   */
  readonly glimpsed: ReadonlySet<string>;
  /** Version read before this page was opened, by address, if a newer one has been opened since. */
  readonly before: ReadonlyMap<string, VerifiedEvent>;
}

/**
 * Stores on this device which version of an article was read, to show the changes of a newer one.
 */
export const readArticlesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ReadArticlesEvent,
    input: {} as { readonly account: string },
  },
  actors: { store: callbackPort<ReadArticlesStoreCommand, { account: string }>('store') },
  delays: { reading: 5_000 },
  actions: {
    open: assign(
      whenEvent('readArticles.opened', ({ context: { opened }, event }) => ({
        opened: [...opened, event.event],
      })),
    ),
    find: assign(
      whenEvent('readArticlesStore.found', ({ event: { events } }) => ({
        kept: new Map(events.map((event) => [addressOf(event) ?? '', event])),
      })),
    ),
    keep: enqueueActions(({ context, enqueue }) => {
      if (!context.kept) return;
      const [kept, before, glimpsed] = [
        new Map(context.kept),
        new Map(context.before),
        new Set(context.glimpsed),
      ];
      for (const event of context.opened) {
        const address = addressOf(event);
        const last = address === undefined ? undefined : kept.get(address);
        if (address === undefined || (last && !replaces(event, last))) continue;
        if (last && !before.has(address) && !glimpsed.has(address)) before.set(address, last);
        kept.set(address, event);
        glimpsed.add(address);
        enqueue.cancel(address);
        enqueue.raise({ type: 'readArticles.read', address }, { id: address, delay: 'reading' });
        enqueue.sendTo('store', {
          type: 'readArticlesStore.keep',
          event,
        } satisfies ReadArticlesStoreCommand);
      }
      enqueue.assign({ kept, before, glimpsed, opened: [] });
    }),
    read: assign(
      whenEvent('readArticles.read', ({ context: { glimpsed }, event }) => ({
        glimpsed: new Set([...glimpsed].filter((one) => one !== event.address)),
      })),
    ),
  },
}).createMachine({
  id: 'readArticles',
  context: ({ input }) => ({
    ...input,
    opened: [],
    kept: undefined,
    glimpsed: new Set(),
    before: new Map(),
  }),
  initial: 'closed',
  states: {
    closed: { on: { 'readArticles.opened': { target: 'open', actions: 'open' } } },
    open: {
      invoke: {
        id: 'store',
        src: 'store',
        input: ({ context: { account } }) => ({ account }),
        onError: 'closed',
      },
      on: {
        'readArticles.opened': { actions: ['open', 'keep'] },
        'readArticles.read': { actions: 'read' },
        'readArticlesStore.found': { actions: ['find', 'keep'] },
      },
    },
  },
});

export type ReadArticlesActor = ActorRefFrom<typeof readArticlesMachine>;
