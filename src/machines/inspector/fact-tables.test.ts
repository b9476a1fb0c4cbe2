import { expect, test } from 'vitest';
import { secretOf } from '../../events/account/keys/secret.ts';
import { emptyTable, foldRows } from '../../events/core/table.ts';
import { emptyFacts } from '../../events/facts/facts.ts';
import { briefOf, columnsOf, rowsSorted, rowsWhere, tablesIn } from './fact-tables.ts';

const NSEC = `nsec1${'q'.repeat(58)}`;

const table = foldRows(
  emptyTable<{ readonly text: string }>(),
  [
    ['b7', 'anchovy'],
    ['a', 'pizza'],
    ['c', `Anchovy ${NSEC}`],
  ],
  (_, text: string) => ({ text }),
);

test('TOOL-05 tables, maps, sets and lists of a context are found by their names, the largest first', () => {
  const context = {
    facts: { notes: table },
    byId: new Map([[{ a: 1 }, 'one']]),
    seen: new Set(['x', 'y']),
    list: [{ id: 1 }],
    names: ['a', 'b'],
    text: 'none',
    pin: new Map([['1234', '5678']]),
  };
  expect(tablesIn(context).map(({ name, size }) => [name, size])).toEqual([
    ['facts.notes', 3],
    ['seen', 2],
    ['byId', 1],
    ['list', 1],
  ]);
  expect(rowsWhere(tablesIn(context)[2]!, '')).toEqual([['{"a":1}', 'one']]);
  expect(tablesIn(undefined)).toEqual([]);
});

test('TOOL-05 every table of the facts is found', () => {
  const names = tablesIn(emptyFacts).map(({ name }) => name.split('.')[0]);
  expect(Object.keys(emptyFacts).filter((name) => !names.includes(name))).toEqual([]);
});

test('TOOL-05 rows are found by key or value, in the order of their keys', () => {
  const [notes] = tablesIn({ table });
  const keys = (text: string) => rowsWhere(notes!, text).map(([key]) => key);
  expect([keys(''), keys(' ANCHOVY '), keys('b7'), keys('nothing')]).toEqual([
    ['a', 'b7', 'c'],
    ['b7', 'c'],
    ['b7'],
    [],
  ]);
});

test('TOOL-05 TRUST-05 no secret is found by its text, or in the line of its row', () => {
  const rows = new Map<string, unknown>([
    ['one', { pin: '24681', key: secretOf(NSEC), text: `my ${NSEC}`, tags: ['x'] }],
  ]);
  const [only] = tablesIn({ rows });
  expect(['24681', 'qqqq'].map((text) => rowsWhere(only!, text).length)).toEqual([0, 0]);
  expect(rowsWhere(only!, 'kept back')).toHaveLength(1);
  expect(briefOf('one', rows.get('one'))).toBe(
    'pin: …, key: …, text: my [63 characters kept back], tags: array 1',
  );
});

test('TOOL-05 a table has its scalar fields as columns, and is sorted by each, numbers as numbers', () => {
  const rows = [
    ['a', { id: 'a', kind: 10, tags: [], text: 'x' }],
    ['b', { id: 'b', kind: 9, tags: [], text: 'y', rare: 1 }],
    ['c', { id: 'c', kind: 100, tags: [], text: 'w' }],
  ] as const;
  expect(columnsOf(rows)).toEqual(['kind', 'text']);
  expect(columnsOf([['a', 'x']])).toEqual([]);
  expect(columnsOf([['a', ['x', 'y']]])).toEqual([]);
  const keys = (column: string, isDown = false) =>
    rowsSorted(rows, { column, isDown }).map(([key]) => key);
  expect(keys('kind')).toEqual(['b', 'a', 'c']);
  expect(keys('text', true)).toEqual(['b', 'a', 'c']);
  expect(keys('', true)).toEqual(['c', 'b', 'a']);
  expect(rowsSorted(rows, undefined)).toBe(rows);
});
