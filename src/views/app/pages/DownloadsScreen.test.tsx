// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { RESULT } from '../../../events/nostr/kinds.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(async () => {
  await fetchViews('/help', '/downloads');
  await import('../Background.tsx');
});
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}));
afterEach(() => {
  world?.close();
  world = undefined;
  vi.unstubAllGlobals();
});

/** Longer than the page's delay before it loads non-urgent parts, in milliseconds. */
const CALM = 700;

const told = (content: unknown) => ({
  claims: [{ claim: 'other', kind: RESULT.Releases, content }] as const,
});
const RELEASES = {
  ios: { date: '2024-02-02', version: '1.2.3' },
  android: { date: '2024-03-01', version: '2.0' },
};
const LATER = { ...RELEASES, ios: { date: '2199-01-01', version: '9.0' } };

const badge = () =>
  within(document.getElementById('navigation') ?? document.body)
    .getByRole('link', { name: /Downloads/ })
    .querySelector('[role="img"]')?.ariaLabel;

/** Navigates to another screen, which waits for its code. */
const goToDownloads = () =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('link', { name: /Downloads/ })[0] ?? document.body);
    await vi.advanceTimersByTimeAsync(CALM);
  });

async function opened(path: string) {
  world = await renderedAccount(path, { accounts: [] });
  const here = world;
  await here.settle(() => void vi.advanceTimersByTimeAsync(CALM));
  return here;
}

test('MEMBER-04 ROUTE-19 the navigation counts new releases; opening the page marks them as seen', async () => {
  const { answer, settle, app, isAsked } = await opened('/help');
  expect([badge(), isAsked('get_app_releases')]).toEqual([undefined, true]);
  await settle(() => answer('get_app_releases', told(RELEASES)));
  expect(badge()).toBe('2 new');
  await goToDownloads();
  expect(badge()).toBeUndefined();
  expect(screen.getAllByText('New')).toHaveLength(2);
  const kept = () => app.getSnapshot().children.settings?.getSnapshot().context.local.seenReleases;
  expect(kept()).toEqual({ ios: '1.2.3', android: '2.0' });
});

test('MEMBER-04 a release with a future date is shown, but not counted', async () => {
  const { answer, settle } = await opened('/help');
  await settle(() => answer('get_app_releases', told(LATER)));
  expect(badge()).toBe('1 new');
  await goToDownloads();
  expect(badge()).toBeUndefined();
  expect(screen.getByText('Comes out on January 1, 2199')).toBeDefined();
});

test("ROUTE-08 shows app, iOS, Android, APK, QR code, source, and releases as the service's claim", async () => {
  const { answer, settle } = await opened('/downloads');
  const titles = () =>
    within(screen.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);
  const usual = [
    'Install as an app',
    'iPhone and iPad',
    'Android',
    'APK',
    'Open it on your phone',
    'Source',
  ];
  expect(titles()).toEqual(usual);
  expect(screen.getByRole('img', { name: 'QR code with the address' })).toBeDefined();
  await settle(() => answer('get_app_releases', told(RELEASES)));
  expect(titles()).toEqual([...usual, 'Mobile releases']);
  expect(screen.getByText('1.2.3')).toBeDefined();
  expect(screen.getByText('Out since February 2, 2024')).toBeDefined();
});

test('ROUTE-08 if the service does not answer, the page says so and offers a retry', async () => {
  const { answer, click, refuse, settle } = await opened('/downloads');
  await settle(() => refuse('get_app_releases'));
  await click(within(screen.getByRole('main')).getByRole('button', { name: 'Try again' }));
  await settle(() => answer('get_app_releases', told({})));
  expect(screen.queryByText('Mobile releases')).toBeNull();
});
