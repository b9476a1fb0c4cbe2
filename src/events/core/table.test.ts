import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyTable, foldRows, getRow, rowsOf, type Table, trimRows } from './table.ts';

const change = fc.tuple(fc.string({ maxLength: 3 }), fc.option(fc.integer(), { nil: undefined }));
const replace = (_: number | undefined, next: number | undefined) => next;
const numbered = (count: number): Table<number> =>
  foldRows(
    emptyTable<number>(),
    Array.from({ length: count }, (_, i) => [`key${i}`, i] as const),
    replace,
  );

test('a table gives the same results as a Map for any writes in any batches', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 20 }), { maxLength: 10 }), (batches) => {
      const model = new Map<string, number>();
      let table = emptyTable<number>();
      for (const batch of batches) {
        table = foldRows(table, batch, replace);
        for (const [key, value] of batch) {
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        }
        expect(table.size).toBe(model.size);
        expect(new Map(rowsOf(table))).toEqual(model);
        for (const [key] of batch) expect(getRow(table, key)).toBe(model.get(key));
      }
    }),
  );
});

test('E-13 keys such as __proto__ and constructor work like all others', () => {
  const odd = ['__proto__', 'constructor', 'toString', ''];
  const empty = emptyTable<number>();
  expect(odd.map((key) => getRow(empty, key))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const table = foldRows(
    empty,
    odd.map((key, i) => [key, i] as const),
    replace,
  );
  expect(odd.map((key) => getRow(table, key))).toEqual([0, 1, 2, 3]);
});

test('a write leaves the previous table unchanged', () => {
  const before = foldRows(emptyTable<number>(), [['a', 1]], replace);
  const after = foldRows(before, [['a', 2]], replace);
  expect([getRow(before, 'a'), getRow(after, 'a')]).toEqual([1, 2]);
});

test('a fold that changes nothing returns the same table', () => {
  const table = foldRows(emptyTable<number>(), [['a', 1]], replace);
  expect(foldRows(table, [['a', 1]], replace)).toBe(table);
});

test('trimming drops exactly the excess and no row that is kept', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.uniqueArray(fc.nat(300)), (count, most, kept) => {
      const table = numbered(count);
      const keep = new Set(kept.filter((i) => i < count).map((i) => `key${i}`));
      const trimmed = trimRows(table, most, (key) => keep.has(key));
      expect(trimmed.size).toBe([...rowsOf(trimmed)].length);
      expect(trimmed.size).toBe(Math.min(count, Math.max(most, keep.size)));
      for (const key of keep) expect(getRow(trimmed, key)).toBeDefined();
    }),
  );
});

test('trimming drops the rows written longest ago and leaves the newest rows of a large table', () => {
  const table = foldRows(numbered(22_000), [['key0', -1]], replace);
  const trimmed = trimRows(table, 20_000, () => false);
  expect(trimmed.size).toBe(20_000);
  expect(getRow(trimmed, 'key0')).toBe(-1);
  for (let i = 15_000; i < 22_000; i++) expect(getRow(trimmed, `key${i}`)).toBe(i);
});
