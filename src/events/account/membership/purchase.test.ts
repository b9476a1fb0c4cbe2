import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import type { Claim } from '../../connection/claims.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { purchaseQuery } from '../signing/signed-query.ts';
import { givenAt, isGift, isMemberName, quoteIn } from './purchase.ts';

const { hash } = secretPair(1);
const answer = (content: unknown): readonly Claim[] => [
  { claim: 'other', kind: RESULT.MembershipProducts, content },
];
const INVOICE = invoiceOf(hash, { amountMsats: 7_000_000 });
const QUOTE = {
  qr_code: INVOICE,
  membership_quote_id: 'q1',
  amount_usd: '7',
  amount_btc: '0.00007',
};

test('MEMBER-02 INV-PAY a price is read with its invoice, and only if both name the same amount', () => {
  expect(quoteIn(answer(QUOTE))).toEqual({
    id: 'q1',
    invoice: INVOICE,
    hash,
    sats: 7_000,
    usd: '7',
  });
  for (const wrong of [
    { amount_btc: '0.00007001' },
    { amount_btc: undefined },
    { amount_btc: 0.00007 },
    { membership_quote_id: '' },
    { qr_code: 'bitcoin:bc1q?amount=0.00007' },
    { qr_code: invoiceOf(hash, { amountMsats: undefined }) },
    { qr_code: invoiceOf(hash, { amountMsats: 7_000_001 }) },
  ])
    expect(quoteIn(answer({ ...QUOTE, ...wrong })), JSON.stringify(wrong)).toBeUndefined();
  fc.assert(fc.property(fc.jsonValue(), (content) => quoteIn(answer(content)) === undefined));
});

test('MEMBER-02 a purchase is complete when the service names a time', () => {
  expect([
    givenAt(answer({ completed_at: null })),
    givenAt([]),
    givenAt(answer({ completed_at: 'x' })),
  ]).toEqual([undefined, undefined, undefined]);
  expect(givenAt(answer({ completed_at: 1_760_000_000 }))).toBe(1_760_000_000);
});

test('MEMBER-02 ACCOUNT-18 the signed order names the product, the name and the recipient', () => {
  const me = 'a'.repeat(64);
  const asked = purchaseQuery(me, { product: 'legend-premium', name: 'ann', usd: 25 });
  expect(asked.draft.tags).toContainEqual(['p', me]);
  expect(JSON.parse(asked.draft.content)).toEqual({
    name: 'ann',
    product_id: 'legend-premium',
    receiver_pubkey: me,
    amount_usd: '25',
  });
  expect(
    JSON.parse(purchaseQuery(me, { product: '1-month-premium', name: '' }).draft.content),
  ).not.toHaveProperty('amount_usd');
});

test('MEMBER-02 names and gifts that no service accepts are recognised in advance', () => {
  expect(['ann', 'a', 'a.b-c_d', '7seas'].every(isMemberName)).toBe(true);
  expect(['', 'Ann', 'a b', '.ann', 'ann.', 'a'.repeat(31), 'änn'].some(isMemberName)).toBe(false);
  expect([25, 1_000].every(isGift)).toBe(true);
  expect([24, 25.5, -25, Number.NaN, 1e9].some(isGift)).toBe(false);
});
