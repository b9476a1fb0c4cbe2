import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { openFeed } from '../support/pages/reading.ts';
import { expect, LONG, MOTION, type Page, test } from '../support/test.ts';
import { note } from '../support/service/village.ts';

test.use(MOTION);

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('SETTINGS-04 each theme has its own colours, is stored, and applies before the first paint', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/settings/appearance');
  const grounds = new Set<string>();
  for (const name of ['Sunset', 'Ice', 'Midnight', 'Sunrise']) {
    await page.getByRole('radio', { name }).check({ force: true });
    await expect.poll(() => theme(page)).toBe(name.toLowerCase());
    grounds.add(await ground(page));
  }
  expect(grounds.size).toBe(4);
  await page.getByRole('radio', { name: 'Midnight' }).check({ force: true });
  await openFeed(page);
  expect(await theme(page)).toBe('midnight');
  expect(await page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark');
});

test('SETTINGS-04 the system setting switches within a theme pair at once', { tag: LONG }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/settings/appearance');
  await page.getByRole('switch', { name: 'Follow the system' }).check();
  for (const [chosen, light, dark] of [
    ['Sunrise', 'sunrise', 'sunset'],
    ['Ice', 'ice', 'midnight'],
  ] as const) {
    await page.getByRole('radio', { name: chosen }).check({ force: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => theme(page)).toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => theme(page)).toBe(light);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await expect.poll(() => theme(page)).toBe('midnight');
});

/** A response of the service with another theme in its defaults. */
const withTheme = (results: readonly unknown[]): readonly unknown[] =>
  results.map((result) => {
    const { kind, content }: { kind?: unknown; content?: unknown } = Object(result);
    if (kind !== RESULT.DefaultSettings) return result;
    return {
      ...Object(result),
      content: JSON.stringify({
        ...Object(JSON.parse(String(content))),
        theme: 'ice',
        proxyThroughPrimal: true,
      }),
    };
  });

test('SETTINGS-01 CACHE-06 a new default theme of the service applies on the next visit only', {
  tag: LONG,
}, async ({ page, liar }) => {
  const { url, asked } = await liar(
    { events: [note('a lamp at the harbour')] },
    { results: withTheme },
  );
  await page.goto(`${url}/home`);
  await expect(page.getByText('a lamp at the harbour')).toBeVisible();
  await expect.poll(() => asked('get_default_app_settings')).toEqual([{ client: 'Starling' }]);
  const kept = () => page.evaluate(() => window.localStorage.getItem('starling/visitor/theme'));
  await expect.poll(kept).toContain('ice');
  expect(await theme(page)).toBe('sunrise');
  await page.reload();
  expect(await theme(page)).toBe('ice');
  await expect(page.getByText('a lamp at the harbour')).toBeVisible();
  await page.goto(`${url}/settings/appearance`);
  await page.getByRole('radio', { name: 'Sunset' }).check({ force: true });
  await page.reload();
  await expect.poll(() => theme(page)).toBe('sunset');
  expect(asked('get_default_app_settings')).toHaveLength(1);
  expect(
    await page.evaluate(() => window.localStorage.getItem('starling/visitor/usePrimalRelay')),
  ).toBeNull();
});

test('SETTINGS-04 a forced theme wins, and motion can be disabled', { tag: LONG }, async ({
  page,
}) => {
  await page.goto('/settings/appearance');
  await page.getByRole('switch', { name: 'Animation' }).uncheck();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['motion']))
    .toBe('off');
  await page.evaluate(() => window.localStorage.setItem('forcedTheme', 'ice'));
  await page.reload();
  await page.getByRole('radio', { name: 'Sunset' }).check({ force: true });
  expect(await theme(page)).toBe('ice');
  const notice = page
    .locator('div', { hasText: /^A theme set for this browser overrides your choice/ })
    .last();
  await expect(notice).toBeVisible();
  // it is spaced apart from the line under the heading
  const [above, below] = await Promise.all([
    page.getByRole('heading', { name: 'Theme' }).boundingBox(),
    notice.boundingBox(),
  ]);
  expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(8);
});

