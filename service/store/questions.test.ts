import { expect, test } from 'vitest';
import { seconds } from '../../src/events/time.ts';
import { type Asked, finish } from './asked.ts';
import { questionsOn } from './questions.ts';
import { databaseAtOnce, openDatabase } from './sqlite-database.ts';

function* nothing(): Asked<void> {}

test('TRUST-09 of questions that may find many events eight are worked on at a time, others do not wait', async () => {
  const database = databaseAtOnce(openDatabase(':memory:', () => seconds(1)));
  const begun: (() => void)[] = [];
  const runLong = async <T>(asked: Asked<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(resolve);
    await promise;
    for (let step = asked.next([]); ; step = asked.next([])) if (step.done === true) return step.value;
  };
  const { walk } = questionsOn(database, { run: finish, runLong, sweep: nothing });
  const ask = async (cap: number) => {
    for await (const _ of walk([{}, { kinds: [1] }], cap)) continue;
  };
  const large = Array.from({ length: 20 }, () => ask(10_000));
  await expect.poll(() => begun.length).toBe(8);
  const small = ask(20);
  expect(begun).toHaveLength(9);
  begun[8]?.();
  await small;
  for (let n = 0; n < 21; n++) {
    await expect.poll(() => begun.length).toBeGreaterThan(n);
    begun[n]?.();
  }
  await Promise.all(large);
});
