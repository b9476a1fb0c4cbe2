import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { writeUrls, type OwnRelay } from '../../../events/account/lists/relay-list.ts';
import type { Draft, VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { PaymentWant } from '../../../events/money/payments/payment.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { RelayAnswer, RelayListChanged } from '../../connection/relay-protocol.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { MoneyNews } from '../payments/money-protocol.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';

export type SubscriptionsEvent =
  | { type: 'subscriptions.load'; author: string }
  /**
   * Pay for a subscription, and publish it once it is paid. `intent`: created once per click. The
   * same one is neither paid nor published twice.
   */
  | {
      type: 'subscriptions.pay';
      intent: string;
      want: Ours<PaymentWant>;
      draft: Ours<Draft>;
      now: Seconds;
    }
  | RelayListChanged
  | RelayAnswer
  | MoneyNews;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    subscriptions: SubscriptionsEvent;
  }
}

interface SubscriptionsInput {
  readonly account: string;
  readonly scope: ScopeRef;
}

interface Context extends SubscriptionsInput {
  readonly relays: readonly OwnRelay[];
  readonly queue: readonly string[];
  readonly open: ReadonlySet<string>;
  /**
   * Subscriptions to publish after their payment, by intent. The dialog finds those of an
   * interrupted page in the log of payments.
   */
  readonly paying: ReadonlyMap<string, Ours<Draft>>;
  /**
   * Subscriptions found on the own relays, by author. `isWhole`: true if each relay answered
   * completely.
   */
  readonly found: ReadonlyMap<
    string,
    { readonly events: readonly VerifiedEvent[]; readonly isWhole: boolean }
  >;
}

const MOST_EVENTS = 100;

/**
 * Searches the own relays for subscriptions to an author, from any client (THREAD-07). The caching
 * service has no query for that. A subscription is paid by the payment machine, and published when
 * the payment is proved.
 */
export const subscriptionsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SubscriptionsEvent,
    input: {} as SubscriptionsInput,
  },
  // longer than any timeout of a relay, or its late end would be attributed to the next search
  delays: { listening: 10_000 },
  guards: {
    canLook: ({ context }) => context.queue.length > 0 && writeUrls(context.relays).length > 0,
    isNew: ({ context, event }) =>
      event.type === 'subscriptions.pay' && !context.paying.has(event.intent),
    isEverybodyHeard: ({ context }) => context.open.size === 0,
  },
  actions: {
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays })),
    ),
    add: assign(
      whenEvent('subscriptions.load', ({ context: { queue }, event }) =>
        queue.includes(event.author) ? {} : { queue: [...queue, event.author] },
      ),
    ),
    ask: enqueueActions(({ context: { account, scope, relays, queue, found }, enqueue, self }) => {
      const [author = ''] = queue;
      const urls = writeUrls(relays);
      const filters = [
        {
          kinds: [KIND.Subscribe, KIND.Unsubscribe],
          authors: [account],
          '#p': [author],
          limit: MOST_EVENTS,
        },
      ];
      const { events = [] } = found.get(author) ?? {};
      enqueue.assign({
        open: new Set(urls),
        found: new Map(found).set(author, { events, isWhole: true }),
      });
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters },
        urls,
      });
    }),
    receive: assign(
      whenEvent('relay.events', ({ context, event }) =>
        withFound(context, event.events, (event.rejected ?? 0) === 0),
      ),
    ),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context, event }) => ({
        ...withFound(context, [], event.complete),
        open: new Set([...context.open].filter((url) => url !== event.url)),
      })),
    ),
    pay: enqueueActions(({ context: { paying, scope }, event, enqueue, self }) => {
      if (event.type !== 'subscriptions.pay') return;
      const { intent, want, draft, now } = event;
      enqueue.assign({ paying: new Map(paying).set(intent, draft) });
      enqueue.sendTo(scope, { type: 'money.open' });
      enqueue.sendTo(scope, {
        type: 'money.pay',
        intent,
        want,
        now,
        from: self,
        request: intent,
      });
    }),
    /**
     * Publish only with a proof of payment. A failed payment is dropped, because the log has it.
     */
    settle: enqueueActions(({ context: { paying, scope }, event, enqueue }) => {
      if (
        event.type !== 'money.paymentChanged' ||
        (event.state !== 'paid' && event.state !== 'failed')
      )
        return;
      const draft = paying.get(event.intent);
      if (!draft) return;
      enqueue.assign({
        paying: new Map([...paying].filter(([intent]) => intent !== event.intent)),
      });
      if (event.state === 'paid')
        enqueue.sendTo(scope, subscriptionIntent(draft, event.record.changedAt));
    }),
    giveUp: assign(({ context }) => withFound(context, [], false)),
    finish: assign(({ context }) => ({ queue: context.queue.slice(1), open: new Set<string>() })),
  },
}).createMachine({
  id: 'subscriptions',
  context: ({ input }) => ({
    ...input,
    relays: [],
    queue: [],
    open: new Set(),
    paying: new Map(),
    found: new Map(),
  }),
  initial: 'idle',
  on: {
    'subscriptions.load': { actions: 'add' },
    'subscriptions.pay': { guard: 'isNew', actions: 'pay' },
    'money.paymentChanged': { actions: 'settle' },
    'relayList.changed': { actions: 'receiveRelays' },
  },
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

export function subscriptionIntent(draft: Ours<Draft>, now: Seconds): PublishIntent {
  return {
    type: 'intents.publish',
    draft,
    now,
    done: { code: 'subscription.done' },
    failed: { code: 'subscription.failed' },
  };
}

/** Add the found events of the current author, without duplicates. */
function withFound(
  { queue: [author = ''], found }: Context,
  more: readonly VerifiedEvent[],
  isWhole: boolean,
): Partial<Context> {
  const before = found.get(author);
  const events = new Map([...(before?.events ?? []), ...more].map((event) => [event.id, event]));
  return {
    found: new Map(found).set(author, {
      events: [...events.values()].slice(0, MOST_EVENTS),
      isWhole: before?.isWhole === true && isWhole,
    }),
  };
}
