// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import {
  createMemoryRouter,
  matchRoutes,
  MemoryRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readVanityName } from '../../events/account/profile/profile-path.ts';
import { NAME_PATHS, SCREEN_PATHS, screenAt } from '../../events/app/screen-paths.ts';
import { readNoteParam, readProfileParam } from '../../events/nostr/route-param.ts';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { Pages, routeTable } from './Pages.tsx';
import { Redirect } from '../ui/navigation/Redirect.tsx';
import { arrived } from '../ui/navigation/redirects.ts';
import { SCREENS } from './screens.ts';
import { runs } from '../../../tests/support/runs.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  arrived();
  vi.restoreAllMocks();
});

const Layout = () => (
  <div data-testid="layout">
    <Outlet />
  </div>
);
const Where = () => <p data-testid="where">{useLocation().pathname}</p>;
const where = () => screen.getByTestId('where').textContent;
const table = routeTable(Layout);

const screenOf = (path: string) => matchRoutes(table, path)?.at(-1)?.route.path;

async function open(path: string) {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <Pages layout={Layout} />
        <Where />
      </MemoryRouter>,
    );
  });
}

function withoutCode() {
  for (const each of SCREENS)
    vi.spyOn(each, 'load').mockResolvedValue({ Component: () => <h1>{each.path}</h1> });
}

const PLACES = [
  ['ROUTE-02', '/home', 'home'],
  ['ROUTE-03', '/reads', 'reads/:topic?'],
  ['ROUTE-03', '/reads/bread', 'reads/:topic?'],
  ['ROUTE-03', '/reads/edit', 'reads/edit/:id?'],
  ['ROUTE-03', '/reads/edit/naddr1x', 'reads/edit/:id?'],
  ['ROUTE-03', '/myarticles/drafts', 'myarticles/:tab?'],
  ['ROUTE-04', '/thread/abc', 'thread/:id'],
  ['ROUTE-04', '/e/note1x', 'e/:id'],
  ['ROUTE-04', '/a/naddr1x', 'a/:id'],
  ['ROUTE-05', '/explore', 'explore'],
  ['ROUTE-05', '/explore/feed/x', 'explore/feed/:id'],
  ['ROUTE-06', '/dms', 'dms/:contact?'],
  ['ROUTE-06', '/dms/npub1x', 'dms/:contact?'],
  ['ROUTE-07', '/notifications', 'notifications'],
  ['ROUTE-07', '/help', 'help'],
  ['ROUTE-08', '/downloads', 'downloads'],
  ['ROUTE-09', '/profile', 'profile/:npub?'],
  ['ROUTE-09', '/p/npub1x', 'p/:npub?'],
  ['ROUTE-10', '/mutelist/npub1x', 'mutelist/:npub'],
  ['ROUTE-11', '/new', 'new'],
  ['ROUTE-12', '/feeds', 'feeds/:query?'],
  ['ROUTE-12', '/feeds/%7B%7D', 'feeds/:query?'],
  ['ROUTE-13', '/search', 'search/:query?'],
  ['ROUTE-13', '/search/bread%20%26%20salt', 'search/:query?'],
  ['ROUTE-15', '/404', '404'],
  ['ROUTE-15', '/some/where/else', '*'],
  ['ROUTE-16', '/ada', ':vanityName'],
  ['ROUTE-16', '/ada/how-a-flock-decides', ':vanityName/:identifier'],
] as const;

test.each(PLACES)('ROUTE-02 to ROUTE-16, here %s: %s leads to its screen', (_, path, route) => {
  expect(screenOf(path)).toBe(route);
});

test('ROUTE-15 the service serves the page for exactly the paths of the routes', () => {
  const [inside, ...outside] = table;
  const routes = [...(inside?.children ?? []), ...outside].map(
    ({ path = '' }) => `/${path.replace(/^\//, '')}`,
  );
  expect([...SCREEN_PATHS, ...NAME_PATHS, '/*'].toSorted()).toEqual(routes.toSorted());
  for (const [, path, route] of [...PLACES, ['', '/HOME/', 'home']]) {
    const at = screenAt(path);
    const found = at === undefined ? '*' : at === 'screen' ? 'screen' : 'name';
    const wanted = route === '*' ? '*' : route.startsWith(':') ? 'name' : 'screen';
    expect([path, found]).toEqual([path, wanted]);
  }
});

