import fc from 'fast-check';
import type { PeerAnswer } from '../../src/machines/connection/relay-protocol.ts';
import { type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { paymentStateOf } from '../../src/events/money/payments/payment.ts';
import { groupIn } from '../../src/events/money/payments/payment-fold.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import { seconds } from '../../src/events/core/time.ts';
import type {
  WalletAnswered,
  WalletAsk,
} from '../../src/machines/money/wallets/wallet-protocol.ts';
import { walletMachine } from '../../src/machines/money/wallets/wallet.machine.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
} from '../../src/machines/money/wallets/wallet-protocol.ts';
import { zapMachine } from '../../src/machines/money/zaps/zap.machine.ts';
import { elapse } from '../support/machines/clock.ts';
import { fakePort } from '../support/machines/fake-port.ts';
import { secretPair } from '../support/money/invoices.ts';
import { CONNECTION, moneyDisk, moneyTab, paidReply } from '../support/money/money-world.ts';
import { runs } from '../support/runs.ts';

interface Recipient {
  readonly weight: number;
  readonly isKnown: boolean;
  /** The outcome of their share. */
  readonly fate: 'paid' | 'refused' | 'late' | 'twice';
}

const recipients = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 50 }),
    isKnown: fc.boolean(),
    fate: fc.constantFrom('paid' as const, 'refused' as const, 'late' as const, 'twice' as const),
  }),
  { minLength: 1, maxLength: 6 },
);

const REFUSED = {
  method: 'error',
  code: 'RESTRICTED',
  isDefinite: true,
  words: { code: 'said', params: { text: 'no' } },
} as const;

/** Run one zap whose shares end as `all` says. Returns the reported and the true state. */
async function zapped(all: readonly Recipient[], sats: number, zap?: typeof zapMachine) {
  const disk = moneyDisk();
  const tab = moneyTab(disk, {}, true, zap);
  await tab.settle();
  const keyOf = (at: number) => (at + 1).toString(16).padStart(64, '0');
  tab.send({
    type: 'money.zap',
    intent: 'z',
    now: seconds(1_700_000_000),
    zap: pressed({
      target: { pubkey: keyOf(0) },
      recipients: all.map(({ weight, isKnown }, at) => ({
        pubkey: keyOf(at),
        weight,
        address: isKnown ? 'x@pay.example' : undefined,
      })),
      relays: [],
      amountMsats: sats * 1_000,
      message: '',
      name: 'Ann',
    }),
  });
  await tab.settle(80);
  const early = said(tab.told);
  const seeds = new Map(Array.from({ length: 12 }, (_, at) => [secretPair(at + 1).hash, at + 1]));
  const records = () => groupIn(tab.actor.getSnapshot().context.records, 'z');
  for (const called of tab.payCalls()) {
    const { call } = called;
    const record = records().find(
      ({ checked }) => call.method === 'pay_invoice' && checked?.invoice === call.invoice,
    );
    const place = all.findIndex(
      (_, at) => record?.want.type === 'zap' && record.want.to.pubkey === keyOf(at),
    );
    const fate = all[place]?.fate;
    const reply =
      fate === 'refused' ? REFUSED : paidReply(seeds.get(record?.checked?.hash ?? '') ?? 0);
    if (fate === 'late') await tab.wait(100_000, 25_000);
    called.answer(reply);
    if (fate === 'twice') called.answer(reply);
    await tab.settle();
  }
  await tab.settle(30);
  return {
    tab,
    records: records(),
    early,
    last: said(tab.told).findLast((code) => code !== 'zap.unclear'),
  };
}

function said(told: readonly AnyEventObject[]): readonly string[] {
  return told.flatMap((event) =>
    event.type === 'account.done' || event.type === 'account.failed' ? [event['message'].code] : [],
  );
}

/** Return the violated invariants of a zap (ZAP-03, INV-OUTCOME). */
function breaches(
  { tab, records, early, last }: Awaited<ReturnType<typeof zapped>>,
  all: readonly Recipient[],
  sats: number,
): readonly string[] {
  const found: string[] = [];
  const paid = records.filter((record) => paymentStateOf(record) === 'paid');
  const sum = paid.reduce((msats, { want }) => msats + want.amountMsats, 0);
  if (sum > sats * 1_000) found.push('paid more than was given');
  if (tab.payCalls().length > all.filter(({ isKnown }) => isKnown).length)
    found.push('paid somebody twice');
  if (early.some((code) => code !== 'zap.failed'))
    found.push('said to be done before anything was paid');
  if (early.length > 0 && paid.length > 0) found.push('said to have failed, and was paid');
  const isWhole = sum === sats * 1_000;
  const expected = paid.length === 0 ? 'zap.failed' : isWhole ? 'zap.done' : 'zap.partly';
  if (last !== expected) found.push(`said ${last}, and is ${expected}`);
  return found;
}

