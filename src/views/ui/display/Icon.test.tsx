import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = readFileSync(new URL('./Icon.tsx', import.meta.url), 'utf8');
const drawing = readFileSync(new URL('../icons.svg', import.meta.url), 'utf8');

test('each icon name is drawn once in the sprite, and the sprite contains nothing else', () => {
  const union = source.slice(
    source.indexOf('IconName ='),
    source.indexOf(';', source.indexOf('IconName =')),
  );
  const names = [...union.matchAll(/'([a-z-]+)'/g)].map((match) => match[1] ?? '');
  const drawn = [...drawing.matchAll(/<symbol id="([a-z-]+)"/g)].map((match) => match[1] ?? '');
  expect(names.length).toBeGreaterThan(60);
  expect([...drawn].sort()).toEqual([...names].sort());
});
