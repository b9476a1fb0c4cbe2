import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { addressOf } from '../../../events/nostr/address.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { when } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';

/** What the shelf may be told, and what it tells: all articles that were read here, as they were then. */
export type ShelfCommand = { type: 'shelf.keep'; event: VerifiedEvent };
export type ShelfSignal = { type: 'shelf.found'; events: readonly VerifiedEvent[] };

export type ReadArticlesEvent =
  | { type: 'readArticles.opened'; event: VerifiedEvent }
  /** The version that is open has been for long enough. */
  | { type: 'readArticles.read'; address: string }
  | ShelfSignal;

interface Context {
  readonly account: string;
  /** Articles that were opened before it was known what was kept. */
  readonly opened: readonly VerifiedEvent[];
  /** The version that was opened last, by address. Undefined until it is known. */
  readonly kept: ReadonlyMap<string, VerifiedEvent> | undefined;
  /** Addresses of which a version was opened just now: where another one takes its place, nobody has read it. */
  readonly glimpsed: ReadonlySet<string>;
  /** The version that was read before this page was opened, where a newer one has been opened on it, by address. */
  readonly before: ReadonlyMap<string, VerifiedEvent>;
}

/** Remembers which version of an article was read, on this device alone, so that it can be said what changed since. */
export const readArticlesMachine = setup({
  types: { context: {} as Context, events: {} as ReadArticlesEvent, input: {} as { readonly account: string } },
  actors: { shelf: callbackPort<ShelfCommand, { account: string }>('shelf') },
  delays: { reading: 5_000 },
  actions: {
    open: assign(when('readArticles.opened', ({ context: { opened }, event }) => ({ opened: [...opened, event.event] }))),
    find: assign(
      when('shelf.found', ({ event: { events } }) => ({ kept: new Map(events.map((event) => [addressOf(event) ?? '', event])) })),
    ),
    keep: enqueueActions(({ context, enqueue }) => {
      if (!context.kept) return;
      const [kept, before, glimpsed] = [new Map(context.kept), new Map(context.before), new Set(context.glimpsed)];
      for (const event of context.opened) {
        const address = addressOf(event);
        const last = address === undefined ? undefined : kept.get(address);
        if (address === undefined || (last && !replaces(event, last))) continue;
        if (last && !before.has(address) && !glimpsed.has(address)) before.set(address, last);
        kept.set(address, event);
        glimpsed.add(address);
        enqueue.cancel(address);
        enqueue.raise({ type: 'readArticles.read', address }, { id: address, delay: 'reading' });
        enqueue.sendTo('shelf', { type: 'shelf.keep', event } satisfies ShelfCommand);
      }
      enqueue.assign({ kept, before, glimpsed, opened: [] });
    }),
    read: assign(
      when('readArticles.read', ({ context: { glimpsed }, event }) => ({
        glimpsed: new Set([...glimpsed].filter((one) => one !== event.address)),
      })),
    ),
  },
}).createMachine({
  id: 'readArticles',
  context: ({ input }) => ({ ...input, opened: [], kept: undefined, glimpsed: new Set(), before: new Map() }),
  initial: 'closed',
  states: {
    closed: { on: { 'readArticles.opened': { target: 'open', actions: 'open' } } },
    open: {
      invoke: { id: 'shelf', src: 'shelf', input: ({ context: { account } }) => ({ account }), onError: 'closed' },
      on: {
        'readArticles.opened': { actions: ['open', 'keep'] },
        'readArticles.read': { actions: 'read' },
        'shelf.found': { actions: ['find', 'keep'] },
      },
    },
  },
});

export type ReadArticlesActor = ActorRefFrom<typeof readArticlesMachine>;
