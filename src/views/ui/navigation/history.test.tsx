// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppLink } from './AppLink.tsx';
import { browserHistory, type Visit } from './history.ts';
import { Routing } from '../../app/Routing.tsx';
import { SCREENS } from '../../app/screens.ts';

let scrollY = 0;
beforeEach(() => {
  scrollY = 0;
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY);
  vi.spyOn(window, 'scrollTo').mockImplementation((...at: unknown[]) => {
    scrollY = Number(at[1]);
  });
  window.history.replaceState(null, '', '/home');
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const back = () =>
  new Promise<void>((done) => {
    window.addEventListener('popstate', () => done(), { once: true });
    window.history.back();
  });

test('ROUTE-23 going back to an entry returns its last scroll position', async () => {
  const history = browserHistory(window);
  const told: Visit[] = [];
  const stop = history.subscribe((visit) => told.push(visit));
  expect([
    history.visit().location.pathname,
    history.visit().location.key,
    window.history.scrollRestoration,
  ]).toEqual(['/home', 'default', 'manual']);
  scrollY = 1_234;
  history.navigator.push('/e/abc?x=1#y', { from: 'home' });
  scrollY = 50;
  history.navigator.replace({ pathname: '/e/abc', search: '?x=2' }, null, {
    preventScrollReset: true,
  });
  await back();
  stop();
  expect(told.map(({ type, leftAt, stays }) => [type, leftAt, stays])).toEqual([
    ['PUSH', undefined, false],
    ['REPLACE', undefined, true],
    ['POP', 1_234, false],
  ]);
  expect(told.map(({ location }) => location.pathname + location.search + location.hash)).toEqual([
    '/e/abc?x=1#y',
    '/e/abc?x=2',
    '/home',
  ]);
  expect(told[0]?.location.state).toEqual({ from: 'home' });
  expect(new Set(told.map(({ location }) => location.key)).size).toBe(3);
  expect(window.history.scrollRestoration).toBe('auto');
  history.navigator.push('/help');
  expect(told.length).toBe(3);
});

test('ROUTE-23 new places start at the top, a changed query keeps the position, and going back restores it', async () => {
  for (const each of SCREENS)
    vi.spyOn(each, 'load').mockResolvedValue({ Component: () => <h1>{each.path}</h1> });
  const Layout = () => (
    <>
      <AppLink to="/help">help</AppLink>
      <AppLink to="/help?tab=2" preventScrollReset replace>
        tab
      </AppLink>
      <Outlet />
    </>
  );
  await act(async () => {
    render(<Routing layout={Layout} />);
  });
  const title = () => screen.getByRole('heading', { level: 1 }).textContent;
  expect([title(), scrollY]).toEqual(['home', 0]);
  scrollY = 900;
  await act(async () => fireEvent.click(screen.getByText('help')));
  expect([title(), scrollY, window.location.pathname]).toEqual(['help', 0, '/help']);
  scrollY = 70;
  await act(async () => fireEvent.click(screen.getByText('tab')));
  expect([scrollY, window.location.search]).toEqual([70, '?tab=2']);
  await act(back);
  await waitFor(() => expect(title()).toBe('home'));
  expect(scrollY).toBe(900);
});

test('links leave anything but a plain press to the browser', async () => {
  for (const each of SCREENS)
    vi.spyOn(each, 'load').mockResolvedValue({ Component: () => <h1>{each.path}</h1> });
  const Layout = () => <AppLink to="/help">help</AppLink>;
  await act(async () => {
    render(<Routing layout={Layout} />);
  });
  const entries = window.history.length;
  const link = screen.getByRole('link');
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link, { ctrlKey: true });
  fireEvent.click(link, { metaKey: true });
  fireEvent.click(link, { button: 1 });
  expect([window.location.pathname, window.history.length - entries]).toEqual(['/home', 0]);
});

test('a browser that refuses more entries loads the page instead', () => {
  const assign = vi.fn();
  const refuse = () => {
    throw new DOMException('too many', 'SecurityError');
  };
  const history = browserHistory({
    location: { pathname: '/home', search: '', hash: '', assign },
    history: {
      state: null,
      pushState: refuse,
      replaceState: refuse,
      go: () => {},
      scrollRestoration: 'auto',
    },
    scrollY: 0,
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  history.navigator.push('/help');
  expect(assign).toHaveBeenCalledWith('/help');
});
