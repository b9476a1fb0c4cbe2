import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESULT } from '../../nostr/kinds.ts';
import { currencyOf, moneyOf, rateIn } from './rate.ts';

const claim = (content: unknown) =>
  ({ claim: 'other', kind: RESULT.ExchangeRate, content }) as const;

test('WALLET-02 a rate is a positive number or its text; anything else is refused', () => {
  expect(rateIn([claim({ rate: '97000.5' })])).toBe(97_000.5);
  expect(rateIn([claim('x'), claim({ rate: 64_000 })])).toBe(64_000);
  for (const rate of [0, -1, 'x', '', null, {}, Number.NaN, 1e15])
    expect(rateIn([claim({ rate })])).toBeUndefined();
  fc.assert(
    fc.property(fc.anything(), (content) => {
      const rate = rateIn([claim(content)]);
      expect(rate === undefined || rate > 0).toBe(true);
    }),
  );
});

test('WALLET-02 sats are shown in the user’s currency and locale; nothing below its smallest coin', () => {
  expect(moneyOf(1_000, 97_000, 'USD', 'en-US')).toBe('$0.97');
  expect(moneyOf(100_000_000, 60_000, 'EUR', 'en-US')).toBe('€60,000.00');
  expect(moneyOf(1_000, 10_000_000, 'JPY', 'en-US')).toBe('¥100');
  expect(moneyOf(1, 97_000, 'USD', 'en-US')).toBeUndefined();
  expect(['de-AT', 'en-GB', 'fr', 'pt-BR', 'zh-Hant-TW', ''].map(currencyOf)).toEqual([
    'EUR',
    'GBP',
    'USD',
    'BRL',
    'USD',
    'USD',
  ]);
});

test('WALLET-02 each known region has its currency, in any case and beside other subtags', () => {
  const euro = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';
  for (const region of euro.split(' ')) expect(currencyOf(`en-${region}`)).toBe('EUR');
  for (const [region, currency] of [
    ['GB', 'GBP'],
    ['CH', 'CHF'],
    ['JP', 'JPY'],
    ['CA', 'CAD'],
    ['AU', 'AUD'],
    ['BR', 'BRL'],
    ['IN', 'INR'],
    ['MX', 'MXN'],
    ['US', 'USD'],
  ])
    expect(currencyOf(`xx-${region}`)).toBe(currency);
  expect(['de-ch', 'de-Latn-CH', 'ch', 'sr-Latn'].map(currencyOf)).toEqual([
    'CHF',
    'CHF',
    'USD',
    'USD',
  ]);
});

test('WALLET-02 the highest accepted rate is a million million', () => {
  expect([rateIn([claim({ rate: 1e12 })]), rateIn([claim({ rate: 1e12 + 1 })])]).toEqual([
    1e12,
    undefined,
  ]);
  expect(moneyOf(100, 10_000, 'USD', 'en-US')).toBe('$0.01');
});
