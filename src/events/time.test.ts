import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExpired, isFarFuture, shownTime } from './time.ts';

const NOW = 1_700_000_000;

test('E-18 dated more than ten minutes ahead waits; the past is kept however far', () => {
  expect([NOW, NOW + 600, NOW + 601, 0, 1].map((time) => isFarFuture(time, NOW))).toEqual([false, false, true, false, false]);
});

test('E-46 a time in milliseconds is far future, not guessed into seconds', () => {
  expect(isFarFuture(1_694_192_155_914, NOW)).toBe(true);
  expect(shownTime(1_694_192_155_914, NOW)).toBe(0);
});

test('E-46 no label lies in the future, whatever the date and however the clock stands', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(4_000_000_000), (createdAt, now) => {
      const shown = shownTime(createdAt, now);
      expect(shown).toBeLessThanOrEqual(now);
      if (createdAt <= now) expect(shown).toBe(createdAt);
    }),
  );
  expect(shownTime(NOW + 30, NOW)).toBe(NOW);
});

test('expiration: past is past, and what is no whole number never expires', () => {
  const expired = (value: string | undefined) =>
    isExpired({ tags: [['t', 'x'], value === undefined ? ['expiration'] : ['expiration', value]] }, NOW);
  expect([String(NOW - 1), String(NOW), '0'].map(expired)).toEqual([true, true, true]);
  expect([String(NOW + 1), 'soon', '', '1.5', '-1', '9e99', undefined].map(expired)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(isExpired({ tags: [] }, NOW)).toBe(false);
});
