import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

/** Positions measured in the window, in pixels from its left, and centred positions. */
const PLACED = new Set([
  'left: var(--left, 0)',
  'left: clamp(var(--s2), calc(var(--x, 0px) - 190px), calc(100vw - 388px))',
  'left: var(--s2)',
  'right: var(--s2)',
  'left: 50%',
  'inset: var(--y) auto auto var(--x)',
  'padding-right: var(--scrollbar, 0)',
  // edges of the screen are the same in each direction of writing
  'padding-left: env(safe-area-inset-left)',
  'padding-right: env(safe-area-inset-right)',
]);

/**
 * Declarations of a physical side where a logical one is meant (ACCESS-05). Rules for one direction
 * do not count.
 */
function sidesIn(css: string): readonly string[] {
  const rules = css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules]
    .filter(([, selector = '']) => !selector.includes(':dir('))
    .flatMap(([, , body = '']) => body.split(';').map((one) => one.trim()))
    .filter((one) => isSided(one) && !PLACED.has(one));
}

function isSided(declaration: string): boolean {
  const [property = '', value = ''] = declaration.split(/:\s*/, 2);
  if (/^(left|right)$|-(left|right)(-|$)/.test(property)) return true;
  if (/^(text-align|float|clear)$/.test(property)) return /^(left|right)$/.test(value);
  if (!/^(margin|padding|inset)$/.test(property)) return false;
  const [, right, , left] = value.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
  return left !== undefined && left !== right;
}

test('ACCESS-05 style sheets use the logical sides start and end', () => {
  const found = sheets.flatMap((file) =>
    sidesIn(readFileSync(join(SRC, file), 'utf8')).map((one) => `${file}: ${one}`),
  );
  expect(sheets.length).toBeGreaterThan(90);
  // the panel has a rule for each direction
  expect(found).toEqual([
    'views/account/signing/SignerQueue.module.css: inset: auto var(--s4) var(--s4) auto',
  ]);
});

test('a physical side is detected in any declaration (planted)', () => {
  const planted = [
    'margin-left: 4px',
    'border-top-right-radius: 2px',
    'right: 12px',
    'text-align: left',
    'padding: 0 8px 0 calc(2px * (1 + 1))',
    'inset: auto 0 0 auto',
  ];
  for (const one of planted) expect(sidesIn(`.a {\n  ${one};\n}`)).toEqual([one]);
  for (const one of [
    'margin-inline: 0 4px',
    'padding: 0 8px 2px 8px',
    'text-align: start',
    'left: 50%',
    'margin: 0 -4px',
  ])
    expect(sidesIn(`.a {\n  ${one};\n}`)).toEqual([]);
});
