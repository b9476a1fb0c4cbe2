import { getPublicKey } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { enterKey, fromMenu, neighbourhood, openAs, signOut } from '../support/pages/account.ts';
import { expect, type Page, test, LONG } from '../support/test.ts';
import { profile } from '../support/service/village.ts';

const RIO = 41;

/** The theme of every painted frame, from the first one on. */
async function watchThemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { themes: seen });
    const look = () => {
      if (document.getElementById('root')?.firstElementChild)
        seen.push(document.documentElement.dataset['theme'] ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const themesSeen = (page: Page) =>
  page.evaluate(() => [...new Set<string>(Reflect.get(window, 'themes'))]);
const keysOf = (page: Page, pubkey: string) =>
  page.evaluate((part) => Object.keys(localStorage).filter((key) => key.includes(part)), pubkey);

async function chooseTheme(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name }).check({ force: true });
  await expect.poll(() => theme(page)).toBe(name.toLowerCase());
}

async function chooseFeed(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('combobox', { name: 'Choose a feed' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('STATE-01 FEED-01 ACCOUNT-15 SETTINGS-04 E-35 two accounts share no theme or feed', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  const rio = getPublicKey(secretKey(RIO));
  const jun = await openAs(page, site);
  await chooseTheme(page, 'Midnight');
  await chooseFeed(page, 'Following with replies');
  await expect(page.getByRole('feed', { name: 'Following with replies' })).toBeVisible();

  await fromMenu(page, 'Add an account');
  await enterKey(page, secretKey(RIO));
  await expect.poll(() => theme(page)).toBe('sunrise');
  await expect(page.getByRole('feed', { name: 'Following with replies' })).toHaveCount(0);
  await chooseTheme(page, 'Ice');

  await fromMenu(page, 'Switch to Jun');
  await expect.poll(() => theme(page)).toBe('midnight');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('feed', { name: 'Following with replies' })).toBeVisible();
  await fromMenu(page, 'Switch to rio');
  await expect.poll(() => theme(page)).toBe('ice');
  await fromMenu(page, 'Switch to Jun');
  await expect.poll(() => theme(page)).toBe('midnight');
  await watchThemes(page);
  await page.goto(`${site.url}/settings/account`);
  // the stored key shows that the session exists
  await expect(page.getByRole('switch').first()).toBeVisible();
  expect(await themesSeen(page)).toEqual(['midnight']);
  // a visit may have stored the default of the service
  const visitors = await page.evaluate(() => localStorage.getItem('starling/visitor/theme'));
  expect([null, '{"version":1,"value":"sunrise"}']).toContain(visitors);

  // each tab keeps its account through a reload, and names a choice of the other tab
  const other = await page.context().newPage();
  await other.goto(`${site.url}/settings/account`);
  await expect(other.getByRole('switch').first()).toBeVisible();
  await fromMenu(other, /^Switch to/);
  await expect(page.getByText('Another tab switched to another account')).toBeVisible();
  const saves: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('set_app_settings')) saves.push(String(payload));
    }),
  );
  const expectOwn = async () => {
    await page.reload();
    await expect(page.getByRole('switch').first()).toBeVisible();
    expect(await themesSeen(page)).toEqual(['midnight']);
    // the settings of the other account are no change of this one
    expect((await keysOf(page, jun)).filter((key) => key.includes('unsaved'))).toEqual([]);
  };
  await expectOwn();
  await expect.poll(() => theme(other)).toBe('ice');
  await signOut(other);
  await expect.poll(() => theme(other)).toBe('midnight');
  await expectOwn();
  await other.close();
  expect(saves).toEqual([]);

  await signOut(page, true);
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await expect.poll(() => theme(page)).toBe('sunrise');
  await expect.poll(() => keysOf(page, jun)).toEqual([]);
  expect((await keysOf(page, rio)).length).toBeGreaterThan(0);
});
