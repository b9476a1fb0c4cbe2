import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millis } from '../../../events/core/time.ts';
import type { Recorded, Recording } from './recorder.ts';
import { smallerRecording } from './smaller-recording.ts';

const entry = (number: number): Recorded => ({
  at: millis(number),
  to: [],
  event: { type: String(number) },
});
const recordingOf = (log: readonly Recorded[]): Recording => ({
  origin: millis(0),
  boot: undefined,
  dropped: 0,
  log,
  checks: [],
});
const numbersIn = ({ log }: Recording) => log.map(({ event }) => Number(event.type));

test('BEYOND-07 exactly the entries that an outcome needs are left, in their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(59), { maxLength: 8 }), (needed) => {
      const attempt = (tried: Recording) => ({
        isSame: needed.every((one) => numbersIn(tried).includes(one)),
        lost: [],
      });
      const all = recordingOf(Array.from({ length: 60 }, (_, at) => entry(at)));
      const small = smallerRecording(all, attempt);
      expect(numbersIn(small)).toEqual(needed.toSorted((a, b) => a - b));
      expect(small.checks).toBeUndefined();
    }),
    { numRuns: 20 },
  );
});

test('BEYOND-07 kept entries stay, and one within a removed entry becomes a step of its own', () => {
  const all = recordingOf([
    { ...entry(0), during: 5 },
    entry(1),
    { ...entry(2), during: 7 },
    entry(3),
    { ...entry(4), during: 9 },
  ]);
  const keep = [0, 2, 3, 4].map((at) => all.log[at]).filter((one) => one !== undefined);
  const small = smallerRecording(all, () => ({ isSame: true, lost: [] }), keep);
  expect(small.log.map(({ event, during }) => [event.type, during])).toEqual([
    // within the start
    ['0', 5],
    ['2', undefined],
    ['3', undefined],
    ['4', 9],
  ]);
});

test('BEYOND-07 entries without a receiver go with the entry that started it', () => {
  const tries: number[] = [];
  const attempt = (tried: Recording) => {
    tries.push(tried.log.length);
    const isStarted = numbersIn(tried).includes(0);
    return { isSame: true, lost: isStarted ? [] : tried.log };
  };
  const all = recordingOf(Array.from({ length: 1_000 }, (_, at) => entry(at)));
  expect(smallerRecording(all, attempt).log).toEqual([]);
  expect(tries.length).toBeLessThan(15);
});

test('BEYOND-07 the number of tries is limited, and the result has the outcome', () => {
  let tries = 0;
  const attempt = (tried: Recording) => {
    tries++;
    return { isSame: numbersIn(tried).filter((one) => one % 2 === 0).length === 50, lost: [] };
  };
  const all = recordingOf(Array.from({ length: 100 }, (_, at) => entry(at)));
  const small = smallerRecording(all, attempt, [], 30);
  expect(tries).toBe(30);
  expect(attempt(small).isSame).toBe(true);
});
