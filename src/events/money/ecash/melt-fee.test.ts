import { expect, test } from 'vitest';
import { ANN, zapWant } from '../../../../tests/support/money/money-world.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { seconds } from '../../core/time.ts';
import { mostMeltFee, mostMeltFees } from './melt-fee.ts';
import type { PaymentEntry } from '../payments/payment.ts';
import { foldPayments, refusalOf, spentSince } from '../payments/payment-fold.ts';
import { readPaymentEntry } from '../payments/payment-read.ts';

const at = seconds(1_700_000_000);
const { hash, preimage } = secretPair(1);
const payer = { by: 'ecash', mint: 'https://mint.example' } as const;

function checked(intent = 'i'): readonly PaymentEntry[] {
  return [
    { type: 'asked', intent, at, want: zapWant({ to: { pubkey: ANN, id: intent } }) },
    {
      type: 'checked',
      intent,
      at,
      invoice: invoiceOf(hash),
      hash,
      amountMsats: 42_000,
      expiresAt: seconds(1_700_003_600),
    },
  ];
}

const paying = (perDay: number): PaymentEntry => ({
  type: 'paying',
  intent: 'i',
  at,
  payer,
  limits: { perDay },
  mostFeeMsats: 10_000,
});

test('BEYOND-06 the highest fee of a mint is ten sats, or three percent if that is more', () => {
  expect([1, 333, 334, 10_000].map(mostMeltFee)).toEqual([10, 10, 11, 300]);
});

test('BEYOND-06 the highest fee counts against a budget before a payment is ordered', () => {
  const records = foldPayments(new Map(), checked());
  expect(refusalOf(records, paying(51_999))).toEqual({
    code: 'pay.overDay',
    params: { limit: 51_999 },
  });
  expect(refusalOf(records, paying(52_000))).toBeUndefined();
});

test('BEYOND-06 an open payment counts with its highest fee, a paid one with its actual fee', () => {
  const open = foldPayments(new Map(), [...checked(), paying(52_000)]);
  expect(spentSince(open, seconds(0))).toBe(52_000);
  const paid: PaymentEntry = {
    type: 'paid',
    intent: 'i',
    at,
    proof: { by: 'preimage', preimage },
    feesMsats: 1_000,
  };
  expect(spentSince(foldPayments(open, [paid]), seconds(0))).toBe(43_000);
});

test('BEYOND-06 the highest fee is read back from the log unchanged', () => {
  expect(readPaymentEntry(JSON.parse(JSON.stringify(paying(1))))).toMatchObject({
    mostFeeMsats: 10_000,
  });
});

test('BEYOND-06 a share of nothing costs no fee', () => {
  expect([mostMeltFees([]), mostMeltFees([0]), mostMeltFees([0, 100, 1_000])]).toEqual([0, 0, 40]);
});
