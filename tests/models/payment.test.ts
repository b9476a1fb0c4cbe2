import fc from 'fast-check';
import type { AnyEventObject } from 'xstate';
import { expect, test } from 'vitest';
import type { WalletReply } from '../../src/events/money/wallets/nwc-call.ts';
import { paymentStateOf } from '../../src/events/money/payments/payment.ts';
import { isPreimage } from '../../src/events/money/payments/preimage.ts';
import { seconds } from '../../src/events/core/time.ts';
import { runs, sequences, timeoutOf } from '../support/runs.ts';
import { secretPair } from '../support/money/invoices.ts';
import {
  type Called,
  honestInvoice,
  moneyDisk,
  type MoneyDisk,
  type MoneyTab,
  moneyTab,
  receiptOf,
  zapWant,
} from '../support/money/money-world.ts';

/** The hash of an invoice from the world, by its seed. */
const SEEDS = new Map(Array.from({ length: 40 }, (_, at) => [secretPair(at + 1).hash, at + 1]));

/**
 * A wallet that keeps books outside the tabs. It pays or refuses each invoice once and for all. Its
 * answers may be lost, late, doubled, out of order, or false.
 */
function bookkeeper() {
  /**
   * `books`: true if the invoice with that hash was paid. `asked`: every request to pay, paid or
   * not.
   */
  const books = new Map<string, boolean>();
  const asked: string[] = [];
  const unsaid: Array<() => unknown> = [];
  const seen = new Set<Called>();
  const hear = (tab: MoneyTab, disk: MoneyDisk, pays: boolean): void => {
    for (const called of tab.calls) {
      if (seen.has(called)) continue;
      seen.add(called);
      const { call, answer } = called;
      if (call.method === 'pay_invoice') {
        const hash =
          [...disk.records().values()].find(({ checked }) => checked?.invoice === call.invoice)
            ?.checked?.hash ?? '';
        asked.push(hash);
        if (!books.has(hash)) books.set(hash, pays);
        unsaid.push(() => answer(paid(hash, books.get(hash) === true)));
      } else if (call.method === 'lookup_invoice')
        unsaid.push(() => answer(looked(call.hash, books.get(call.hash))));
    }
  };
  return { books, asked, unsaid, hear };
}

function paid(hash: string, isPaid: boolean): WalletReply {
  if (isPaid)
    return {
      method: 'pay_invoice',
      preimage: secretPair(SEEDS.get(hash) ?? 0).preimage,
      feesMsats: 0,
    };
  return {
    method: 'error',
    code: 'INSUFFICIENT_BALANCE',
    isDefinite: true,
    words: { code: 'said', params: { text: 'no' } },
  };
}

function looked(hash: string, isPaid: boolean | undefined): WalletReply {
  if (isPaid === undefined)
    return {
      method: 'error',
      code: 'NOT_FOUND',
      isDefinite: true,
      words: { code: 'said', params: { text: 'no' } },
    };
  const preimage = isPaid ? secretPair(SEEDS.get(hash) ?? 0).preimage : undefined;
  const transaction = {
    type: 'outgoing',
    state: isPaid ? 'settled' : 'failed',
    hash,
    preimage,
    amountMsats: 0,
    feesMsats: 0,
  } as const;
  return {
    method: 'lookup_invoice',
    transaction: { ...transaction, description: '', at: undefined },
  };
}

/**
 * The account's ecash outside the tabs, as its log is. It executes an order once by the name of the
 * job, and reports the result on request. It never received an order that was lost with its page.
 */
function purse({
  books,
  asked,
  unsaid,
}: Pick<ReturnType<typeof bookkeeper>, 'books' | 'asked' | 'unsaid'>) {
  const jobs = new Map<string, string>();
  const seen = new Set<AnyEventObject>();
  const take = (order: AnyEventObject, disk: MoneyDisk, pays: boolean): void => {
    const { job, from } = order;
    if (order.type === 'ecash.melt' && !jobs.has(job)) {
      const hash =
        [...disk.records().values()].find(({ checked }) => checked?.invoice === order['invoice'])
          ?.checked?.hash ?? '';
      jobs.set(job, hash);
      asked.push(hash);
      books.set(hash, pays);
    }
    const hash = jobs.get(job);
    const say = (told: AnyEventObject) => () =>
      from.getSnapshot().status === 'active' && from.send(told);
    unsaid.push(
      say(
        hash === undefined
          ? { type: 'ecash.unheard', job }
          : melted(job, hash, books.get(hash) === true),
      ),
    );
  };
  const hear = (tab: MoneyTab, disk: MoneyDisk, pays: boolean): void => {
    for (const order of [...tab.scopeAsks('ecash.melt'), ...tab.scopeAsks('ecash.tell')]) {
      if (!seen.has(order)) take(order, disk, pays);
      seen.add(order);
    }
  };
  return { jobs, hear };
}

