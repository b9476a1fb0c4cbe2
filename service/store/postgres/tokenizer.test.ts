import { expect, test } from 'vitest';
import { queryOf, vectorOf, wordsIn } from './tokenizer.ts';

test('words are split as in SQLite: case and accents are ignored, only letters and digits form words', () => {
  expect(wordsIn("Don't say CAFÉ, naïve Ångström_42\0漢字")).toEqual([
    'don',
    't',
    'say',
    'cafe',
    'naive',
    'angstrom',
    '42',
    '漢字',
  ]);
  expect(wordsIn(' ... ')).toEqual([]);
});

test('a text is stored as its words with their positions', () => {
  expect(vectorOf('a river, A bird')).toBe("'a':1,3 'river':2 'bird':4");
  expect(vectorOf('')).toBe('');
});

test('a text of any length becomes a value that PostgreSQL accepts', () => {
  const long = Array.from({ length: 200_000 }, (_, n) => `word${n}`).join(' ');
  expect(vectorOf(long).length).toBeLessThan(1_800_000);
  expect(vectorOf('x '.repeat(1_000)).split(',')).toHaveLength(255);
  expect(vectorOf('y'.repeat(10_000))).toBe(`'${'y'.repeat(500)}':1`);
});

test.each([
  [{ all: ['river'] }, "('river')"],
  [{ all: ['the River', 'sings'], none: ['loud'] }, "('the' <-> 'river') & ('sings') & !('loud')"],
  [{ all: ["don't"], isPrefix: true }, "('don' <-> 't':*)"],
  [{ all: ['ann pay'], column: 'address' as const }, "('ann':A <-> 'pay':A)"],
  [{ all: ['...', 'a'], none: ['?'] }, "('a')"],
  [{ all: ['...'], none: ['a'] }, ''],
])('the query %j', (query, expected) => {
  expect(queryOf(query)).toBe(expected);
});
