// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuBox, type MenuEntry } from './Menu.tsx';

beforeAll(() => MenuBox.preload());

let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
});
afterEach(() => {
  cleanup();
  uninstall();
});

function setUp() {
  const acts = { copy: vi.fn(), mute: vi.fn(), report: vi.fn() };
  const entries = () => [
    { label: 'Copy link', onSelect: acts.copy },
    'line' as const,
    { label: 'Mute user', onSelect: acts.mute, disabled: true },
    { label: 'Report', onSelect: acts.report, danger: true },
  ];
  render(
    <Menu
      label="More"
      entries={entries}
      renderTrigger={(props) => <IconButton {...props} icon="more" label="More" />}
    />,
  );
  const button = screen.getByRole('button', { name: 'More' });
  return { ...acts, button };
}

const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
const focused = () => document.activeElement?.textContent;

test('ACCESS-02 arrows open and navigate a menu, also Home, End and letters; Esc returns the focus', () => {
  const { button } = setUp();
  button.focus();
  key('ArrowDown');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('menu', { name: 'More' }).id).toBe(button.getAttribute('aria-controls'));
  expect(focused()).toBe('Copy link');
  key('ArrowUp');
  expect(focused()).toBe('Report');
  key('ArrowDown');
  expect(focused()).toBe('Copy link');
  key('End');
  expect(focused()).toBe('Report');
  key('Home');
  key('m');
  expect(focused()).toBe('Mute user');
  key('Escape');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('choosing closes the menu and returns the focus before it acts, so that a dialog returns it there', () => {
  const { button, copy } = setUp();
  fireEvent.click(button);
  copy.mockImplementation(() => expect(document.activeElement).toBe(button));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  expect(copy).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a disabled entry can be reached and read, but does nothing', () => {
  const { button, mute } = setUp();
  fireEvent.click(button);
  const item = screen.getByRole('menuitem', { name: 'Mute user' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(item);
  expect(mute).not.toHaveBeenCalled();
  expect(screen.queryByRole('menu')).not.toBeNull();
});

test('a press elsewhere closes the menu and leaves the focus where it went', () => {
  const { button } = setUp();
  fireEvent.click(button);
  fireEvent.pointerDown(screen.getByRole('menuitem', { name: 'Report' }));
  expect(screen.queryByRole('menu')).not.toBeNull();
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).not.toBe(button);
});

test('STATE-03 in an open menu enabled entries keep words and action, disabled ones update; focus stays', () => {
  const acts = { mute: vi.fn(), unmute: vi.fn(), follow: vi.fn() };
  const menu = (entry: MenuEntry, other: MenuEntry) => (
    <Menu
      label="More"
      entries={() => [entry, other]}
      renderTrigger={(props) => <IconButton {...props} icon="more" label="More" />}
    />
  );
  const unknown = { label: 'Follow or unfollow', onSelect: vi.fn(), disabled: true };
  const view = render(menu({ label: 'Mute user', onSelect: acts.mute }, unknown));
  const button = screen.getByRole('button', { name: 'More' });
  fireEvent.click(button);
  key('End');
  const follow = { label: 'Follow', onSelect: acts.follow };
  view.rerender(menu({ label: 'Unmute user', onSelect: acts.unmute }, follow));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Mute user',
    'Follow',
  ]);
  expect(focused()).toBe('Follow');
  view.rerender(
    menu({ label: 'Unmute user', onSelect: acts.unmute }, { ...follow, label: 'Unfollow' }),
  );
  expect(focused()).toBe('Follow');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Mute user' }));
  expect(acts.mute).toHaveBeenCalledOnce();
  expect(acts.unmute).not.toHaveBeenCalled();
  // reopened, it shows the current state
  fireEvent.click(button);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Unmute user',
    'Unfollow',
  ]);
});

test('STATE-03 an entry removed while the menu is open is disabled in place; new ones show on reopening', () => {
  const signOut = vi.fn();
  const menu = (...labels: readonly string[]) => (
    <Menu
      label="Account"
      entries={() =>
        labels.map((label) => ({
          label,
          onSelect: label === 'Sign out' ? signOut : () => undefined,
        }))
      }
      renderTrigger={(props) => <IconButton {...props} icon="more" label="Account" />}
    />
  );
  const words = () =>
    screen
      .getAllByRole('menuitem')
      .map(
        ({ textContent, ariaDisabled }) =>
          `${textContent}${ariaDisabled === 'true' ? ' (off)' : ''}`,
      );
  const view = render(menu('Not confirmed', 'Add an account', 'Sign out'));
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  const last = screen.getByRole('menuitem', { name: 'Sign out' });
  view.rerender(menu('Add an account', 'Sign out'));
  // a press where "Sign out" was read hits "Sign out"
  expect(words()).toEqual(['Not confirmed (off)', 'Add an account', 'Sign out']);
  view.rerender(menu('Add an account', 'Unlock', 'Sign out'));
  expect(words()).toEqual(['Not confirmed (off)', 'Add an account', 'Sign out']);
  expect(screen.getByRole('menuitem', { name: 'Sign out' })).toBe(last);
  view.rerender(menu('Not confirmed', 'Add an account', 'Unlock', 'Sign out'));
  expect(words()).toEqual(['Not confirmed', 'Add an account', 'Sign out']);
  fireEvent.click(last);
  expect(signOut).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  expect(words()).toEqual(['Not confirmed', 'Add an account', 'Unlock', 'Sign out']);
});

test('STATE-03 a late entry joins an open menu first, keeps the focus and can be chosen', () => {
  const act = vi.fn();
  const other = vi.fn();
  const menu = (...names: readonly string[]) => (
    <Menu
      label="Account"
      entries={() => [
        ...names.map((name) => ({ label: `Switch to ${name}`, late: 'robin', onSelect: act })),
        { label: 'Sign out', onSelect: other },
      ]}
      renderTrigger={(props) => <IconButton {...props} icon="more" label="Account" />}
    />
  );
  const words = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  const view = render(menu());
  fireEvent.click(screen.getByRole('button', { name: 'Account' }));
  view.rerender(menu('npub1'));
  expect([words(), focused()]).toEqual([['Switch to npub1', 'Sign out'], 'Sign out']);
  view.rerender(menu('Robin'));
  expect(words()).toEqual(['Switch to npub1', 'Sign out']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Switch to npub1' }));
  expect(act).toHaveBeenCalledOnce();
});