test('ROUTE-16 no name is the first word of a screen', () => {
  for (const path of SCREEN_PATHS) {
    const [, word = ''] = path.split('/');
    expect([path, readVanityName(word)]).toEqual([path, undefined]);
  }
});

test('ROUTE-18 the settings menu and every section below it have a screen', () => {
  const sections =
    'account appearance home_feeds reads_feeds notifications zaps muted network publishing filters nwc payments devtools uploads profile';
  for (const section of sections.split(' '))
    expect(screenOf(`/settings/${section}`)).toBe(`settings/${section}`);
  expect(screenOf('/settings')).toBe('settings');
});

test('ROUTE-17 static pages are outside the main layout, every other screen is inside', () => {
  const outside = table.map(({ path }) => path ?? '').filter((path) => path !== '/');
  expect(outside.toSorted()).toEqual([
    'app-download-qr',
    'csae-policy',
    'privacy',
    'support',
    'terms',
  ]);
});

const REDIRECTS = [
  ['ROUTE-01', '/', '/home'],
  ['ROUTE-08', '/download', '/downloads'],
  ['ROUTE-14', '/rc', '/app-download-qr'],
  ['ROUTE-14', '/rc/a1b2', '/app-download-qr'],
  ['ROUTE-04', '/e/naddr1qqs', '/a/naddr1qqs'],
  ['ROUTE-04', '/a/nevent1qqs', '/e/nevent1qqs'],
] as const;

test.each(REDIRECTS)(
  'ROUTE-01 ROUTE-04 ROUTE-08 ROUTE-14, here %s: %s redirects to %s',
  async (_, from, to) => {
    withoutCode();
    await open(from);
    await waitFor(() => expect(where()).toBe(to));
    expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  },
);

const NO_NAMES = ['/wp login', '/%00', `/${'a'.repeat(65)}`, '/<b>'] as const;

test.each(NO_NAMES)(
  'ROUTE-15 ROUTE-16 %s cannot be a name: not found, within the frame',
  async (path) => {
    await open(path);
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found'),
    );
    expect(screen.getByTestId('layout')).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Page not found'));
  },
);

const ODD_PATHS = [
  `/${'x'.repeat(10_240)}`,
  `/p/${'npub1'.repeat(2_000)}`,
  `/e/${'%F0%9F%90%A6'.repeat(900)}`,
  '/p/%',
  '/p/%E0%A4%A',
  '/e/%2F..%2F..%2Fetc',
  '/%2F%2Fevil.example',
  '/a/__proto__',
  '/p/constructor/toString/valueOf',
  '//evil.example/home',
  '/\\evil.example',
  '/search/%00%ff',
  '/reads/../../home',
];

test('E-54 any address leads to a screen or to not found, within the frame, and nowhere else', async () => {
  withoutCode();
  const segment = fc.oneof(
    fc.constantFrom(
      'p',
      'e',
      'a',
      'home',
      'rc',
      'profile',
      '..',
      '.',
      '%2F',
      '%',
      '%C3%28',
      '\u202e',
      'nostr:',
      'javascript:',
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const odd = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
  for (const path of [...ODD_PATHS, ...fc.sample(odd, { numRuns: runs(60), seed: 54 })]) {
    await open(path);
    expect(screen.getAllByRole('heading', { level: 1 }).length, path).toBe(1);
    expect(where()?.startsWith('/'), path).toBe(true);
    expect(window.location.origin, path).toBe('http://localhost:3000');
    cleanup();
    arrived();
  }
});

test('E-54 no parameter of a route breaks its reader', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...ODD_PATHS)), (text) => {
      for (const read of [readProfileParam, readNoteParam])
        expect(['undefined', 'string', 'object']).toContain(typeof read(text));
    }),
  );
});

