// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Appearance } from '../../ui/hooks/appearance.ts';
import { AppearanceSettings } from './AppearanceScreen.tsx';
import { ReadingSizePicker } from './ReadingSizePicker.tsx';

afterEach(cleanup);

function setUp(over: Partial<Appearance> = {}) {
  const change = vi.fn();
  render(
    <AppearanceSettings
      appearance={{
        theme: 'ice',
        useSystemTheme: false,
        animated: true,
        forcedTheme: undefined,
        change,
        ...over,
      }}
    />,
  );
  return change;
}

test('SETTINGS-04 four themes to choose from, the system pair named, and a switch for animation', () => {
  const change = setUp();
  const themes = screen.getAllByRole('radio');
  expect(themes.map((theme) => theme.closest('label')?.textContent)).toEqual([
    'Sunrise',
    'Sunset',
    'Ice',
    'Midnight',
  ]);
  expect(screen.getByRole('radio', { checked: true }).closest('label')?.textContent).toBe('Ice');
  fireEvent.click(screen.getByRole('radio', { name: 'Sunset' }));
  const system = screen.getByRole('switch', { name: 'Follow the system' });
  expect(document.getElementById(system.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Ice by day, Midnight by night',
  );
  fireEvent.click(system);
  fireEvent.click(screen.getByRole('switch', { name: 'Animation', checked: true }));
  expect(change.mock.calls).toEqual([
    [{ theme: 'sunset' }],
    [{ useSystemTheme: true }],
    [{ animated: false }],
  ]);
});

test('SETTINGS-04 a forced theme is reported to override the choice', () => {
  setUp({ forcedTheme: 'midnight' });
  expect(screen.getByText(/overrides your choice/).textContent).toContain('Midnight');
});

test('BEYOND-15 reading text has five sizes, from small to largest', () => {
  const change = vi.fn();
  render(<ReadingSizePicker value="normal" onChange={change} />);
  const sizes = screen.getAllByRole('radio');
  expect(sizes.map((size) => size.closest('label')?.textContent)).toEqual([
    'Small',
    'Normal',
    'Large',
    'Larger',
    'Largest',
  ]);
  expect(screen.getByRole('radio', { checked: true }).closest('label')?.textContent).toBe('Normal');
  fireEvent.click(screen.getByRole('radio', { name: 'Largest' }));
  expect(change.mock.calls).toEqual([['largest']]);
});
