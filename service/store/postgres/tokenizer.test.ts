import { expect, test } from 'vitest';
import { toTsquery, toTsvector, tokensOf } from './tokenizer.ts';
import { isLong } from '../../../tests/support/runs.ts';

test('words are split as in SQLite: case and accents are ignored, only letters and digits form words', () => {
  expect(tokensOf("Don't say CAFÉ, naïve Ångström_42\0漢字")).toEqual([
    'don',
    't',
    'say',
    'cafe',
    'naive',
    'angstrom',
    '42',
    '漢字',
  ]);
  expect(tokensOf(' ... ')).toEqual([]);
});

test('a text is stored as its words with their positions', () => {
  expect(toTsvector('a river, A bird')).toBe("'a':1,3 'river':2 'bird':4");
  expect(toTsvector('')).toBe('');
});

test.runIf(isLong)('a text of any length becomes a value that PostgreSQL accepts', () => {
  const long = Array.from({ length: 200_000 }, (_, n) => `word${n}`).join(' ');
  expect(toTsvector(long).length).toBeLessThan(1_800_000);
  expect(toTsvector('x '.repeat(1_000)).split(',')).toHaveLength(255);
  expect(toTsvector('y'.repeat(10_000))).toBe(`'${'y'.repeat(500)}':1`);
});

test.each([
  [{ all: ['river'] }, "('river')"],
  [{ all: ['the River', 'sings'], none: ['loud'] }, "('the' <-> 'river') & ('sings') & !('loud')"],
  [{ all: ["don't"], isPrefix: true }, "('don' <-> 't':*)"],
  [{ all: ['ann pay'], column: 'address' as const }, "('ann':A <-> 'pay':A)"],
  [{ all: ['...', 'a'], none: ['?'] }, "('a')"],
  [{ all: ['...'], none: ['a'] }, ''],
])('the query %j', (query, expected) => {
  expect(toTsquery(query)).toBe(expected);
});
