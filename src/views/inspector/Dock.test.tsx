// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Dock } from './Dock.tsx';

afterEach(cleanup);

const css = readFileSync('src/views/inspector/Dock.module.css', 'utf8');

test('TOOL-05 the navigation and the side column end where the docked inspector begins', () => {
  const { unmount } = render(<Dock>inspector</Dock>);
  const docked = () => document.body.style.getPropertyValue('--docked');
  expect(docked()).toBe('50vh');
  fireEvent.keyDown(screen.getByRole('separator'), { key: 'ArrowUp' });
  expect(docked()).toBe('55vh');
  unmount();
  expect(docked()).toBe('');
  const [, selectors] = /([^}]*)\{\s*max-height: calc\(100vh - var\(--docked\)\);/.exec(css) ?? [];
  for (const column of ['#navigation', '#root main ~ aside']) expect(selectors).toContain(column);
});
