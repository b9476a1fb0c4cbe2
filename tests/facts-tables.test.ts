import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { TABLES } from '../src/events/facts/tables.ts';

const EVENTS = resolve(import.meta.dirname, '../src/events/facts');
const FOLD: ReadonlySet<string> = new Set(['facts.ts', 'rows.ts']);
const names = Object.keys(TABLES);

/**
 * Tables that a text names: as a field of the facts, as a name in quotes, or as a key of a type or
 * of an object.
 */
function tablesNamedIn(text: string): readonly string[] {
  // a burst has events, too
  const keyed = names.filter((name) => name !== 'events').join('|');
  const naming = new RegExp(
    `\\b(?:facts|tables|draft|next|before|after|TABLES|ENTRIES)\\b[!?]?\\.(${names.join('|')})\\b|['"\`](${names.join('|')})['"\`]|^ +(?:readonly )?(${keyed})\\??:`,
    'gm',
  );
  return [...text.matchAll(naming)].flatMap(
    ([, field, quoted, key]) => field ?? quoted ?? key ?? [],
  );
}

test('each fact table is named only in its registry entry, in no other file of the fold', () => {
  const others = readdirSync(EVENTS).filter((file) => FOLD.has(file));
  expect(others.length).toBeGreaterThan(1);
  expect(
    others.map((file) => [file, tablesNamedIn(readFileSync(join(EVENTS, file), 'utf8'))]),
  ).toEqual(others.map((file) => [file, []]));
});

test('a table named outside the registry is caught (planted)', () => {
  const breaches = [
    'export interface Facts {\n  readonly stats: Table<NoteStatsClaim>;\n}',
    'return {\n    media: foldRows(facts.media, changes.media, mergeMedia),\n  };',
    'const { size } = facts.events;',
    "fold(draft, ['hints'], claims);",
    'const LIMITS = {\n  words: 5_000,\n};',
  ];
  expect(breaches.filter((text) => tablesNamedIn(text).length === 0)).toEqual([]);
  expect(
    tablesNamedIn(
      'function addZaps(row: Row, zaps: readonly Zap[]) {\n  for (const event of batch.events) read(event);\n}',
    ),
  ).toEqual([]);
});
