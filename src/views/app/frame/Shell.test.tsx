// @vitest-environment jsdom
import { english } from '../../ui/strings/english.ts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shellState } from '../../../../tests/support/views/shell-state.ts';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { AppearanceContext } from '../../ui/hooks/appearance.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { FailedColumn } from '../../ui/layout/FailedColumn.tsx';
import { OwnFoot } from './SignedInFoot.tsx';
import { MenuBox } from '../../ui/controls/Menu.tsx';
import { SmallMenuBox } from '../../ui/layout/SmallMenu.tsx';
import { ThemeMenuBox } from '../../ui/layout/ThemeMenu.tsx';
import { Shell } from './Shell.tsx';
import type { ShellState } from '../../ui/hooks/shell-context.ts';

let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});
beforeAll(async () => {
  await Promise.all([MenuBox, SmallMenuBox, ThemeMenuBox].map((part) => part.preload()));
});
afterEach(() => {
  cleanup();
  uninstall();
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

const IRIS = { pubkey: 'ab'.repeat(32), name: 'Iris Calder' };

function setUp(over: Partial<ShellState> = {}, path = '/home', more: readonly RouteObject[] = []) {
  const state = shellState({
    unread: { messages: 2, notifications: 140, downloads: 0 },
    foot: OwnFoot,
    ...over,
  });
  const change = vi.fn();
  const appearance = {
    theme: 'sunrise',
    useSystemTheme: false,
    animated: true,
    forcedTheme: undefined,
    change,
  } as const;
  const Layout = () => (
    <AppearanceContext value={appearance}>
      <Shell state={state}>
        <Outlet />
      </Shell>
    </AppearanceContext>
  );
  const page = (title: string) => ({
    path: title.toLowerCase(),
    element: <Column title={title}>{title} page</Column>,
  });
  const router = createMemoryRouter(
    [
      {
        path: '/',
        Component: Layout,
        children: [...['Home', 'Explore', 'Settings', 'Settings/Publishing'].map(page), ...more],
      },
    ],
    {
      initialEntries: [path],
    },
  );
  render(<RouterProvider router={router} />);
  return { ...state, change, router };
}

const bar = () => within(document.getElementById('navigation') ?? document.body);

test('ACCESS-02 a screen that replaces its placeholder keeps the focus; on the first page none is set', async () => {
  let come = () => {};
  function Late() {
    const [isHere, setIsHere] = useState(false);
    come = () => setIsHere(true);
    return (
      <Column key={String(isHere)} title={isHere ? 'Here' : 'Coming'}>
        {isHere && 'all of it'}
      </Column>
    );
  }
  const { router } = setUp({}, '/late', [{ path: 'late', Component: Late }]);
  act(() => come());
  expect(document.activeElement).toBe(document.body);
  await act(() => router.navigate('/home'));
  await act(() => router.navigate('/late'));
  const before = screen.getByRole('main');
  expect(document.activeElement).toBe(before);
  act(() => come());
  expect(before.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('ROUTE-19 the New note button of phones is on feeds, not over the buttons of lists of people', () => {
  const at = (path: string) => {
    cleanup();
    const more = [{ path: '*', element: <p>anything</p> }];
    setUp({}, path, more);
    return screen.getAllByRole('button', { name: 'New note' }).length;
  };
  expect(['/home', '/p/x', '/p/x?tab=replies', '/explore?tab=topics'].map(at)).toEqual([
    2, 2, 2, 2,
  ]);
  expect(['/p/x/following', '/p/x?tab=followers', '/explore?tab=people', '/dms'].map(at)).toEqual([
    1, 1, 1, 1,
  ]);
});

test('ROUTE-19 the navigation bar has its nine places in order, marks the current one, and shows counts', () => {
  setUp();
  const links = bar().getAllByRole('link');
  expect(
    links.map((link) => [link.getAttribute('href'), link.querySelector('span')?.textContent]),
  ).toEqual([
    ['/home', 'Starling'],
    ['/home', 'Home'],
    ['/reads', 'Reads'],
    ['/explore', 'Explore'],
    ['/dms', 'Messages'],
    ['/bookmarks', 'Bookmarks'],
    ['/notifications', 'Notifications'],
    ['/downloads', 'Downloads'],
    ['/settings', 'Settings'],
    ['/help', 'Help'],
    ['/new', 'Create account'],
  ]);
  expect(
    links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent),
  ).toEqual(['Home']);
  const badge = (to: string) =>
    links
      .find((link) => link.getAttribute('href') === to)
      ?.querySelector('[role="img"]')
      ?.getAttribute('aria-label');
  expect(['/dms', '/notifications', '/downloads', '/reads'].map(badge)).toEqual([
    '2 new',
    '99+ new',
    undefined,
    undefined,
  ]);
});

test('ROUTE-19 downloads have a badge too', () => {
  setUp({ unread: { messages: 0, notifications: 0, downloads: 1 } });
  expect(bar().getByRole('link', { name: /Downloads/ }).textContent).toContain('1');
  fireEvent.click(screen.getByRole('button', { name: 'Menu', hidden: true }));
  expect(screen.getByRole('menuitem', { name: 'Downloads, 1 new' })).toBeDefined();
});

test('ACCOUNT-01 visitors who want to write get the reason; the foot has the sign-in and the themes', () => {
  const { onNewNote, onSignIn, change } = setUp();
  fireEvent.click(bar().getByRole('button', { name: 'New note' }));
  expect(onNewNote).toHaveBeenCalledOnce();
  expect(english.messages['act.signIn']).toBe('You need to be signed in to perform this action');
  fireEvent.click(bar().getByRole('button', { name: 'Sign in' }));
  expect(onSignIn).toHaveBeenCalledOnce();
  fireEvent.click(bar().getByRole('button', { name: 'Theme' }));
  expect(
    screen
      .getAllByRole('menuitemradio')
      .map((item) => [item.textContent, item.getAttribute('aria-checked')]),
  ).toEqual([
    ['Sunrise', 'true'],
    ['Sunset', 'false'],
    ['Ice', 'false'],
    ['Midnight', 'false'],
  ]);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Midnight' }));
  expect(change).toHaveBeenCalledWith({ theme: 'midnight', useSystemTheme: false });
});

test('a signed-in user writes at once, sees their account, and can leave', () => {
  const { onNewNote, onRefused, onSignOut } = setUp({ account: IRIS, status: 'locked' });
  expect(bar().getByText('Key locked')).toBeDefined();
  fireEvent.click(bar().getByRole('button', { name: 'New note' }));
  expect([vi.mocked(onNewNote).mock.calls.length, vi.mocked(onRefused).mock.calls.length]).toEqual([
    1, 0,
  ]);
  expect(bar().getByRole('link', { name: 'Your profile: Iris Calder' }).getAttribute('href')).toBe(
    '/profile',
  );
  fireEvent.click(bar().getByRole('button', { name: 'Account' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

test.each([
  ['/home', 2],
  ['/dms', 1],
  ['/settings', 1],
])(
  'ROUTE-19 on small screens the round New note button of %s covers neither fields nor times',
  (path, buttons) => {
    setUp({ account: IRIS }, path, [{ path: 'dms', element: null }]);
    expect(screen.getAllByRole('button', { name: 'New note', hidden: true })).toHaveLength(buttons);
  },
);

test('small screens reach every place: five in the bar, the others in the menu of the header', () => {
  setUp({ account: IRIS });
  const [, small] = screen.getAllByRole('navigation', { name: 'Main' });
  const names = within(small ?? document.body)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label'));
  expect(names).toEqual(['Home', 'Reads', 'Explore', 'Messages', 'Notifications']);
  fireEvent.click(screen.getByRole('button', { name: 'Menu', hidden: true }));
  const rest = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(rest).toEqual(['Profile', 'Bookmarks', 'Downloads', 'Settings', 'Help', 'Sign out']);
  expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/search');
});

test('ACCESS-02 skip links come first and lead to the content and the navigation', () => {
  setUp();
  const [first, second] = screen.getAllByRole('link');
  expect([first?.textContent, second?.textContent]).toEqual([
    'Skip to content',
    'Skip to navigation',
  ]);
  if (first) fireEvent.click(first);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  if (second) fireEvent.click(second);
  expect(document.activeElement?.id).toBe('navigation');
});

test('ACCESS-02 ROUTE-24 a new screen sets the title, is announced by it, and restores a lost focus', async () => {
  const { router } = setUp();
  expect(document.title).toBe('Home');
  const announced = () => document.querySelector('p[aria-live="polite"]')?.textContent;
  expect(announced()).toBe('');
  await act(() => router.navigate('/explore'));
  await waitFor(() => expect(announced()).toBe('Explore'));
  expect(document.title).toBe('Explore');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('ACCESS-02 a failed screen that loads after all is announced in place of its failure', async () => {
  let load = () => {};
  const Help = () => {
    const [isLoaded, setIsLoaded] = useState(false);
    load = () => setIsLoaded(true);
    return isLoaded ? <Column title="Help">help</Column> : <FailedColumn />;
  };
  const { router } = setUp({}, '/home', [{ path: 'help', Component: Help }]);
  await act(() => router.navigate('/help'));
  const announced = () => document.querySelector('p[aria-live="polite"]')?.textContent;
  expect(announced()).toBe('This screen did not load');
  act(() => load());
  expect(announced()).toBe('Help');
});

test('a screen without a back button has the menu; on a first visit the back button leads home', async () => {
  const Back = () => (
    <Column title="Note" back>
      note
    </Column>
  );
  const router = createMemoryRouter(
    [
      { path: '/note', Component: Back },
      { path: '/home', element: <p>home</p> },
    ],
    { initialEntries: ['/note'] },
  );
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.getByText('home')).toBeDefined());
});

test('STATE-03 unconfirmed lists are marked at the avatar and named in the menu', () => {
  setUp({ account: IRIS, status: 'ready', isUnconfirmed: true });
  expect(bar().getByTitle(/^Until the network answers, you see the follows/)).toBeDefined();
  expect(
    bar().getByRole('link', {
      name: /^Your profile: Iris Calder\. Until the network answers/,
    }),
  ).toBeDefined();
  fireEvent.click(bar().getByRole('button', { name: 'Account' }));
  const entry = screen.getByRole('menuitem', { name: 'Your lists aren’t confirmed yet' });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
});

test('STATE-03 once the lists are confirmed, the account shows its normal status', () => {
  setUp({ account: IRIS, status: 'ready', isUnconfirmed: false });
  expect(bar().queryByTitle(/^Until the network answers/)).toBeNull();
  expect(bar().getByRole('link', { name: 'Your profile: Iris Calder' })).toBeDefined();
});

test("BEYOND-05 the account's menu leads to published events, and counts those that no relay accepted", () => {
  const { router } = setUp({ account: IRIS, unfinished: 2 });
  fireEvent.click(bar().getByRole('button', { name: 'Account' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Publishing, 2 not finished' }));
  expect(router.state.location.pathname).toBe('/settings/publishing');
});
