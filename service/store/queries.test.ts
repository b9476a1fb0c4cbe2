import { expect, test } from 'vitest';
import { seconds } from '../../src/events/core/time.ts';
import { type Query, runImmediately } from './engine/statements.ts';
import { queriesOn } from './queries.ts';
import { synchronousDatabase, openDatabase } from './sqlite/sqlite-database.ts';

function* nothing(): Query<void> {}

test.each([
  [10_001, 8],
  [5_000, 128],
])(
  'TRUST-09 of queries that may find %d events twice, %d run at a time, and short ones do not wait',
  async (cap, seats) => {
    const database = synchronousDatabase(openDatabase(':memory:', () => seconds(1)));
    const begun: (() => void)[] = [];
    const runLong = async <T>(asked: Query<T>): Promise<T> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      begun.push(resolve);
      await promise;
      for (let step = asked.next([]); ; step = asked.next([]))
        if (step.done === true) return step.value;
    };
    const { walk } = queriesOn(database, { run: runImmediately, runLong, sweep: nothing });
    const ask = async (cap: number) => {
      for await (const _ of walk([{}, { kinds: [1] }], cap)) continue;
    };
    const large = Array.from({ length: seats + 12 }, () => ask(cap));
    await expect.poll(() => begun.length).toBe(seats);
    const small = ask(20);
    await expect.poll(() => begun.length).toBe(seats + 1);
    begun[seats]?.();
    await small;
    for (let n = 0; n < seats + 13; n++) {
      await expect.poll(() => begun.length).toBeGreaterThan(n);
      begun[n]?.();
    }
    await Promise.all(large);
  },
);
