import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeIdb } from '../../../tests/support/browser/fake-idb.ts';
import { runs } from '../../../tests/support/runs.ts';
import { judge, type LogRules } from '../../events/core/log-rules.ts';
import { openDatabase } from './indexed-db.ts';
import { tabLog } from './tab-log.ts';

/** Numbers, each larger than those before it. */
const RULES: LogRules<readonly number[], number, 'too small'> = {
  empty: [],
  fold: (state, entries) => [...state, ...entries],
  refusalOf: (state, entry) => (entry > (state.at(-1) ?? 0) ? undefined : 'too small'),
};

async function openLog(idb: ReturnType<typeof fakeIdb>) {
  const db = await openDatabase(idb.factory, 'log', 1, (made) => {
    made.createObjectStore('rows', { autoIncrement: true });
  });
  return tabLog(db, idb.keyRange, {
    store: 'rows',
    timeoutMs: 1_000,
    rules: RULES,
    encode: async (entry) => ({ entry }),
    decode: async (row) =>
      typeof row === 'object' && row && 'entry' in row ? Number(row.entry) : undefined,
  });
}

const appended = async (log: Awaited<ReturnType<typeof openLog>>, entries: readonly number[]) => {
  const read: number[] = [];
  await log.append(
    (state) => judge(RULES, state, entries).admitted,
    (others) => read.push(...others),
  );
  return read;
};

test('each line is judged after the admitted ones before it', () => {
  expect(judge(RULES, [2], [3, 1, 5, 4])).toEqual({
    admitted: [3, 5],
    refused: [
      { line: 1, why: 'too small' },
      { line: 4, why: 'too small' },
    ],
  });
});

test('E-39 E-48 of tabs that append at once, each judges its entries after all stored ones', async () => {
  const turns = fc.array(fc.tuple(fc.nat(2), fc.array(fc.integer({ min: 1, max: 40 }))), {
    minLength: 2,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(turns, async (script) => {
      const idb = fakeIdb();
      const tabs = await Promise.all([0, 1, 2].map(() => openLog(idb)));
      const last = new Map<number, Promise<unknown>>();
      for (const [tab, entries] of script) {
        const log = tabs[tab];
        if (log)
          last.set(
            tab,
            Promise.resolve(last.get(tab)).then(() => appended(log, entries)),
          );
      }
      await Promise.all(last.values());
      const rows = idb.rows('log', 'rows').map((row) => (row as { entry: number }).entry);
      expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => one - other));
      for (const log of tabs) {
        await log.read();
        expect(log.state()).toEqual(rows);
      }
    }),
    { numRuns: runs(60) },
  );
});

test('E-47 a failed write leaves nothing, and entries of other tabs are reported once', async () => {
  const idb = fakeIdb();
  const [one, two] = [await openLog(idb), await openLog(idb)];
  await appended(one, [1, 2]);
  idb.faults.fail = (operation) => (operation === 'add' ? new DOMException('full') : undefined);
  const read: number[] = [];
  await expect(
    two.append(
      () => [3],
      (others) => read.push(...others),
    ),
  ).rejects.toThrow('full');
  expect([read, two.state(), idb.rows('log', 'rows').length]).toEqual([[1, 2], [1, 2], 2]);
  idb.faults.fail = () => undefined;
  expect(await appended(two, [3])).toEqual([]);
  expect(await one.read()).toEqual([3]);
});

test('E-48 a compacted log has one row, unless another tab wrote in between', async () => {
  const idb = fakeIdb();
  const [one, two] = [await openLog(idb), await openLog(idb)];
  await appended(one, [1, 2]);
  await two.read();
  await appended(one, [3]);
  await two.replace(9);
  expect(idb.rows('log', 'rows')).toHaveLength(3);
  await two.read();
  await two.replace(9);
  expect(idb.rows('log', 'rows')).toEqual([{ entry: 9 }]);
  expect(await one.read()).toEqual([9]);
  await one.remove((entry) => entry === 9);
  expect(idb.rows('log', 'rows')).toEqual([]);
});