test('SETTINGS-04 ACCOUNT-15 the theme can be chosen in the navigation, and is stored for visitors', {
  tag: LONG,
}, async ({ page }) => {
  await openFeed(page);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Sunset' }).click();
  await expect.poll(() => theme(page)).toBe('sunset');
  await page.reload();
  expect(await theme(page)).toBe('sunset');
});

test('BEYOND-15 the chosen text size is stored, and applies before the first paint', {
  tag: LONG,
}, async ({ page }) => {
  const size = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--reading-scale'),
    );
  await page.goto('/settings/appearance');
  expect(await size()).toBe('1');
  await page.getByRole('radio', { name: 'Larger' }).check({ force: true });
  await expect.poll(size).toBe('1.3');
  // only the script in the head has run
  await page.route('**/assets/*.js', (route) =>
    route.request().url().includes('first-theme') ? route.continue() : route.abort(),
  );
  await page.goto('/home');
  expect(await size()).toBe('1.3');
});

/** Position and size of each element. The size of `main` grows with its content. */
async function places(page: Page, parts: Readonly<Record<string, string>>) {
  return page.evaluate(
    (named) =>
      Object.entries(named).map(([name, selector]) =>
        [...document.querySelectorAll(selector)].map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return { name, x, y, width, height: name === 'main' ? 0 : height };
        }),
      ),
    parts,
  );
}

const SHELL = {
  nav: '.shell-nav',
  main: '.shell-main',
  head: '.shell-head',
  note: '.shell-note',
  search: '.shell-search',
  bar: '.shell-bar',
};
const APP = {
  nav: '#navigation',
  main: '#main',
  head: '#main > header',
  note: '#main [role=status] > [aria-hidden]',
  search: 'aside [role=search] :has(> input)',
  bar: 'nav:not(#navigation, aside nav)',
};

test('SETTINGS-04 the document contains the frame in the chosen theme before any script runs', {
  tag: LONG,
}, async ({ page, baseURL }) => {
  const shifts = () => page.evaluate(() => Number(Reflect.get(window, 'shift')));
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, {
          shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value'),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('/home');
  await expect(page.locator('.shell-note')).toHaveCount(3);
  expect(await theme(page)).toBe('sunrise');
  const light = await ground(page);

  // a caching service that never answers: the app waits
  await page.evaluate(() => {
    window.localStorage.setItem(
      'starling/visitor/theme',
      JSON.stringify({ version: 1, value: 'midnight' }),
    );
    window.localStorage.setItem('cacheServer', 'ws://127.0.0.1:9/v1');
  });
  await page.unroute(/\.js$/);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isBoot = /\/boot-[^/]+\.js$/;
  await page.route(isBoot, (route) => route.abort());
  const early = page.waitForRequest(/\/first-theme-/);
  await page.route(/\/first-theme-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/home', { waitUntil: 'commit' });
  await early;
  // nothing is drawn before the theme is known
  expect(
    await page.evaluate(() => [
      document.body === null,
      performance.getEntriesByType('paint').length,
    ]),
  ).toEqual([true, 0]);
  release();
  await expect(page.locator('.shell-note')).toHaveCount(3);
  expect(await theme(page)).toBe('midnight');
  expect(await ground(page)).not.toBe(light);
  for (const width of [1280, 1000, 800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/home');
    await expect(page.locator('.shell-note')).toHaveCount(3);
    const shell = await places(page, SHELL);
    await page.unroute(isBoot);
    await page.goto('/home');
    await expect(page.locator(APP.note)).toHaveCount(3);
    expect(await places(page, APP)).toEqual(shell);
    await page.route(isBoot, (route) => route.abort());
  }
  await page.unroute(isBoot);
  await page.evaluate(() => window.localStorage.removeItem('cacheServer'));
  await openFeed(page, `${baseURL ?? ''}/home`);
  expect(await shifts()).toBe(0);
});
