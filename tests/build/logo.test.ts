import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The shapes of the logo with their attributes. */
function shapesIn(text: string): readonly string[] {
  return [...text.matchAll(/<(path|circle)\b([^>]*?)\/?>/g)].map(
    ([, name = '', rest = '']) => `${name} ${rest.trim().replaceAll(/\s+/g, ' ')}`,
  );
}

test('the logo in the static shell equals the logo of the app', () => {
  const logo = shapesIn(readFileSync(join(ROOT, 'src/views/ui/display/Logo.tsx'), 'utf8'));
  const [shell = ''] =
    /<g fill="url\(#shell-gradient\)">[^]*?<\/g>/.exec(
      readFileSync(join(ROOT, 'index.html'), 'utf8'),
    ) ?? [];
  expect(logo.length).toBe(4);
  expect(shapesIn(shell)).toEqual(logo);
});

test('a logo changed in one place only is caught (planted)', () => {
  expect(shapesIn('<circle cx="4.6"\n  cy="20.8" r="1.7" />')).toEqual([
    'circle cx="4.6" cy="20.8" r="1.7"',
  ]);
  expect(shapesIn('<circle cx="4.6" cy="20.8" r="1.8" />')).not.toEqual(
    shapesIn('<circle cx="4.6" cy="20.8" r="1.7" />'),
  );
});
