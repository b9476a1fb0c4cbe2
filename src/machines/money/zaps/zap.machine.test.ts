import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Payer, PaymentRecord } from '../../../events/money/payments/payment.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import type { ZapWant } from '../payments/money-protocol.ts';
import { type ZapOutcome, zapMachine } from './zap.machine.ts';

const [ANN, BEN, CID] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const NOW = seconds(1_000);
type Recipients = ZapWant['recipients'];
const to = (pubkey: string, weight = 1) => ({
  pubkey,
  weight,
  address: `${pubkey[0]}@pay.example`,
});

function start(recipients: Recipients, amountMsats = 10_000) {
  const told: AnyEventObject[] = [];
  const outcomes: ZapOutcome[] = [];
  const clock = new SimulatedClock();
  const zap = pressed({
    target: { pubkey: ANN, id: 'e'.repeat(64), kind: 1 },
    recipients,
    relays: [pressed('wss://relay.example')],
    amountMsats,
    message: 'thanks',
    name: 'Ann',
  });
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { zap: zapMachine },
  }).createMachine({
    invoke: {
      id: 'zap',
      src: 'zap',
      input: { intent: 'z', zap, now: NOW, payer: undefined, again: true },
      onDone: { actions: ({ event }) => outcomes.push(event.output) },
    },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['zap'] as ActorRefFrom<typeof zapMachine>;
  const record = (intent: string, more: Partial<PaymentRecord>) => {
    const whole: PaymentRecord = {
      intent,
      want: {
        type: 'zap',
        to: { pubkey: ANN },
        address: '',
        relays: [],
        amountMsats: 1,
        message: '',
      },
      group: 'z',
      at: NOW,
      changedAt: NOW,
      checked: undefined,
      paying: undefined,
      paid: undefined,
      doubt: undefined,
      failure: undefined,
      ...more,
    };
    actor.send({ type: 'zap.recorded', record: whole });
  };
  return {
    orders: () => told.filter(({ type }) => type === 'money.pay'),
    told,
    outcomes,
    asked: (intent: string) => record(intent, {}),
    paying: (intent: string, payer: Payer) => record(intent, { paying: { payer } as never }),
    paid: (intent: string) => record(intent, { paid: { at: NOW } as never }),
    failed: (intent: string) => record(intent, { failure: { code: 'wallet.silent' } }),
    declined: (intent: string) => record(intent, { failure: { code: 'pay.declined' } }),
    wait: (ms: number) => elapse(clock, ms, 500),
    isUnclear: () => actor.getSnapshot().hasTag('unclear'),
  };
}

test('ZAP-01 one recipient gets the whole amount, with the words and relays of the zap', () => {
  const it = start([to(ANN)]);
  expect(it.orders()).toEqual([
    {
      type: 'money.pay',
      intent: 'z',
      group: 'z',
      wholeMsats: 10_000,
      again: true,
      now: NOW,
      by: undefined,
      want: {
        type: 'zap',
        to: { pubkey: ANN, id: 'e'.repeat(64), kind: 1 },
        address: 'a@pay.example',
        relays: ['wss://relay.example'],
        amountMsats: 10_000,
        message: 'thanks',
      },
    },
  ]);
  it.paid('z');
  expect(it.outcomes).toEqual([{ intent: 'z', outcome: 'paid' }]);
});

test('ZAP-03 a zap that a wallet does not confirm within ten seconds is reported once', () => {
  const notices = (payer: Payer | undefined, wait: number) => {
    const it = start([to(ANN), to(BEN)]);
    if (payer) it.paying('z/0', payer);
    it.wait(wait);
    return it.told.filter(({ type }) => type === 'zap.unconfirmed');
  };
  const wallet = { by: 'wallet', wallet: 'w' } as const;
  expect(notices(wallet, 9_500)).toEqual([]);
  expect(notices(wallet, 60_000)).toEqual([{ type: 'zap.unconfirmed', intent: 'z' }]);
  // a code waits for the user, and a question for an answer
  expect([notices({ by: 'shown' }, 60_000), notices(undefined, 60_000)]).toEqual([[], []]);
});

test('ZAP-03 a zap that the user closed is declined; it has failed if one share failed otherwise', () => {
  const closed = start([to(ANN), to(BEN)]);
  closed.declined('z/0');
  closed.declined('z/1');
  expect(closed.outcomes).toEqual([{ intent: 'z', outcome: 'declined' }]);
  const failed = start([to(ANN), to(BEN)]);
  failed.declined('z/0');
  failed.failed('z/1');
  expect(failed.outcomes).toEqual([{ intent: 'z', outcome: 'failed' }]);
  const paid = start([to(ANN), to(BEN)]);
  paid.declined('z/0');
  paid.paid('z/1');
  expect(paid.outcomes).toEqual([{ intent: 'z', outcome: 'partly' }]);
});

test('ZAP-02 shares are whole sats of the amount, and who gets less than one is paid nothing', () => {
  const it = start([to(ANN, 3), to(BEN, 1), to(CID, 0.001)], 8_900);
  expect(it.orders().map(({ intent, want }) => [intent, want.to.pubkey, want.amountMsats])).toEqual(
    [
      ['z/0', ANN, 6_000],
      ['z/1', BEN, 2_000],
    ],
  );
  it.paid('z/0');
  expect(it.outcomes).toEqual([]);
  it.paid('z/1');
  expect(it.outcomes).toEqual([{ intent: 'z', outcome: 'paid' }]);
});

test('ZAP-03 a zap is paid in part if a share failed or cannot be paid, and failed if all did', () => {
  const some = start([to(ANN), to(BEN)]);
  some.failed('z/0');
  some.paid('z/1');
  const unreachable = start([to(ANN), { pubkey: BEN, weight: 1, address: undefined }]);
  expect(unreachable.orders().map(({ intent }) => intent)).toEqual(['z/0']);
  unreachable.paid('z/0');
  const none = start([to(ANN), to(BEN)]);
  none.failed('z/1');
  none.failed('z/0');
  const nobody = start([{ pubkey: BEN, weight: 1, address: undefined }]);
  expect(
    [some, unreachable, none, nobody].map(({ outcomes }) => outcomes.map(({ outcome }) => outcome)),
  ).toEqual([['partly'], ['partly'], ['failed'], ['failed']]);
});

test('ZAP-03 a zap is unclear after 75 seconds, and ends once each share is known', () => {
  const it = start([to(ANN), to(BEN)]);
  it.asked('z/0');
  it.paid('z/1');
  it.paid('of another zap');
  it.wait(74_500);
  expect([it.isUnclear(), it.told.at(-1)?.type]).toEqual([false, 'money.pay']);
  it.wait(500);
  expect([it.isUnclear(), it.told.at(-1), it.outcomes]).toEqual([
    true,
    { type: 'zap.outcomeUnknown', intent: 'z' },
    [],
  ]);
  it.failed('z/0');
  expect(it.outcomes).toEqual([{ intent: 'z', outcome: 'partly' }]);
});