function melted(job: string, hash: string, isPaid: boolean): AnyEventObject {
  if (!isPaid) return { type: 'ecash.ended', job, isPaid, reason: { code: 'notPaid' } };
  return {
    type: 'ecash.ended',
    job,
    isPaid,
    preimage: secretPair(SEEDS.get(hash) ?? 0).preimage,
    feeSats: 0,
  };
}

const LIE: WalletReply = {
  method: 'pay_invoice',
  preimage: secretPair(999).preimage,
  feesMsats: 0,
};

/** One step of a history. `tab`: the first or second tab. */
type Step =
  | { readonly do: 'pay'; readonly tab: 0 | 1; readonly intent: string; readonly ecash?: boolean }
  | { readonly do: 'wallet'; readonly pays: boolean }
  | { readonly do: 'say'; readonly which: number; readonly twice: boolean }
  /** `hold`: ecash accepts its orders only after the wallet's next answer. */
  | { readonly do: 'lose' | 'lie' | 'turn' | 'hold' }
  | { readonly do: 'crash'; readonly tab: 0 | 1 }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'receipt'; readonly forged: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    tab: fc.constantFrom(0 as const, 1 as const),
    intent: fc.constantFrom('i', 'j'),
    ecash: fc.boolean(),
  }),
  fc.record({ do: fc.constant('wallet' as const), pays: fc.boolean() }),
  fc.record({ do: fc.constant('say' as const), which: fc.nat(5), twice: fc.boolean() }),
  fc.record({
    do: fc.constantFrom('lose' as const, 'lie' as const, 'turn' as const, 'hold' as const),
  }),
  fc.record({ do: fc.constant('crash' as const), tab: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 30_000, 120_000) }),
  fc.record({ do: fc.constant('receipt' as const), forged: fc.boolean() }),
);

/** Run a history, then keep the world honest for long enough, and return the result. */
async function run(
  steps: readonly Step[],
  disk: MoneyDisk,
  planted: {
    readonly forgets?: boolean;
    readonly isDeaf?: boolean;
    readonly forgetsJobs?: boolean;
  } = {},
) {
  const keeper = bookkeeper();
  const ecash = purse(keeper);
  const invoice = honestInvoice(1);
  const open = () => moneyTab(disk, { invoice }, !planted.isDeaf);
  const tabs: [MoneyTab, MoneyTab] = [open(), open()];
  const all: MoneyTab[] = [...tabs];
  let pays = true;
  let isHeld = false;
  const hear = (): void => {
    for (const tab of all) keeper.hear(tab, disk, pays);
    if (!isHeld) for (const tab of tabs) ecash.hear(tab, disk, pays);
  };
  const turn = async (): Promise<void> => {
    for (const tab of tabs) await tab.settle();
  };
  await turn();
  for (const one of steps) {
    switch (one.do) {
      case 'pay':
        tabs[one.tab].pay(
          one.intent,
          zapWant(),
          one.ecash ? { by: { by: 'ecash', mint: 'https://mint.example' } } : {},
        );
        await Promise.resolve();
        break;
      case 'wallet':
        pays = one.pays;
        isHeld = false;
        hear();
        break;
      case 'say': {
        const [say] = keeper.unsaid.splice(one.which % Math.max(1, keeper.unsaid.length), 1);
        say?.();
        if (one.twice) say?.();
        break;
      }
      case 'lose':
        keeper.unsaid.pop();
        break;
      case 'lie':
        for (const tab of tabs) tab.payCalls().at(-1)?.answer(LIE);
        break;
      case 'hold':
        isHeld = true;
        break;
      case 'turn':
        await turn();
        break;
      case 'crash': {
        tabs[one.tab].crash();
        if (planted.forgets) disk.entries.splice(0);
        if (planted.forgetsJobs) ecash.jobs.clear();
        tabs[one.tab] = open();
        all.push(tabs[one.tab]);
        break;
      }
      case 'wait':
        for (const tab of tabs) await tab.wait(one.ms / 2, 10_000);
        break;
      case 'receipt': {
        const record = disk.records().get('i');
        const isTrue =
          record?.checked !== undefined && keeper.books.get(record.checked.hash) === true;
        const receipt = receiptOf(record, one.forged || !isTrue ? 'f'.repeat(64) : undefined);
        for (const tab of tabs)
          for (const ask of tab.scopeAsks('relays.ask'))
            if (ask['from'].getSnapshot().status === 'active')
              ask['from'].send({ type: 'relay.events', url: 'x', events: [receipt] });
      }
    }
    hear();
  }
  // from here on no message is lost
  isHeld = false;
  for (let round = 0; round < 40; round++) {
    for (const tab of tabs) await tab.wait(100_000, 25_000);
    hear();
    for (const say of keeper.unsaid.splice(0)) say();
  }
  await turn();
  const wanted = new Set(steps.flatMap((one) => (one.do === 'pay' ? [one.intent] : []))).size;
  return { keeper, disk, wanted };
}

