// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { Select, SelectBox } from './Select.tsx';

beforeAll(() => SelectBox.preload());
let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
});
afterEach(() => {
  cleanup();
  uninstall();
});

const OPTIONS = [
  { value: 'following', label: 'Following', note: 'newest' },
  { value: 'trending', label: 'Trending' },
  { value: 'tidepool', label: 'Tidepool' },
];

function setUp() {
  const onChange = vi.fn();
  render(<Select label="Feed" options={OPTIONS} value="following" onChange={onChange} />);
  const box = screen.getByRole('combobox', { name: 'Feed' });
  box.focus();
  const key = (name: string) => fireEvent.keyDown(box, { key: name });
  const active = () =>
    document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
  return { onChange, box, key, active };
}

test('ACCESS-02 a select opens at its value, is navigated by keys, and keeps the focus on its button', () => {
  const { box, key, active, onChange } = setUp();
  expect(box.textContent).toContain('Following newest');
  key('ArrowDown');
  expect(box.getAttribute('aria-expanded')).toBe('true');
  expect(active()).toContain('Following');
  key('ArrowUp');
  expect(active()).toContain('Following');
  key('End');
  expect(active()).toBe('Tidepool');
  key('Home');
  key('t');
  expect(active()).toBe('Trending');
  expect(document.activeElement).toBe(box);
  key('Enter');
  expect(onChange.mock.calls).toEqual([['trending']]);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Esc changes nothing, and neither does choosing the current option', () => {
  const { key, onChange } = setUp();
  key('ArrowDown');
  key('ArrowDown');
  key('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  key(' ');
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Following');
  key(' ');
  expect(onChange).not.toHaveBeenCalled();
});

test('a press on an option chooses it', () => {
  const { box, onChange } = setUp();
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('option', { name: 'Tidepool' }));
  expect(onChange.mock.calls).toEqual([['tidepool']]);
});

test('COMPOSE-01 Ctrl and Enter do not open a select, because they publish', () => {
  const { box } = setUp();
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
  expect(box.getAttribute('aria-expanded')).toBe('false');
});
