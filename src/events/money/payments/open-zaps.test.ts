import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANN, zapWant } from '../../../../tests/support/money/money-world.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { seconds } from '../../core/time.ts';
import { isPaymentSettled, mayBeSpent, type PaymentEntry } from './payment.ts';
import { foldPayments, openZaps, refusalOf } from './payment-fold.ts';
import { readPaymentEntry } from './payment-read.ts';
import { runs } from '../../../../tests/support/runs.ts';

const at = seconds(1_700_000_000);
const INTENTS = ['one', 'two', 'three'] as const;
type Intent = (typeof INTENTS)[number];
const pairOf = (intent: Intent) => secretPair(INTENTS.indexOf(intent) + 1);

function linesOf(
  intent: Intent,
  id: string,
  { once = true, group = intent }: { once?: boolean; group?: string } = {},
) {
  const { hash, preimage } = pairOf(intent);
  const lines: Record<
    'asked' | 'checked' | 'paying' | 'doubted' | 'failed' | 'paid',
    PaymentEntry
  > = {
    asked: { type: 'asked', intent, at, group, want: zapWant({ to: { pubkey: ANN, id } }) },
    checked: {
      type: 'checked',
      intent,
      at,
      invoice: invoiceOf(hash),
      hash,
      amountMsats: 42_000,
      expiresAt: seconds(1_700_003_600),
    },
    paying: { type: 'paying', intent, at, payer: { by: 'wallet', wallet: 'w' }, limits: {}, once },
    doubted: { type: 'doubted', intent, at, reason: { code: 'pay.walletSilent' } },
    failed: { type: 'failed', intent, at, reason: { code: 'pay.declined' } },
    paid: { type: 'paid', intent, at, proof: { by: 'preimage', preimage } },
  };
  return lines;
}

const note = 'b'.repeat(64);
const ready = (intent: Intent, id = note, more = {}) => {
  const { asked, checked } = linesOf(intent, id, more);
  return [asked, checked];
};
const open = [...ready('one'), linesOf('one', note).paying];

test('ZAP-07 INV-PAY the log refuses a zap while an earlier one of the same note is open, and only then', () => {
  const records = foldPayments(new Map(), [...open, ...ready('two')]);
  const { paying } = linesOf('two', note);
  expect(refusalOf(records, paying)).toEqual({ code: 'pay.openBefore' });
  for (const end of ['failed', 'paid'] as const)
    expect(refusalOf(foldPayments(records, [linesOf('one', note)[end]]), paying)).toBeUndefined();
});

test('ZAP-07 another note, another share, a confirmed zap and a line of an older log are admitted', () => {
  const admitted = (intent: Intent, id: string, more: { once?: boolean; group?: string } = {}) =>
    refusalOf(
      foldPayments(new Map(), [...open, ...ready(intent, id, more)]),
      linesOf(intent, id, more).paying,
    );
  expect([
    admitted('two', 'c'.repeat(64)),
    admitted('two', note, { group: 'one' }),
    admitted('two', note, { once: false }),
    admitted('three', note, { once: false }),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  const written = JSON.parse(JSON.stringify(linesOf('two', note).paying));
  expect([
    readPaymentEntry(written),
    readPaymentEntry({ ...written, once: undefined }),
  ]).toMatchObject([{ once: true }, { once: undefined }]);
});

test('ZAP-07 property: in any order of lines, at most one zap of a note is spendable and unsettled', () => {
  const kinds = ['asked', 'checked', 'paying', 'doubted', 'failed', 'paid'] as const;
  const line = fc
    .tuple(fc.constantFrom(...INTENTS), fc.constantFrom(...kinds))
    .map(([intent, kind]) => linesOf(intent, note)[kind]);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const records = foldPayments(new Map(), lines);
      const spending = [...records.values()].filter(
        (record) => mayBeSpent(record) && !isPaymentSettled(record),
      );
      const listed = openZaps(records).get(note) ?? [];
      return spending.length <= 1 && spending.every((record) => listed.includes(record));
    }),
    { numRuns: runs(100) },
  );
});
