import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

/** Return the selectors of each block of rules. */
function selectorsOf(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{[^{}]*\}/g);
  return [...rules].map(([, selectors = '']) => selectors.trim());
}

/**
 * Rules for all siblings after an element without a class, attribute or id, such as `h4 + *`. A
 * browser checks them for every sibling. When a list row appears or disappears, it restyles the
 * next row with all its content.
 */
function broadIn(css: string): readonly string[] {
  return selectorsOf(css)
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/).map((one) => one.trim()))
    .filter(
      (selector) => /([^\s>+~]*)\s*[+~]\s*\*(?![\w-])/.exec(selector)?.[1]?.match(/[.[#]/) === null,
    );
}

test('FEED-14 no style rule selects all siblings after an unnamed element', () => {
  expect(broadIn('.prose h4 + * {} .prose li > * + * {} .a > :not(:empty) ~ * {}')).toHaveLength(3);
  expect(
    broadIn('.prose .small + * {} [role="status"]:empty + * {} * + .paragraph {} .a > * {}'),
  ).toEqual([]);
  expect(
    sheets.flatMap((file) =>
      broadIn(readFileSync(join(SRC, file), 'utf8')).map((rule) => `${file}: ${rule}`),
    ),
  ).toEqual([]);
});

/**
 * Rules that look into unnamed elements, such as `.note > :has(b)`. With each row that appears or
 * disappears a browser checks all elements of the page again. It restyles most of them (measured:
 * 330 elements a row instead of 60).
 */
function nameless(css: string): readonly string[] {
  return selectorsOf(css).filter((selectors) =>
    /(?:^|[\s>+~(,])(?::(?!has)[\w-]+)*:has\(/.test(selectors),
  );
}

test('FEED-14 no style rule looks into unnamed elements', () => {
  expect(
    nameless('.a > :has(b) {} .a > :is(b, :has(c)) ~ * {} :has(b) {} .a :focus-within:has(b) {}'),
  ).toHaveLength(4);
  expect(
    nameless(
      '.a:has(b) {} button:has(+ nav) {} .a:focus-within:has(b) {} :global(dialog):has(b) {} [data-a]:has(b) ~ .c {}',
    ),
  ).toEqual([]);
  expect(
    sheets.flatMap((file) =>
      nameless(readFileSync(join(SRC, file), 'utf8')).map((rule) => `${file}: ${rule}`),
    ),
  ).toEqual([]);
});