const AMOUNT = fc.integer({ min: 50, max: 100_000 });

test('ZAP-03 INV-OUTCOME no recipient of a split zap is paid twice, and its report is true', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(recipients, AMOUNT, async (all, sats) => {
      expect(breaches(await zapped(all, sats), all, sats)).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

test('ZAP-03 a zap reported as settled before its payments is detected (planted)', async () => {
  const hasty = zapMachine.provide({ guards: { isSettled: () => true } });
  const all: readonly Recipient[] = [{ weight: 1, isKnown: true, fate: 'paid' }];
  expect(breaches(await zapped(all, 100), all, 100)).toEqual([]);
  expect(breaches(await zapped(all, 100, hasty), all, 100)).toContain(
    'said to have failed, and was paid',
  );
});

type Signal =
  | { readonly do: 'ask' }
  | {
      readonly do: 'answer';
      readonly which: number;
      readonly method: 'get_balance' | 'pay_invoice';
    }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'known' };

const signal: fc.Arbitrary<Signal> = fc.oneof(
  fc.constant({ do: 'ask' } as const),
  fc.record({
    do: fc.constant('answer' as const),
    which: fc.nat(8),
    method: fc.constantFrom('get_balance' as const, 'pay_invoice' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 10_000, 25_000) }),
  fc.constant({ do: 'known' } as const),
);

/**
 * Run a wallet whose answers come in any order, twice, late, unasked, or of another kind. Returns
 * the answers that each request received.
 */
function asked(history: readonly Signal[], logic: typeof walletMachine = walletMachine) {
  const clock = new SimulatedClock();
  const line = fakePort<
    WalletConnectionCommand | PeerAnswer,
    WalletConnectionInput,
    WalletConnectionSignal
  >();
  const heard: WalletAnswered[] = [];
  const asker = createActor(
    setup({ types: { events: {} as WalletAnswered } }).createMachine({
      on: { 'wallet.answered': { actions: ({ event }) => heard.push(event) } },
    }),
  ).start();
  const actor = createActor(logic.provide({ actors: { connection: line.logic } }), {
    input: { connection: CONNECTION, scope: createActor(setup({}).createMachine({})).start() },
    clock,
  }).start();
  let count = 0;
  for (const one of history) {
    if (one.do === 'known')
      line.report({
        type: 'walletConnection.abilitiesReceived',
        abilities: { methods: [], scheme: 'nip44', notifies: false },
        at: seconds(1),
      });
    else if (one.do === 'wait') elapse(clock, one.ms, 1_000);
    else if (one.do === 'ask')
      actor.send({
        type: 'wallet.call',
        request: `r${count++}`,
        call: { method: 'get_balance' },
        from: asker,
      } satisfies WalletAsk);
    else {
      const reply =
        one.method === 'get_balance'
          ? ({ method: 'get_balance', balanceMsats: one.which } as const)
          : paidReply(one.which);
      line.report({
        type: 'walletConnection.answered',
        id: String(one.which),
        reply,
        at: seconds(1),
      });
    }
  }
  elapse(clock, 120_000, 1_000);
  return { heard, count };
}

/**
 * Each request has an end, at most one answer, and none of another kind (INV-REPLY, INV-PROGRESS).
 */
function faults({ heard, count }: ReturnType<typeof asked>): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < count; at++) {
    const own = heard.filter(({ request }) => request === `r${at}`);
    if (own.length === 0) found.push('never ended');
    if (own.filter(({ reply }) => reply !== undefined).length > 1) found.push('answered twice');
    if (
      own.some(
        ({ reply }) =>
          reply !== undefined && reply.method !== 'get_balance' && reply.method !== 'error',
      )
    )
      found.push('another answer');
  }
  return found;
}

test('E-40 WALLET-01 each wallet request ends once, with at most one answer, its own', () => {
  fc.assert(
    fc.property(fc.array(signal, { maxLength: 25 }), (history) => {
      expect(faults(asked(history))).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

test('E-40 a wallet that never times out, or passes on any answer, is detected (planted)', () => {
  const history: readonly Signal[] = [
    { do: 'known' },
    { do: 'ask' },
    { do: 'answer', which: 4, method: 'pay_invoice' },
  ];
  expect(faults(asked(history))).toEqual([]);
  const patient = walletMachine.provide({
    actions: { recordLate: () => undefined, settle: () => undefined },
  });
  expect(faults(asked(history, patient))).toContain('never ended');
});
