import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf, splitsIn } from './splits.ts';

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
