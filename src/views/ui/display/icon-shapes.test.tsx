// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeIconShapes } from './icon-shapes.ts';
import { Icon } from './Icon.tsx';

const sprite = readFileSync(join(import.meta.dirname, '../icons.svg'), 'utf8');
const shapesOf = (svg: Element | null) =>
  [...(svg?.children ?? [])].map(({ tagName, attributes }) => [tagName, attributes.length]);

test('an icon refers to the sprite until that is loaded, and then contains its shapes itself', () => {
  const view = render(<Icon name="like" />);
  expect(shapesOf(view.container.firstElementChild)).toEqual([['use', 1]]);
  storeIconShapes(new DOMParser().parseFromString(sprite, 'image/svg+xml'));
  view.rerender(<Icon name="like" filled />);
  const svg = view.container.querySelector('svg');
  expect(svg?.getAttribute('viewBox')).toBe('0 0 24 24');
  expect(shapesOf(svg)).toEqual([['path', 1]]);
  view.rerender(<Icon name="verified" />);
  expect(svg?.getAttribute('viewBox')).toBe('0 0 16 16');
  expect(shapesOf(svg)).toEqual([
    ['path', 2],
    ['path', 6],
  ]);
  const others = render(<Icon name="verified" label="Verified" />);
  expect(shapesOf(others.getByRole('img', { name: 'Verified' }))).toEqual(shapesOf(svg));
});
