import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { writeUrls } from '../../events/account/relay-list.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { ScopeRef } from '../account/feature.ts';
import type { RelayListChanged } from '../account/relay-list.machine.ts';
import type { RelayUse } from '../connection/pool-members.ts';
import type { RelayAnswer, RelaysAsk } from '../connection/relay-wire.ts';
import { when } from '../narrow.ts';

export type SubscriptionsEvent = { type: 'subscriptions.look'; author: string } | RelayListChanged | RelayAnswer;

interface SubscriptionsInput {
  readonly account: string;
  readonly scope: ScopeRef;
}

interface Context extends SubscriptionsInput {
  readonly relays: readonly RelayUse[];
  readonly queue: readonly string[];
  /** Relays that have not answered yet. */
  readonly open: ReadonlySet<string>;
  /** What the own relays have of subscriptions to authors that were looked for. `isWhole`: every one of them answered in full. */
  readonly found: ReadonlyMap<string, { readonly events: readonly VerifiedEvent[]; readonly isWhole: boolean }>;
}

const MOST_EVENTS = 100;

/** Looks in the own relays for subscriptions to an author, wherever they were made (THREAD-07): the caching service has no question for that. */
export const subscriptionsMachine = setup({
  types: { context: {} as Context, events: {} as SubscriptionsEvent, input: {} as SubscriptionsInput },
  // longer than a relay takes at worst, or its late end would be taken for that of the next look
  delays: { listening: 10_000 },
  guards: {
    canLook: ({ context }) => context.queue.length > 0 && writeUrls(context.relays).length > 0,
    isEverybodyHeard: ({ context }) => context.open.size === 0,
  },
  actions: {
    receiveRelays: assign(when('relayList.changed', ({ event }) => ({ relays: event.relays }))),
    add: assign(
      when('subscriptions.look', ({ context: { queue }, event }) =>
        queue.includes(event.author) ? {} : { queue: [...queue, event.author] },
      ),
    ),
    ask: enqueueActions(({ context: { account, scope, relays, queue, found }, enqueue, self }) => {
      const [author = ''] = queue;
      const urls = writeUrls(relays);
      const filters = [{ kinds: [KIND.Subscribe, KIND.Unsubscribe], authors: [account], '#p': [author], limit: MOST_EVENTS }];
      const { events = [] } = found.get(author) ?? {};
      enqueue.assign({ open: new Set(urls), found: new Map(found).set(author, { events, isWhole: true }) });
      enqueue.sendTo(scope, { type: 'relays.ask', from: self, ask: { kind: 'subscribe', filters }, urls } satisfies RelaysAsk);
    }),
    receive: assign(when('relay.events', ({ context, event }) => withFound(context, event.events, (event.rejected ?? 0) === 0))),
    recordEnded: assign(
      when('relay.ended', ({ context, event }) => ({
        ...withFound(context, [], event.complete),
        open: new Set([...context.open].filter((url) => url !== event.url)),
      })),
    ),
    giveUp: assign(({ context }) => withFound(context, [], false)),
    finish: assign(({ context }) => ({ queue: context.queue.slice(1), open: new Set<string>() })),
  },
}).createMachine({
  id: 'subscriptions',
  context: ({ input }) => ({ ...input, relays: [], queue: [], open: new Set(), found: new Map() }),
  initial: 'idle',
  on: { 'subscriptions.look': { actions: 'add' }, 'relayList.changed': { actions: 'receiveRelays' } },
  states: {
    idle: { always: { guard: 'canLook', target: 'listening' } },
    listening: {
      entry: 'ask',
      always: { guard: 'isEverybodyHeard', target: 'idle', actions: 'finish' },
      on: { 'relay.events': { actions: 'receive' }, 'relay.ended': { actions: 'recordEnded' } },
      after: { listening: { target: 'idle', actions: ['giveUp', 'finish'] } },
    },
  },
});

export type SubscriptionsActor = ActorRefFrom<typeof subscriptionsMachine>;

/** What the relays have of the author that is looked for, each event once. */
function withFound({ queue: [author = ''], found }: Context, more: readonly VerifiedEvent[], isWhole: boolean): Partial<Context> {
  const before = found.get(author);
  const events = new Map([...(before?.events ?? []), ...more].map((event) => [event.id, event]));
  return {
    found: new Map(found).set(author, { events: [...events.values()].slice(0, MOST_EVENTS), isWhole: before?.isWhole === true && isWhole }),
  };
}