/** Return the violated invariants of a history (E-39, INV-PAY, BEYOND-06). */
function breaches({ keeper, disk, wanted }: Awaited<ReturnType<typeof run>>): readonly string[] {
  const found: string[] = [];
  const times = new Map<string, number>();
  for (const hash of keeper.asked) times.set(hash, (times.get(hash) ?? 0) + 1);
  if ([...times.values()].some((count) => count > 1)) found.push('asked twice for one invoice');
  if (keeper.asked.length > wanted) found.push('more payments than intents');
  for (const record of disk.records().values()) {
    const state = paymentStateOf(record);
    const isPaid = keeper.books.get(record.checked?.hash ?? '') === true;
    const { proof } = record.paid ?? {};
    if (proof?.by === 'preimage' && !isPreimage(proof.preimage, record.checked?.hash ?? ''))
      found.push('paid without its preimage');
    if (state === 'paid' && !isPaid) found.push('shown as paid, and was not');
    if (state === 'failed' && isPaid) found.push('shown as failed, and was paid');
    if (state !== 'paid' && state !== 'failed') found.push(`left as ${state}`);
  }
  return found;
}

const histories = fc.array(step, { minLength: 1, maxLength: 14 });
const RUNS = { numRuns: sequences(runs(200)) };

test('E-39 INV-PAY ECASH-01 an intent is paid once, only with proof, and it always ends', {
  timeout: timeoutOf(60_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      expect(breaches(await run(steps, moneyDisk()))).toEqual([]);
    }),
    RUNS,
  );
});

const again = (tab: 0 | 1): readonly Step[] => [
  { do: 'pay', tab: 0, intent: 'i' },
  { do: 'turn' },
  { do: 'wallet', pays: true },
  { do: 'crash', tab: 0 },
  { do: 'pay', tab, intent: 'i' },
  { do: 'turn' },
];
const AT_ONCE: readonly Step[] = [
  { do: 'pay', tab: 0, intent: 'i' },
  { do: 'pay', tab: 1, intent: 'i' },
  { do: 'turn' },
];

test('E-39 a log that a crash erases, or that accepts all entries, pays twice (planted)', async () => {
  for (const steps of [again(0), again(1), AT_ONCE])
    expect(breaches(await run(steps, moneyDisk()))).toEqual([]);
  expect(breaches(await run(again(0), moneyDisk(), { forgets: true }))).toContain(
    'more payments than intents',
  );
  const lenient = moneyDisk();
  lenient.judge.refusal = () => undefined;
  expect(breaches(await run(AT_ONCE, lenient, { isDeaf: true }))).toContain(
    'more payments than intents',
  );
});

const byEcash = (...between: readonly Step[]): readonly Step[] => [
  { do: 'wallet', pays: true },
  ...between,
  { do: 'pay', tab: 0, intent: 'i', ecash: true },
  { do: 'turn' },
  { do: 'turn' },
  { do: 'lose' },
  { do: 'crash', tab: 0 },
];

test('E-39 ECASH-01 a lost order is repeated and paid once; a lost log pays twice (planted)', async () => {
  const held = await run(byEcash({ do: 'hold' }), moneyDisk());
  expect([breaches(held), held.keeper.asked.length]).toEqual([[], 1]);
  const lost = await run(byEcash(), moneyDisk());
  expect([breaches(lost), lost.keeper.asked.length]).toEqual([[], 1]);
  expect(breaches(await run(byEcash(), moneyDisk(), { forgetsJobs: true }))).toContain(
    'asked twice for one invoice',
  );
});

test('INV-PAY trusting a wallet that reports a payment without a preimage is detected (planted)', async () => {
  const lied: readonly Step[] = [
    { do: 'wallet', pays: false },
    { do: 'pay', tab: 0, intent: 'i' },
    { do: 'turn' },
    { do: 'lie' },
    { do: 'turn' },
  ];
  const honest = await run(lied, moneyDisk());
  expect(breaches(honest)).toEqual([]);
  const believed = moneyDisk();
  const [record] = [...honest.disk.records().values()];
  believed.entries.push(
    ...honest.disk.entries.filter(({ type }) => type !== 'failed' && type !== 'doubted'),
  );
  believed.entries.push({
    type: 'paid',
    intent: 'i',
    at: record?.at ?? seconds(0),
    proof: { by: 'lookup' },
  });
  expect(breaches({ ...honest, disk: believed })).toContain('shown as paid, and was not');
});
