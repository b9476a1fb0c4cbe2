import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMillis, millis } from '../core/time.ts';
import { learnedTime, timeLeft, uploadTimeFrom } from './upload-time.ts';

const MIB = 2 ** 20;
/** Defaults before the first upload. */
const UPLOAD_TIME = uploadTimeFrom(undefined);

test('LIMIT-05 upload time estimates start at 250 for every size, and 100 for the end', () => {
  expect(UPLOAD_TIME).toEqual({ small: 250, medium: 250, large: 250, huge: 250, final: 100 });
  expect([0.5, 4, 40, 400].map((size) => inMillis(timeLeft(UPLOAD_TIME, size * MIB, 0)))).toEqual([
    225, 1_100, 10_100, 100_100,
  ]);
  expect(inMillis(timeLeft(UPLOAD_TIME, 4 * MIB, 4 * MIB))).toBe(100);
});

test('LIMIT-05 the times of uploads change the estimate of their size only, by half', () => {
  const after = learnedTime(UPLOAD_TIME, 4 * MIB, { moving: millis(8_000), final: millis(300) });
  expect(after).toEqual({ ...UPLOAD_TIME, medium: 1_125, final: 200 });
  expect(learnedTime(after, 0, { moving: millis(8_000), final: millis(200) })).toEqual({
    ...after,
    final: 200,
  });
});

test('E-60 STATE-01 for any stored value, estimates are finite, not negative, and read back', () => {
  const time = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('small', 'medium', 'large', 'huge', 'final'), fc.jsonValue()),
  );
  const size = fc.nat(20_000_000_000);
  fc.assert(
    fc.property(time, size, fc.nat(), fc.nat(), fc.nat(), (kept, bytes, sent, moving, final) => {
      const read = uploadTimeFrom(kept);
      const learned = learnedTime(read, bytes, { moving: millis(moving), final: millis(final) });
      for (const one of [read, learned]) {
        expect(Object.values(one).every((value) => Number.isFinite(value) && value >= 0)).toBe(
          true,
        );
        expect(uploadTimeFrom(JSON.parse(JSON.stringify(one)))).toEqual(one);
        const left = inMillis(timeLeft(one, bytes, sent));
        expect(Number.isSafeInteger(left) && left >= 0).toBe(true);
      }
    }),
  );
});
