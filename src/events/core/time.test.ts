import { expect, test } from 'vitest';
import {
  inMillis,
  inSeconds,
  isExpired,
  isFarFuture,
  justAfter,
  later,
  millis,
  redated,
  seconds,
} from './time.ts';

const NOW = 1_700_000_000;

test('E-18 an event dated more than ten minutes ahead waits; any past date is accepted', () => {
  expect(
    [NOW, NOW + 600, NOW + 601, 0, 1].map((time) => isFarFuture(seconds(time), seconds(NOW))),
  ).toEqual([false, false, true, false, false]);
});

test('E-46 a time in milliseconds is far future, not converted to seconds', () => {
  expect(isFarFuture(seconds(1_694_192_155_914), seconds(NOW))).toBe(true);
});

test('a past expiration expires, and a value that is not a whole number never does', () => {
  const expired = (value: string | undefined) =>
    isExpired(
      { tags: [['t', 'x'], value === undefined ? ['expiration'] : ['expiration', value]] },
      seconds(NOW),
    );
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
  expect(isExpired({ tags: [] }, seconds(NOW))).toBe(false);
});

test('redating replaces now in a value that has one and returns any other value unchanged', () => {
  const undated = { type: 'act', at: 1 };
  expect(redated({ type: 'act', now: 1 }, seconds(NOW))).toEqual({ type: 'act', now: NOW });
  expect(redated(undated, seconds(NOW))).toBe(undated);
});

test('the later of two times, in either order, and the moment after a time', () => {
  expect(
    [
      later(seconds(1), seconds(2)),
      later(seconds(2), seconds(1)),
      later(seconds(2), seconds(2)),
    ].map(inSeconds),
  ).toEqual([2, 2, 2]);
  expect(inMillis(justAfter(millis(5)))).toBe(6);
});
