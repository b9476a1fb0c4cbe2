import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { addressOf } from '../../events/address.ts';
import { replaces, type VerifiedEvent } from '../../events/event.ts';
import { when } from '../narrow.ts';
import { callbackPort } from '../ports.ts';

/** What the shelf may be told, and what it tells: all articles that were read here, as they were then. */
export type ShelfCommand = { type: 'shelf.keep'; event: VerifiedEvent };
export type ShelfSignal = { type: 'shelf.found'; events: readonly VerifiedEvent[] };

export type ReadArticlesEvent = { type: 'readArticles.opened'; event: VerifiedEvent } | ShelfSignal;

interface Context {
  readonly account: string;
  /** Articles that were opened before it was known what was kept. */
  readonly opened: readonly VerifiedEvent[];
  /** The version that was read last, by address. Undefined until it is known. */
  readonly kept: ReadonlyMap<string, VerifiedEvent> | undefined;
  /** The version that was read before this page was opened, where a newer one has been opened on it, by address. */
  readonly before: ReadonlyMap<string, VerifiedEvent>;
}

/** Remembers which version of an article was read, on this device alone, so that it can be said what changed since. */
export const readArticlesMachine = setup({
  types: { context: {} as Context, events: {} as ReadArticlesEvent, input: {} as { readonly account: string } },
  actors: { shelf: callbackPort<ShelfCommand, { account: string }>('shelf') },
  actions: {
    open: assign(when('readArticles.opened', ({ context: { opened }, event }) => ({ opened: [...opened, event.event] }))),
    find: assign(
      when('shelf.found', ({ event: { events } }) => ({ kept: new Map(events.map((event) => [addressOf(event) ?? '', event])) })),
    ),
    keep: enqueueActions(({ context, enqueue }) => {
      if (!context.kept) return;
      const [kept, before] = [new Map(context.kept), new Map(context.before)];
      for (const event of context.opened) {
        const address = addressOf(event);
        const last = address === undefined ? undefined : kept.get(address);
        if (address === undefined || (last && !replaces(event, last))) continue;
        if (last && !before.has(address)) before.set(address, last);
        kept.set(address, event);
        enqueue.sendTo('shelf', { type: 'shelf.keep', event } satisfies ShelfCommand);
      }
      enqueue.assign({ kept, before, opened: [] });
    }),
  },
}).createMachine({
  id: 'readArticles',
  context: ({ input }) => ({ ...input, opened: [], kept: undefined, before: new Map() }),
  initial: 'closed',
  states: {
    closed: { on: { 'readArticles.opened': { target: 'open', actions: 'open' } } },
    open: {
      invoke: { id: 'shelf', src: 'shelf', input: ({ context: { account } }) => ({ account }), onError: 'closed' },
      on: { 'readArticles.opened': { actions: ['open', 'keep'] }, 'shelf.found': { actions: ['find', 'keep'] } },
    },
  },
});

export type ReadArticlesActor = ActorRefFrom<typeof readArticlesMachine>;
