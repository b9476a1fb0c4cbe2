import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rngOf } from './prng.ts';

test('the same seed gives the same stream, another seed another one, independent of forks', () => {
  const take = (seed: string) => Array.from({ length: 20 }, rngOf(seed).next);
  expect(take('a')).toEqual(take('a'));
  expect(take('a')).not.toEqual(take('b'));
  const [plain, forking] = [rngOf('a'), rngOf('a')];
  forking.fork('x').next();
  expect(forking.next()).toBe(plain.next());
});

test('numbers, picks and shuffles stay within their bounds', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.integer(), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: -50, max: 50 }),
      fc.nat(60),
      (seed, list, low, span) => {
        const rng = rngOf(seed);
        const number = rng.int(low, low + span);
        expect(Number.isInteger(number) && number >= low && number <= low + span).toBe(true);
        expect(list).toContain(rng.pick(list));
        expect(new Set(rng.shuffle(list))).toEqual(new Set(list));
        expect(rng.weighted(list, (item) => (item === list[0] ? 1 : 0))).toBe(list[0]);
        const share = rng.next();
        expect(share >= 0 && share < 1).toBe(true);
      },
    ),
  );
});
