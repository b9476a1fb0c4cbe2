import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The shapes of the mark, attributes as they stand. */
function shapesIn(text: string): readonly string[] {
  return [...text.matchAll(/<(path|circle)\b([^>]*?)\/?>/g)].map(
    ([, name = '', rest = '']) => `${name} ${rest.trim().replaceAll(/\s+/g, ' ')}`,
  );
}

test('the mark of the shell in the page is drawn as the one that takes its place', () => {
  const logo = shapesIn(readFileSync(join(ROOT, 'src/views/ui/display/Logo.tsx'), 'utf8'));
  const [shell = ''] = /<g fill="url\(#shell-gradient\)">[^]*?<\/g>/.exec(readFileSync(join(ROOT, 'index.html'), 'utf8')) ?? [];
  expect(logo.length).toBe(4);
  expect(shapesIn(shell)).toEqual(logo);
});

test('a mark that was changed in one place is caught (planted)', () => {
  expect(shapesIn('<circle cx="4.6"\n  cy="20.8" r="1.7" />')).toEqual(['circle cx="4.6" cy="20.8" r="1.7"']);
  expect(shapesIn('<circle cx="4.6" cy="20.8" r="1.8" />')).not.toEqual(shapesIn('<circle cx="4.6" cy="20.8" r="1.7" />'));
});
