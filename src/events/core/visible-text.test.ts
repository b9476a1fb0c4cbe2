import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test.each([
  ['Bank\u202eknaB', 'Bank[U+202E]knaB'],
  ['a\u2066b\u2069c\u200f', 'a[U+2066]b[U+2069]c[U+200F]'],
  ['Star\u200bling\u200d\u00ad', 'Star[U+200B]ling[U+200D][U+00AD]'],
  ['a\u0000\u001b[2J\u007f\u0085', 'a[U+0000][U+001B][2J[U+007F][U+0085]'],
  ['\u3164\u2800', '[U+3164][U+2800]'],
  ['\u{e0041}\ud800', '[U+E0041][U+D800]'],
  ['Jun\ufe0f\u{e0101}', 'Jun[U+FE0F][U+E0101]'],
])(
  'ACCOUNT-23 invisible characters and direction marks are shown by their codes: %j',
  (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  },
);

test.each([
  'Zoë \u2019s café',
  'two\nlines\tand a tab',
  '👩‍👩‍👧 👍🏽 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'می‌خواهم',
  'क्‍ष',
  '日本語 葛\u{e0100}城',
  '1\ufe0f\u20e3 ✂\ufe0e 🏳\ufe0f',
  '\u2205\ufe00',
  '\u06dd٢',
])('ACCOUNT-23 text of every script, emoji and line breaks stay as they are: %j', (text) => {
  expect(visibleText(text)).toBe(text);
});

test('ACCOUNT-23 no direction mark is left in any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\u202e', '\u2067', '\u200e', '\u200d', 'ب', '👩') }),
      (text) => {
        expect(visibleText(text)).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
      },
    ),
  );
});
