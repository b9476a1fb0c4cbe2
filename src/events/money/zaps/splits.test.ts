import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf } from './shares.ts';
import { splitsIn } from './splits.ts';

const [ANN, BEN, CAT] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];

test('ZAP-01 zap tags name the recipients: equal shares without weights, else no weight means no share', () => {
  const of = (...tags: ReadonlyArray<readonly string[]>) =>
    splitsIn({ tags }).map(({ pubkey, weight }) => [pubkey[0], weight]);
  expect(of(['zap', ANN, 'wss://r'], ['zap', BEN])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(of(['zap', ANN, '', '2'], ['zap', BEN], ['zap', CAT, '', '0.5'])).toEqual([
    ['a', 2],
    ['c', 0.5],
  ]);
  expect(
    of(
      ['zap', ANN, '', '1'],
      ['zap', ANN, '', '2'],
      ['zap', 'nobody', '', '1'],
      ['zap', BEN, '', '-1'],
    ),
  ).toEqual([['a', 3]]);
  expect(of(['p', ANN])).toEqual([]);
});

test('ZAP-01 shares add up to the exact sum, each within a sat of its exact share', () => {
  const weights = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 21_000_000 }), (all, sats) => {
      const shares = sharesOf(all, sats);
      const total = all.reduce((sum, weight) => sum + weight, 0);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total > 0 ? sats : 0);
      shares.forEach((share, at) => {
        expect(Number.isSafeInteger(share) && share >= 0).toBe(true);
        if (total > 0)
          expect(Math.abs(share - ((all[at] ?? 0) / total) * sats)).toBeLessThan(1.001);
      });
    }),
  );
  expect(sharesOf([1, 1, 1], 100)).toEqual([34, 33, 33]);
  expect(sharesOf([2, 1], 42)).toEqual([28, 14]);
});

test('ZAP-01 a weight is a positive number of at most a thousand million; a blank weight is none', () => {
  const weightOf = (text: string) =>
    splitsIn({
      tags: [
        ['zap', ANN, '', text],
        ['zap', BEN, '', '3'],
      ],
    }).find(({ pubkey }) => pubkey === ANN)?.weight;
  expect(['1', '0.5', '1e9', '1e10'].map(weightOf)).toEqual([1, 0.5, 1e9, 1e9]);
  for (const text of ['0', '-1', 'x', ' ', '', 'Infinity']) expect(weightOf(text)).toBeUndefined();
});

test('ZAP-01 at most twenty recipients count, with the sum of their weights and their first relay', () => {
  const keys = Array.from({ length: 25 }, (_, nth) => nth.toString(16).padStart(64, '0'));
  const tags = [...keys.map((key) => ['zap', key]), ['zap', keys[0] ?? '']];
  const found = splitsIn({ tags });
  expect([found.length, found[0]?.weight, found[19]?.pubkey]).toEqual([20, 2, keys[19]]);
  const relayed = splitsIn({
    tags: [
      ['zap', ANN, ''],
      ['zap', ANN, 'wss://first'],
      ['zap', ANN, 'wss://second'],
      ['zap', BEN],
    ],
  });
  expect(relayed).toEqual([
    { pubkey: ANN, relay: 'wss://first', weight: 3 },
    { pubkey: BEN, relay: undefined, weight: 1 },
  ]);
  expect(splitsIn({ tags: [['zap'], ['zap', 'x']] })).toEqual([]);
});

test('ZAP-01 the remainder goes to the largest rounding losses; without weights all shares are zero', () => {
  expect(sharesOf([1, 2, 3], 10)).toEqual([2, 3, 5]);
  expect(sharesOf([5, 3, 2], 7)).toEqual([4, 2, 1]);
  expect(sharesOf([0, 0], 7)).toEqual([0, 0]);
});
