import { expect, test } from 'vitest';
import type { Filter } from '../../src/events/connection/filter.ts';
import { seconds } from '../../src/events/core/time.ts';
import { type Query, runImmediately } from './engine/statements.ts';
import { openLongQueryTurns } from '../long-query-turns.ts';
import { queriesOn } from './queries.ts';
import { synchronousDatabase, openDatabase } from './sqlite/sqlite-database.ts';

function* nothing(): Query<void> {}

test('TRUST-09 long queries wait for their turn, and a short one does not', async () => {
  const database = synchronousDatabase(openDatabase(':memory:', () => seconds(1)));
  const begun: (() => void)[] = [];
  const runLong = async <T>(asked: Query<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(resolve);
    await promise;
    for (let step = asked.next([]); ; step = asked.next([]))
      if (step.done === true) return step.value;
  };
  const { walk, longQueries } = queriesOn(database, {
    run: runImmediately,
    runLong,
    turns: openLongQueryTurns(4),
    sweep: nothing,
  });
  const ask = async (filter: Filter) => {
    for await (const _ of walk([filter], 5_000)) continue;
  };
  const long = Array.from({ length: 5 }, () => ask({ search: 'word' }));
  await expect.poll(() => begun.length).toBe(2);
  const short = ask({ ids: ['a'.repeat(64)] });
  await expect.poll(() => begun.length).toBe(3);
  expect(longQueries()).toEqual({ running: 2, waiting: 3, refused: 0 });
  begun[2]?.();
  await short;
  for (let n = 0; n < 6; n++) {
    await expect.poll(() => begun.length).toBeGreaterThan(n);
    begun[n]?.();
  }
  await Promise.all(long);
  expect(longQueries()).toEqual({ running: 0, waiting: 0, refused: 0 });
});
