import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { seconds } from '../../core/time.ts';
import { foldPayments } from './payment-fold.ts';
import {
  isLocked,
  isPaymentSettled,
  mayBeSpent,
  mayCallOff,
  maySettleByHand,
  type Payer,
  type PaymentEntry,
  type PaymentRecord,
  paymentStateOf,
  zapKeyOf,
} from './payment.ts';

const ANN = 'a'.repeat(64);
const { hash, preimage } = secretPair(1);
const at = seconds(1_000);
const MINT = 'https://mint.example';
const base = { intent: 'i', at } as const;
const asked: PaymentEntry = {
  ...base,
  type: 'asked',
  want: { type: 'address', address: 'ann@pay.example', amountMsats: 5, message: '' },
};
const gift: PaymentEntry = {
  ...base,
  type: 'asked',
  want: {
    type: 'nutzap',
    to: { pubkey: ANN },
    mint: MINT,
    named: MINT,
    key: ANN,
    relays: [],
    amountMsats: 5,
    message: '',
  },
};
const checked: PaymentEntry = {
  ...base,
  type: 'checked',
  invoice: invoiceOf(hash, { amountMsats: 5 }),
  hash,
  amountMsats: 5,
  expiresAt: seconds(5_000),
};
const paying = (payer: Payer): PaymentEntry => ({ ...base, type: 'paying', payer, limits: {} });
const doubted = (code: 'pay.walletSilent' | 'pay.unpublished'): PaymentEntry => ({
  ...base,
  type: 'doubted',
  reason: { code },
});
const failed: PaymentEntry = { ...base, type: 'failed', reason: { code: 'pay.declined' } };
const paid: PaymentEntry = { ...base, type: 'paid', proof: { by: 'preimage', preimage } };
const ecash: Payer = { by: 'ecash', mint: MINT };
const webln: Payer = { by: 'webln' };

function record(...lines: readonly PaymentEntry[]): PaymentRecord {
  const found = foldPayments(new Map(), lines).get('i');
  if (!found) throw new Error('no record');
  return found;
}
const silent = doubted('pay.walletSilent');
const BEGUN = record(asked, checked, paying(webln));
const UNKNOWN = record(asked, checked, paying(webln), silent);
const BY_ECASH = record(asked, checked, paying(ecash), silent);
const GIFT = record(gift, paying(ecash), silent);
const LOCKED = record(gift, paying(ecash), doubted('pay.unpublished'));

test('BEYOND-06 a payment is settled once it is paid or failed, and spendable until it failed', () => {
  const table = [
    [record(asked), 'asked', false, false],
    [record(asked, checked), 'checked', false, false],
    [record(asked, checked, paying({ by: 'shown' })), 'shown', false, true],
    [BEGUN, 'paying', false, true],
    [UNKNOWN, 'unknown', false, true],
    [record(asked, checked, paying(webln), failed), 'failed', true, false],
    [record(asked, failed), 'failed', true, false],
    [record(asked, checked, paying(webln), paid), 'paid', true, true],
    [record(asked, checked, paying(webln), failed, paid), 'paid', true, true],
  ] as const;
  for (const [one, state, isSettled, isSpendable] of table)
    expect([paymentStateOf(one), isPaymentSettled(one), mayBeSpent(one)]).toEqual([
      state,
      isSettled,
      isSpendable,
    ]);
});

test('E-39 E-42 only an unknown payment with ecash is cancelled, unless its nutzap is locked', () => {
  const all = [BEGUN, UNKNOWN, BY_ECASH, GIFT, LOCKED, record(asked, checked, paying(ecash))];
  expect(all.map(mayCallOff)).toEqual([false, false, true, true, false, false]);
  expect(all.map(isLocked)).toEqual([false, false, false, false, true, false]);
});

test('BEYOND-06 the user settles an unknown payment an hour after its end; of ecash only the log does', () => {
  const may = (one: PaymentRecord, isPaid: boolean, when: number) =>
    maySettleByHand(one, isPaid, seconds(when));
  const [invoiceEnd, giftEnd] = [5_000 + 3_600, 1_000 + 3_600];
  expect([may(UNKNOWN, true, invoiceEnd), may(UNKNOWN, false, invoiceEnd)]).toEqual([true, true]);
  expect([may(UNKNOWN, true, invoiceEnd - 1), may(BEGUN, true, invoiceEnd)]).toEqual([
    false,
    false,
  ]);
  expect([may(BY_ECASH, true, invoiceEnd), may(GIFT, true, giftEnd)]).toEqual([false, false]);
  expect([may(LOCKED, true, giftEnd), may(LOCKED, false, giftEnd)]).toEqual([true, false]);
  expect(may(LOCKED, true, giftEnd - 1)).toBe(false);
});

test('ZAP-07 zaps are counted by the address of their target, else its id, else the person', () => {
  const [id, address] = ['b'.repeat(64), `30023:${ANN}:tea`];
  expect([
    zapKeyOf({ pubkey: ANN, id, address }),
    zapKeyOf({ pubkey: ANN, id }),
    zapKeyOf({ pubkey: ANN }),
  ]).toEqual([address, id, ANN]);
});
