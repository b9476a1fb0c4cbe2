import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { PaymentState, PaymentWant } from '../../../events/money/payments/payment.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import { subscriptionsMachine } from './subscriptions.machine.ts';

const [ME, ANN, BEN] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const event = trusted({ kind: 7_001, pubkey: ME, tags: [['p', ANN]] });

function start() {
  const clock = new SimulatedClock();
  const asked: AnyEventObject[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event: told }) => asked.push(told) } },
    }),
  ).start();
  const actor = createActor(subscriptionsMachine, { input: { account: ME, scope }, clock }).start();
  const relays = (...urls: readonly string[]) =>
    actor.send({
      type: 'relayList.changed',
      relays: urls.map((url) => ({ url: pressed(url), read: true, write: true })),
    });
  const look = (author: string) => actor.send({ type: 'subscriptions.load', author });
  const found = (author: string) => actor.getSnapshot().context.found.get(author);
  return { actor, asked, relays, look, found, wait: (ms: number) => elapse(clock, ms, 100) };
}

test('THREAD-07 subscriptions are searched on the own relays, one author after the other', () => {
  const { actor, asked, relays, look, found } = start();
  look(ANN);
  look(ANN);
  look(BEN);
  expect(asked).toEqual([]);
  relays(ONE, TWO);
  expect(asked).toMatchObject([
    {
      type: 'relays.ask',
      urls: [ONE, TWO],
      ask: {
        kind: 'subscribe',
        filters: [{ kinds: [7_001, 7_002], authors: [ME], '#p': [ANN], limit: 100 }],
      },
    },
  ]);
  for (const url of [ONE, TWO]) {
    actor.send({ type: 'relay.events', url: pressed(url), events: [event] });
    actor.send({ type: 'relay.ended', url: pressed(url), complete: true });
  }
  expect(found(ANN)).toEqual({ events: [event], isWhole: true });
  expect(asked[1]).toMatchObject({ ask: { filters: [{ '#p': [BEN] }] } });
});

test('THREAD-07 INV-PROGRESS an incomplete answer of a relay differs from an empty one', () => {
  const silent = start();
  silent.relays(ONE);
  silent.look(ANN);
  silent.wait(10_000);
  expect([silent.found(ANN)?.isWhole, silent.actor.getSnapshot().value]).toEqual([false, 'idle']);
  for (const answer of [
    { type: 'relay.ended', url: pressed(ONE), complete: false },
    { type: 'relay.events', url: pressed(ONE), events: [], rejected: 1 },
  ] as const) {
    const { actor, relays, look, found } = start();
    relays(ONE);
    look(ANN);
    actor.send(answer);
    actor.send({ type: 'relay.ended', url: pressed(ONE), complete: true });
    expect(found(ANN)?.isWhole).toBe(false);
  }
});

test('THREAD-07 E-28 a relay that returns a thousand events is cut off', () => {
  const { actor, relays, look, found } = start();
  relays(ONE);
  look(ANN);
  const events = Array.from({ length: 1_000 }, (_, at) =>
    trusted({ kind: 7_001, pubkey: ME, created_at: at, tags: [['p', ANN]] }),
  );
  actor.send({ type: 'relay.events', url: pressed(ONE), events });
  expect(found(ANN)?.events.length).toBe(100);
});

const DRAFT = pressed({ kind: 7_001, content: '', tags: [['p', ANN]] });
const WANT: PaymentWant = {
  type: 'zap',
  to: { pubkey: ANN },
  address: 'ann@here.example',
  relays: [],
  amountMsats: 2_100_000,
  message: '',
};
const news = (intent: string, state: PaymentState) =>
  ({
    type: 'money.paymentChanged',
    request: intent,
    intent,
    state,
    record: {
      intent,
      want: WANT,
      group: intent,
      at: seconds(5),
      changedAt: seconds(9),
      checked: undefined,
      paying: undefined,
      paid: undefined,
      doubt: undefined,
      failure: undefined,
    },
  }) as const;

test("THREAD-07 INV-PAY a subscription is paid once by the account's money, and published once when proved", () => {
  const { actor, asked } = start();
  const pay = {
    type: 'subscriptions.pay',
    intent: 'one',
    want: pressed(WANT),
    draft: DRAFT,
    now: seconds(5),
  } as const;
  actor.send(pay);
  actor.send(pay);
  expect(asked).toEqual([
    { type: 'money.open' },
    { type: 'money.pay', intent: 'one', want: WANT, now: 5, from: actor, request: 'one' },
  ]);
  for (const state of ['checked', 'paying', 'unknown', 'shown'] as const)
    actor.send(news('one', state));
  expect(asked).toHaveLength(2);
  actor.send(news('other', 'paid'));
  actor.send(news('one', 'paid'));
  actor.send(news('one', 'paid'));
  expect(asked.slice(2)).toMatchObject([
    { type: 'intents.publish', draft: DRAFT, now: 9, done: { code: 'subscription.done' } },
  ]);
});

test('THREAD-07 INV-OUTCOME an unpaid subscription is not published, and a retry is another payment', () => {
  const { actor, asked } = start();
  const pay = (intent: string) =>
    actor.send({
      type: 'subscriptions.pay',
      intent,
      want: pressed(WANT),
      draft: DRAFT,
      now: seconds(5),
    });
  pay('one');
  actor.send(news('one', 'failed'));
  expect(asked.map(({ type }) => type)).toEqual(['money.open', 'money.pay']);
  pay('two');
  actor.send(news('two', 'paid'));
  expect(asked.map(({ type }) => type)).toEqual([
    'money.open',
    'money.pay',
    'money.open',
    'money.pay',
    'intents.publish',
  ]);
});
