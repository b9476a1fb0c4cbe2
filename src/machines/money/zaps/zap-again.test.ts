import { expect, test } from 'vitest';
import {
  ANN,
  honestInvoice,
  moneyDisk,
  moneyTab,
  paidReply,
} from '../../../../tests/support/money/money-world.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import { groupIn } from '../../../events/money/payments/payment-fold.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import type { ZapCommand } from '../payments/money-protocol.ts';

const NOTE = 'b'.repeat(64);

function zapOf(intent: string, id = NOTE, more: Partial<ZapCommand> = {}): ZapCommand {
  return {
    type: 'money.zap',
    intent,
    now: seconds(1_700_000_000),
    zap: pressed({
      target: { pubkey: ANN, id, kind: 1 },
      recipients: [{ pubkey: ANN, weight: 1, address: 'ann@pay.example' }],
      relays: [],
      amountMsats: 42_000,
      message: '',
      name: 'Ann',
    }),
    ...more,
  };
}

/** Return a disk with an unresolved zap of the note, whose wallet never answered. */
async function unanswered() {
  const disk = moneyDisk();
  const first = moneyTab(disk);
  await first.settle();
  first.send(zapOf('first'));
  await first.settle(30);
  expect(first.payCalls()).toHaveLength(1);
  return { disk, first };
}

const repeatedIn = ({ actor }: ReturnType<typeof moneyTab>) => [
  ...actor.getSnapshot().context.repeated.keys(),
];

test.each(['reload', 'tab'] as const)(
  'ZAP-07 INV-PAY a second zap of a note after a %s asks first and pays nothing without confirmation',
  async (by) => {
    const { disk, first } = await unanswered();
    if (by === 'reload') first.actor.stop();
    const second = moneyTab(disk, { invoice: honestInvoice(2) });
    // ordered before the log was read
    second.send(zapOf('second'));
    await second.settle(60);
    expect([second.payCalls(), repeatedIn(second)]).toEqual([[], ['second']]);
    second.send({ type: 'money.decline', intent: 'second' });
    second.send(zapOf('second'));
    await second.settle(60);
    const { context } = second.actor.getSnapshot();
    expect([second.payCalls(), repeatedIn(second), groupIn(context.records, 'second')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(context.dropped).toEqual(new Set(['second']));
  },
);

test('ZAP-07 confirming the question zaps again, once', async () => {
  const { disk } = await unanswered();
  const second = moneyTab(disk, { invoice: honestInvoice(2) });
  second.send(zapOf('second'));
  await second.settle(60);
  second.send({ type: 'money.confirm', intent: 'second' });
  second.send({ type: 'money.confirm', intent: 'second' });
  await second.settle(60);
  expect([second.payCalls().length, repeatedIn(second)]).toEqual([1, []]);
});

test('ZAP-07 a zap of another note, or one whose dialog named the open zap, is not asked about', async () => {
  const { first } = await unanswered();
  first.send(zapOf('other', 'c'.repeat(64)));
  first.send(zapOf('knowing', NOTE, { again: true }));
  await first.settle(60);
  expect([first.payCalls().length, repeatedIn(first)]).toEqual([3, []]);
});

test('ZAP-07 a zap after the first one is paid is not asked about', async () => {
  const { first } = await unanswered();
  first.payCalls()[0]?.answer(paidReply(1));
  await first.settle(30);
  first.send(zapOf('second'));
  await first.settle(60);
  expect([first.payCalls().length, repeatedIn(first)]).toEqual([2, []]);
});

test('ZAP-07 INV-PROGRESS a question without an answer is cancelled after five minutes', async () => {
  const { disk } = await unanswered();
  const second = moneyTab(disk, { invoice: honestInvoice(2) });
  second.send(zapOf('second'));
  await second.settle(60);
  await second.wait(5 * 60_000, 10_000);
  expect([second.payCalls(), repeatedIn(second)]).toEqual([[], []]);
});

test('ZAP-07 INV-PAY E-39 if two tabs zap one note at once, the log admits one payment', async () => {
  const disk = moneyDisk();
  // neither tab receives the other's entry in time to ask
  const invoice = honestInvoice();
  const [one, two] = [moneyTab(disk, { invoice }, false), moneyTab(disk, { invoice }, false)];
  await Promise.all([one.settle(), two.settle()]);
  one.send(zapOf('one'));
  two.send(zapOf('two'));
  await one.settle(60);
  await two.settle(60);
  expect(one.payCalls().length + two.payCalls().length).toBe(1);
  const failed = [...disk.records().values()].filter(
    (record) => paymentStateOf(record) === 'failed',
  );
  expect(failed.map(({ failure }) => failure)).toEqual([{ code: 'pay.openBefore' }]);
});