const LOST = [
  ['/round', 'Too many redirects'],
  ['/out', 'Path is not a routable path'],
] as const;

test.each(LOST)('ROUTE-22 %s ends with: %s', async (path, words) => {
  const tried = vi.fn();
  const Round = () => {
    const { key } = useLocation();
    tried(key);
    return <Redirect to="/round" />;
  };
  const routes = [
    { path: '/round', Component: Round },
    { path: '/out', element: <Redirect to="//elsewhere.example" /> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words), {
    timeout: 5_000,
  });
  expect(new Set(tried.mock.calls.flat()).size).toBe(path === '/round' ? 101 : 0);
});

test('ROUTE-20 a link fetches its screen on hover and focus; a failure shows when the screen is opened', async () => {
  const help = SCREENS.find(({ path }) => path === 'help');
  const explore = SCREENS.find(({ path }) => path === 'explore/feed/:id');
  if (!help || !explore) throw new Error('the table has lost its screens');
  const loadHelp = vi.spyOn(help, 'load').mockRejectedValue(new Error('offline'));
  const loadExplore = vi.spyOn(explore, 'load');
  const Links = () => (
    <>
      <AppLink to="/help">Help</AppLink>
      <AppLink to="/explore/feed/x?scope=1">Feed</AppLink>
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component: Links }])} />);
  expect(loadHelp).not.toHaveBeenCalled();
  fireEvent.pointerEnter(screen.getByText('Help'));
  fireEvent.focus(screen.getByText('Feed'));
  expect([loadHelp.mock.calls.length, loadExplore.mock.calls.length]).toEqual([1, 1]);
  await expect(loadExplore.mock.results[0]?.value).resolves.toHaveProperty('Component');
});

test('TRUST-06 a screen whose code fails to load says so in its place; the frame stays; a retry loads it', async () => {
  const help = SCREENS.find(({ path }) => path === 'help');
  if (!help) throw new Error('the table has lost its screens');
  vi.spyOn(help, 'load')
    .mockRejectedValueOnce(new Error('chunk is gone'))
    .mockResolvedValue({ Component: () => <p>here it is</p> });
  await open('/help');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('This screen did not load'),
  );
  expect(screen.getByTestId('layout')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to home' })).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(screen.getByText('here it is')).toBeDefined();
});

test('TRUST-06 a screen that did not load offline says so, and loads by itself once back online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const found = SCREENS.find(({ path }) => path === 'help') ?? expect.fail();
  vi.spyOn(found, 'load')
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue({ Component: () => <p>here it is</p> });
  await open('/help');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('You are offline. It loads when you are back.');
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toContain('Try again');
  expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
  online.mockReturnValue(true);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fireEvent(window, new Event('online'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(screen.getByText('here it is')).toBeDefined();
});

test('TRUST-06 a failed screen says that the connection was lost afterwards', async () => {
  const found = SCREENS.find(({ path }) => path === 'help') ?? expect.fail();
  vi.spyOn(found, 'load').mockRejectedValue(new Error('gone'));
  await open('/help');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).not.toContain('offline');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fireEvent(window, new Event('offline'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect(screen.getByRole('alert').textContent).toContain('You are offline.');
});

test('TRUST-06 navigating from a failed screen shows the next one', async () => {
  withoutCode();
  const Broken = (): never => {
    throw new Error('bad data');
  };
  const [first, second] = ['help', 'downloads'].map((path) =>
    SCREENS.find((each) => each.path === path),
  );
  if (!first || !second) throw new Error('the table has lost its screens');
  vi.spyOn(first, 'load').mockResolvedValue({ Component: Broken });
  await act(async () => {
    render(
      <MemoryRouter initialEntries={['/help']}>
        <Pages layout={Layout} />
        <AppLink to="/downloads">on</AppLink>
      </MemoryRouter>,
    );
  });
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('This screen did not load'),
  );
  await act(async () => fireEvent.click(screen.getByText('on')));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('downloads');
});
