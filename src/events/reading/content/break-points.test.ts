import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../tests/support/cpu-time.ts';
import { stretchesOf } from './break-points.ts';

const piece = fc.constantFrom(
  ' ',
  'word ',
  'x',
  'ب'.repeat(90),
  'e\u0301',
  '👩‍👩‍👧‍👦',
  '語'.repeat(200),
  'สวัสดี',
  '\ud83d',
  '\u0301'.repeat(100),
);
const texts = fc.array(piece, { maxLength: 300 }).map((parts) => parts.join(''));

test('E-08 E-44 in any text a line may end after at most 160 units, and no character is lost', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const stretches = stretchesOf(text);
      expect(stretches.join('')).toBe(text);
      for (const stretch of stretches)
        expect(stretch).not.toMatch(/(?:[a-z\u0600-\u06ff]|\u0301){161,}/);
    }),
    { numRuns: 300 },
  );
});

test('E-08 ordinary text is one stretch; no grapheme is split', () => {
  for (const text of ['A word. '.repeat(500), '今日は良い天気'.repeat(500), 'x'.repeat(160)])
    expect(stretchesOf(text)).toEqual([text]);
  const [first = ''] = stretchesOf('👩‍👩‍👧‍👦'.repeat(100));
  expect(first.length % '👩‍👩‍👧‍👦'.length).toBe(0);
  expect(stretchesOf('x'.repeat(400)).map(({ length }) => length)).toEqual([160, 160, 80]);
});

test('E-44 100 kB of one letter, of marks or of emoji are split at once', () => {
  for (const letter of ['x', 'ب', '\u0301', '👩‍👩‍👧‍👦', '🇩🇪', '\u200d']) {
    const text = letter.repeat(100_000 / letter.length);
    expect(cpuTimeOf(() => stretchesOf(text))).toBeLessThan(150);
  }
});
