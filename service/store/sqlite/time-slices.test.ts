import { expect, test } from 'vitest';
import { type Query, yieldTurn } from '../engine/statements.ts';
import { openTimeSlices } from './time-slices.ts';

/** Block the thread for this many milliseconds before each of several pauses. */
function* work(slices: number, milliseconds: number, done: (slice: number) => void): Query<string> {
  for (let slice = 1; slice <= slices; slice++) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end) continue;
    done(slice);
    yield* yieldTurn();
  }
  return 'answer';
}

const nothing = () => undefined;

test('TRUST-09 a short query runs before the rest of a long one', async () => {
  const run = openTimeSlices();
  const log: string[] = [];
  const long = run(work(20, 2, (slice) => void log.push(`long ${slice}`)));
  await new Promise(setImmediate);
  const begun = log.length;
  expect(await run(work(1, 0, () => void log.push('short')))).toBe('answer');
  expect(log.indexOf('short')).toBeLessThanOrEqual(begun + 1);
  expect(await long).toBe('answer');
  expect(log).toHaveLength(21);
});

test('TRUST-09 a long query finishes beside an endless series of short ones', async () => {
  const run = openTimeSlices();
  let isDone = false;
  const long = Promise.resolve(run(work(5, 1, nothing))).then(() => (isDone = true));
  const asking = async () => {
    while (!isDone) await run(work(1, 1, nothing));
  };
  await Promise.all([long, asking(), asking(), asking()]);
  expect(isDone).toBe(true);
});

test('TRUST-09 other tasks run while a query is answered', async () => {
  const run = openTimeSlices();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await run(work(20, 3, nothing));
  isDone = true;
  // 60 ms in slices of 8 ms, each with one step more
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('an aborted query stops, and a failed one rejects', async () => {
  const run = openTimeSlices();
  const controller = new AbortController();
  const slices: number[] = [];
  const asked = run(
    work(9, 0, (slice) => {
      slices.push(slice);
      if (slice === 3) controller.abort(new Error('called off'));
    }),
    controller.signal,
  );
  await expect(asked).rejects.toThrow('called off');
  expect(slices).toEqual([1, 2, 3]);
  const broken = function* (): Query<string> {
    yield* yieldTurn();
    throw new Error('broken');
  };
  await expect(run(broken())).rejects.toThrow('broken');
  expect(await run(work(1, 0, nothing))).toBe('answer');
});
