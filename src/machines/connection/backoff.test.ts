import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff, chance, pickUrl } from './backoff.ts';

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('CACHE-02 delays start at 200 ms and double up to 10 s, minus at most a quarter', () => {
  expect(backoff(0, 0.9)).toBe(200);
  expect([1, 2, 3, 4, 5, 6, 60].map((retries) => backoff(retries, 0))).toEqual([
    400, 800, 1_600, 3_200, 6_400, 10_000, 10_000,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), unit, (retries, random) => {
      const whole = Math.min(10_000, 200 * 2 ** retries);
      expect(backoff(retries, random)).toBeLessThanOrEqual(whole);
      expect(backoff(retries, random)).toBeGreaterThanOrEqual(whole * 0.75 - 1);
    }),
  );
});

test('chance is deterministic per seed, within [0, 1) and evenly spread', () => {
  fc.assert(
    fc.property(unit, (seed) => {
      expect(chance(seed)).toBe(chance(seed));
      expect(chance(seed)).toBeGreaterThanOrEqual(0);
      expect(chance(seed)).toBeLessThan(1);
    }),
  );
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let [turn, seed] = [0, 0.25]; turn < 10_000; turn++) {
    seed = chance(seed);
    const tenth = Math.floor(seed * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(Math.min(...tenths)).toBeGreaterThan(850);
  expect(Math.max(...tenths)).toBeLessThan(1_150);
});

test('CACHE-05 an address is picked from the pool at random, and each gets its turn', () => {
  fc.assert(
    fc.property(fc.array(fc.webUrl(), { minLength: 1, maxLength: 5 }), unit, (urls, random) => {
      expect(urls).toContain(pickUrl(urls, random));
    }),
  );
  expect([0, 0.34, 0.99].map((random) => pickUrl(['a', 'b', 'c'], random))).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(pickUrl([], 0.5)).toBe('');
});
