import { neighbourhood, signIn } from '../support/pages/account.ts';
import type { TestService } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const look = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.dataset['theme'],
    document.documentElement.dataset['animated'] ?? 'on',
  ]);
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

async function openAppearance(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Appearance' }).click();
  await expect(page.getByRole('radio', { name: 'Ice' })).toBeVisible();
}

const chooseTheme = (page: Page, name: string) =>
  page.getByRole('radio', { name }).check({ force: true });

/**
 * Number of such requests by a page to its caching service, of any page load. Call it before the
 * page connects.
 */
function countAsked(page: Page): (verb: string) => number {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => frames.push(String(payload))),
  );
  return (verb) =>
    frames.filter((frame) => frame.startsWith('["REQ"') && frame.includes(`{"cache":["${verb}",`))
      .length;
}

/** Reloads the page, and waits until it has requested the settings again. */
async function again(page: Page, asked: (verb: string) => number): Promise<void> {
  const before = asked('get_app_settings');
  await page.reload();
  await expect.poll(() => asked('get_app_settings')).toBeGreaterThan(before);
}

/** Signs in without a PIN and reloads. The key is closed from then on. */
async function returned(
  page: Page,
  site: Pick<TestService, 'url'>,
): Promise<(verb: string) => number> {
  const asked = countAsked(page);
  await signIn(page, { url: site.url, demo: [] });
  await expect.poll(() => asked('get_app_settings')).toBeGreaterThan(0);
  await again(page, asked);
  return asked;
}

test('SETTINGS-01 SETTINGS-02 BEYOND-03 a setting changed on one device shows on another after a reload', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  test.slow();
  const site = await house(neighbourhood());
  const asked = await returned(page, site);
  const other = await browser.newContext();
  const second = await other.newPage();
  const askedThere = await returned(second, site);
  await openAppearance(page);
  await chooseTheme(page, 'Ice');
  await expect.poll(() => asked('set_app_settings')).toBe(1);
  await again(second, askedThere);
  await expect.poll(() => theme(second)).toBe('ice');
  await openAppearance(second);
  await chooseTheme(second, 'Midnight');
  await expect.poll(() => askedThere('set_app_settings')).toBe(1);
  const before = asked('membership_status');
  await again(page, asked);
  await expect.poll(() => theme(page)).toBe('midnight');
  await expect.poll(() => asked('get_app_subsettings')).toBeGreaterThanOrEqual(4);
  // with the key closed for all else: automatic requests that need an open key were not sent
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked('membership_status')).toBe(before);
  await other.close();
});

test('SETTINGS-02 TRUST-07 a change reaches an open second device, with the amount that the account signed', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  test.slow();
  const site = await house(neighbourhood());
  const other = await browser.newContext();
  const second = await other.newPage();
  const [asked, askedThere] = [countAsked(page), countAsked(second)];
  for (const one of [page, second]) await signIn(one, { url: site.url, demo: [] });
  for (const count of [asked, askedThere])
    await expect.poll(() => count('settings_versions')).toBe(1);
  await openAppearance(page);
  await chooseTheme(page, 'Ice');
  await expect.poll(() => theme(second)).toBe('ice');

  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Zaps' }).click();
  const amount = page.getByLabel('Amount in sats', { exact: true });
  await amount.fill('77');
  await amount.blur();
  await second.getByRole('link', { name: 'Settings' }).first().click();
  await second.getByRole('main').getByRole('link', { name: 'Zaps' }).click();
  const there = second.getByLabel('Amount in sats', { exact: true });
  await expect(there).toHaveValue('77');
  expect(askedThere('set_app_settings')).toBe(0);
  await other.close();
});

test('SETTINGS-02 INV-NO-LOSS a setting chosen just before the page closes applies to the next page', {
  tag: LONG,
}, async ({ page, house, context }) => {
  test.slow();
  const site = await house(neighbourhood());
  const asked = await returned(page, site);
  await openAppearance(page);
  await chooseTheme(page, 'Ice');
  await expect.poll(() => asked('set_app_settings')).toBe(1);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  await expect.poll(() => theme(other)).toBe('ice');
  // the account's code is loaded
  await expect(other.getByRole('button', { name: 'New note' }).first()).toBeVisible();
  await chooseTheme(page, 'Midnight');
  await expect.poll(() => theme(other)).toBe('midnight');
  await again(page, asked);
  await expect.poll(() => asked('set_app_settings')).toBe(2);
  expect(await theme(page)).toBe('midnight');
  await again(page, asked);
  expect(await theme(page)).toBe('midnight');
});

test('SETTINGS-01 SETTINGS-03 E-60 nonsense, refusals or silence of the service change no setting', {
  tag: LONG,
}, async ({ page, liar }) => {
  test.slow();
  const asked = countAsked(page);
  const refuses: string[] = [];
  const ignores: string[] = [];
  let lie: string | undefined;
  const site = await liar(neighbourhood(), {
    refuses,
    ignores,
    results: (results) =>
      results.map((one) =>
        Object(one).kind === 30_078 && lie !== undefined
          ? { ...Object(one), sig: undefined, content: lie }
          : one,
      ),
  });
  await signIn(page, { url: site.url, demo: [] });
  await openAppearance(page);
  await chooseTheme(page, 'Midnight');
  await expect.poll(() => site.asked('set_app_settings').length).toBe(1);
  const saved = await look(page);
  const hostile = {
    theme: '"><script>',
    animated: 'no',
    proxyThroughPrimal: true,
    notifications: [1],
    contentModeration: { name: 'primal_spam' },
    zapDefault: { amount: 2_100_000_000_000_000, message: 'x'.repeat(100_000) },
  };
  for (lie of ['', '[1,2', '"ice"', JSON.stringify(hostile)]) {
    await again(page, asked);
    await expect(
      page.getByText('Failed to load settings. Will be using local settings.'),
    ).toHaveCount(lie.startsWith('{') ? 0 : 1);
    expect([lie.slice(0, 20), await look(page)]).toEqual([lie.slice(0, 20), saved]);
  }
  lie = undefined;
  refuses.push('get_app_settings');
  await again(page, asked);
  await expect(
    page.getByText('Failed to load settings. Will be using local settings.'),
  ).toBeVisible();
  expect(await look(page)).toEqual(saved);
  refuses.pop();
  ignores.push('get_app_settings', 'get_app_subsettings');
  await again(page, asked);
  await expect(
    page.getByText('Failed to load settings. Will be using local settings.'),
  ).toBeVisible({ timeout: 20_000 });
  expect([await look(page), site.asked('set_app_settings').length]).toEqual([saved, 1]);
});
