import { expect, test } from 'vitest';
import { paymentEnglish, spoken } from './payments.ts';

const { words } = paymentEnglish;

test('E-38 both amounts are named where an invoice is not over what was asked for; a wallet’s own words are passed on', () => {
  const text = spoken(words, { code: 'pay.otherAmount', params: { asked: 42_000, invoiced: 43_500 } });
  expect(text).toContain('42 sats');
  expect(text).toContain('43.5 sats');
  expect(spoken(words, { code: 'said', params: { text: 'No route' } })).toBe('No route');
  expect(spoken(words, { code: 'wallet.noRelay' })).toContain('invalid connection string');
});
