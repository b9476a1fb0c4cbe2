import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, isLanguage, LANGUAGES, OFFERED, shownLanguage } from './language.ts';

const ALL = ['en', 'de', 'ar'] as const;
const shown = (chosen: unknown, browser: readonly string[], forced?: unknown) =>
  shownLanguage(forced, chosen, browser, ALL);

test('ACCESS-05 the chosen language counts, then the browser’s in any region, then English', () => {
  expect(shown('de', ['ar-EG'])).toBe('de');
  expect(shown(undefined, ['ar-EG', 'de'])).toBe('ar');
  expect(shown(undefined, ['fr-CA', 'de-AT', 'ar'])).toBe('de');
  expect(shown(undefined, ['fr', 'pl'])).toBe('en');
  expect(shown(undefined, [])).toBe('en');
  expect(shown('en', ['de'])).toBe('en');
});

test('ACCESS-05 a language that is not offered is shown only with a flag; English is always offered', () => {
  expect(OFFERED[0]).toBe('en');
  expect(shownLanguage(undefined, 'de', ['ar'], ['en'])).toBe('en');
  expect(shownLanguage('ar', 'en', [], ['en'])).toBe('ar');
  expect(shown('de', ['ar'], 'klingon')).toBe('de');
});

test('E-60 any stored or requested value results in an existing language', () => {
  fc.assert(
    fc.property(fc.anything(), fc.array(fc.string()), fc.anything(), (chosen, browser, forced) => {
      expect(isLanguage(shownLanguage(forced, chosen, browser))).toBe(true);
    }),
  );
});

test('ACCESS-05 Arabic is written from right to left', () => {
  expect(LANGUAGES.map(directionOf)).toEqual(['ltr', 'ltr', 'rtl', 'ltr']);
});
