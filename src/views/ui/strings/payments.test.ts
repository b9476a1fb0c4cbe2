import { expect, test } from 'vitest';
import { paymentEnglish, spoken } from './payments.ts';

const { words } = paymentEnglish;

test('E-38 an invoice over a wrong amount names both amounts; a wallet’s own text is shown unchanged', () => {
  const text = spoken(words, {
    code: 'pay.otherAmount',
    params: { asked: 42_000, invoiced: 43_500 },
  });
  expect(text).toContain('42 sats');
  expect(text).toContain('43.5 sats');
  expect(spoken(words, { code: 'said', params: { text: 'No route' } })).toBe('No route');
  expect(spoken(words, { code: 'wallet.noRelay' })).toContain(
    'This connection string is not valid',
  );
});
