import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fullNumber, longDate } from '../../events/core/format.ts';
import { seconds } from '../../events/core/time.ts';
import { english } from './strings/english.ts';
import { composeEnglish } from './strings/compose.ts';
import { counter } from './strings/plural.ts';
import { settingsEnglish } from './strings/settings.ts';

const VIEWS = new URL('../', import.meta.url);
const screens = readdirSync(VIEWS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, source: readFileSync(new URL(file, VIEWS), 'utf8') }));

test('ACCESS-05 no screen contains its own words: they are all in the catalogue', () => {
  const spoken = screens.flatMap(({ file, source }) => {
    const between = [...source.matchAll(/(?<![=-])>\s*([A-Z][a-z]+[^<>{}=;]*)<\//g)].map(
      (match) => match[1],
    );
    const attributes = [
      ...source.matchAll(
        /\b(?:label|title|alt|hint|placeholder|aria-label)="([^"]*[A-Za-z][^"]*)"/g,
      ),
    ].map((match) => match[1]);
    return [...between, ...attributes].map((words) => `${file}: ${words}`);
  });
  expect(screens.length).toBeGreaterThan(40);
  expect(spoken).toEqual([]);
});

test('ACCESS-05 every entry of the catalogue is a text or returns one', () => {
  const entries = [...leaves(english), ...leaves(settingsEnglish), ...leaves(composeEnglish)];
  expect(entries.length).toBeGreaterThan(150);
  for (const entry of entries) expect(typeof said(entry)).toBe('string');
  expect(entries).not.toContain('');
});

test('LIMIT-04 the locale is en-us: words, numbers and dates, which are given in seconds', () => {
  expect(english.locale).toBe('en-us');
  expect(fullNumber(1_234_567, english.locale)).toBe('1,234,567');
  expect(longDate(seconds(1_760_000_000), english.locale)).toMatch(/^Oct(ober)? 9, 2025/);
});

test('numbers and their nouns agree, by the rules of the language', () => {
  const english2 = counter('en-us');
  expect([0, 1, 2, 1_204].map((count) => english2(count, { one: 'note', other: 'notes' }))).toEqual(
    ['0 notes', '1 note', '2 notes', '1,204 notes'],
  );
  const polish = counter('pl');
  const forms = { one: 'wpis', few: 'wpisy', many: 'wpisów', other: 'wpisu' };
  expect([1, 3, 5].map((count) => polish(count, forms))).toEqual(['1 wpis', '3 wpisy', '5 wpisów']);
});

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : [value];
}

/**
 * The text of an entry. Functions are called with numbers, names, lists of names or message
 * parameters until one fits.
 */
function said(entry: unknown): unknown {
  if (typeof entry !== 'function') return entry;
  for (const first of [
    2,
    'Ada',
    ['Ada', 'Bo'],
    { what: 'link', why: 'full', text: 'no', name: 'Ada' },
  ]) {
    try {
      const words: unknown = Reflect.apply(entry, undefined, [first, 3, 4]);
      if (typeof words === 'string') return words;
    } catch {
      // not of this type
    }
  }
  return undefined;
}
