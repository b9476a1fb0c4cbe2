import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoreBusy, TooManyQueries } from './errors.ts';
import { askedFrom, openLongQueryTurns } from './long-query-turns.ts';

/** Turns on a clock of their own, with queries that end when told. */
function triedTurns(count: number) {
  let time = 0;
  const turns = openLongQueryTurns(count, () => time);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (address: string, name: string, signal?: AbortSignal) =>
    askedFrom(address, () =>
      turns.take(() => {
        started.push(name);
        const { promise, resolve } = Promise.withResolvers<string>();
        ends.set(name, () => resolve(name));
        return promise;
      }, signal),
    );
  const end = async (name: string, after = 0) => {
    time += after;
    ends.get(name)?.();
    // its answer, and the start of the next
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { turns, started, ask, end };
}

test('TRUST-09 an address uses half of the places, and another one finds a free one', async () => {
  const { turns, started, ask, end } = triedTurns(4);
  const many = Array.from({ length: 10 }, (_, n) => ask('a', `a${n}`));
  expect(started).toEqual(['a0', 'a1']);
  void ask('b', 'b0');
  expect(started).toEqual(['a0', 'a1', 'b0']);
  expect(turns.counts()).toEqual({ running: 3, waiting: 8, refused: 0 });
  await end('a1');
  expect(await many[1]).toBe('a1');
  expect(started.at(-1)).toBe('a2');
});

test('TRUST-09 of waiting addresses the one goes first that used the least time lately', async () => {
  const { started, ask, end } = triedTurns(2);
  void ask('a', 'a0');
  void ask('b', 'b0');
  for (const name of ['a1', 'a2']) void ask('a', name);
  await end('a0', 5_000);
  expect(started.at(-1)).toBe('a1');
  void ask('c', 'c0');
  await end('b0');
  expect(started.at(-1)).toBe('c0');
  for (const name of ['b1', 'c1']) void ask(name.slice(0, 1), name);
  await end('a1', 5_000);
  expect(started.at(-1)).toBe('b1');
});

test('TRUST-09 queries above 50 of an address that wait are refused, and others are not', async () => {
  const { turns, started, ask, end } = triedTurns(2);
  const held = Array.from({ length: 51 }, (_, n) => ask('a', `a${n}`));
  await expect(ask('a', 'more')).rejects.toThrow(TooManyQueries);
  void ask('b', 'b0');
  expect(started).toEqual(['a0', 'b0']);
  expect(turns.counts()).toEqual({ running: 2, waiting: 50, refused: 1 });
  await end('a0');
  void ask('a', 'again');
  expect(turns.counts()).toMatchObject({ waiting: 50, refused: 1 });
  expect(await held[0]).toBe('a0');
});

test('TRUST-09 the service itself may wait with more, and all that wait are 2,000 at most', async () => {
  const { turns, ask } = triedTurns(1);
  for (let n = 0; n <= 2_000; n++) void ask('', `${n}`);
  await expect(ask('b', 'b0')).rejects.toThrow(StoreBusy);
  expect(turns.counts()).toEqual({ running: 1, waiting: 2_000, refused: 1 });
});

test('TRUST-09 a waiting query whose client left makes room, and one that failed too', async () => {
  const { turns, started, ask, end } = triedTurns(2);
  const left = new AbortController();
  void ask('a', 'a0');
  const waiting = ask('a', 'a1', left.signal);
  left.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  expect(turns.counts()).toMatchObject({ running: 1, waiting: 0 });
  await end('a0');
  const failing = askedFrom('a', () => turns.take(() => Promise.reject(new StoreBusy('x'))));
  await expect(failing).rejects.toThrow(StoreBusy);
  void ask('a', 'a2');
  expect(started).toEqual(['a0', 'a2']);
  await expect(ask('a', 'a3', left.signal)).rejects.toThrow('closed');
  expect(turns.counts()).toEqual({ running: 1, waiting: 0, refused: 0 });
});

test('TRUST-09 in any order each query runs once or is refused, and never too many at a time', async () => {
  const step = fc.oneof(
    fc.record({ ask: fc.constantFrom('a', 'b', 'c', '') }),
    fc.record({ end: fc.nat(), after: fc.nat(10_000) }),
    fc.record({ leave: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step), async (count, steps) => {
      const { turns, started, ask, end } = triedTurns(count);
      const [running, all] = [new Set<string>(), new Map<string, AbortController>()];
      const outcomes: Promise<unknown>[] = [];
      for (const each of steps) {
        if ('ask' in each) {
          const name = `${each.ask}${all.size}`;
          const controller = new AbortController();
          all.set(name, controller);
          outcomes.push(ask(each.ask, name, controller.signal).catch(() => undefined));
        } else if ('end' in each) {
          const name = [...running][each.end % Math.max(1, running.size)];
          if (name !== undefined) {
            running.delete(name);
            await end(name, each.after);
          }
        } else [...all.values()][each.leave % Math.max(1, all.size)]?.abort();
        for (const name of started.splice(0)) running.add(name);
        expect(running.size).toBeLessThanOrEqual(count);
        for (const address of ['a', 'b', 'c', ''])
          expect(
            [...running].filter((name) => name.replace(/\d+$/, '') === address).length,
          ).toBeLessThanOrEqual(Math.ceil(count / 2));
        expect(turns.counts().running).toBe(running.size);
      }
      while (running.size > 0) {
        const [name = ''] = running;
        running.delete(name);
        await end(name);
        for (const next of started.splice(0)) running.add(next);
      }
      await Promise.all(outcomes);
      expect(turns.counts()).toMatchObject({ running: 0, waiting: 0 });
    }),
  );
});
