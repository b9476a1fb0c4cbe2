import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

/** What stands before each block of rules, as a list where it is one. */
function selectorsOf(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{[^{}]*\}/g);
  return [...rules].map(([, selectors = '']) => selectors.trim());
}

/**
 * Rules for whatever follows something that is named by no class, attribute or id, such as `h4 + *`. A browser asks them of every sibling, and
 * where a row of a list comes or goes it works out the style of the next one anew, with all that is in it.
 */
function broadIn(css: string): readonly string[] {
  return selectorsOf(css)
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/).map((one) => one.trim()))
    .filter((selector) => /([^\s>+~]*)\s*[+~]\s*\*(?![\w-])/.exec(selector)?.[1]?.match(/[.[#]/) === null);
}

test('FEED-14 no rule of style looks at all that follows whatever comes', () => {
  expect(broadIn('.prose h4 + * {} .prose li > * + * {} .a > :not(:empty) ~ * {}')).toHaveLength(3);
  expect(broadIn('.prose .small + * {} [role="status"]:empty + * {} * + .paragraph {} .a > * {}')).toEqual([]);
  expect(sheets.flatMap((file) => broadIn(readFileSync(join(SRC, file), 'utf8')).map((rule) => `${file}: ${rule}`))).toEqual([]);
});

/**
 * Rules that look into whatever element there is, such as `.note > :has(b)`: with each row that comes or goes a browser looks into all elements
 * of the page anew, and works out the style of most (measured: 330 elements a row in place of 60).
 */
function nameless(css: string): readonly string[] {
  return selectorsOf(css).filter((selectors) => /(?:^|[\s>+~(,])(?::(?!has)[\w-]+)*:has\(/.test(selectors));
}

test('FEED-14 no rule of style looks into elements that it does not name', () => {
  expect(nameless('.a > :has(b) {} .a > :is(b, :has(c)) ~ * {} :has(b) {} .a :focus-within:has(b) {}')).toHaveLength(4);
  expect(nameless('.a:has(b) {} button:has(+ nav) {} .a:focus-within:has(b) {} :global(dialog):has(b) {} [data-a]:has(b) ~ .c {}')).toEqual(
    [],
  );
  expect(sheets.flatMap((file) => nameless(readFileSync(join(SRC, file), 'utf8')).map((rule) => `${file}: ${rule}`))).toEqual([]);
});
