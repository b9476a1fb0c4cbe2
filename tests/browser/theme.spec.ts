import { openFeed } from './support/reading.ts';
import { expect, MOTION, type Page, test } from './support/test.ts';

test.use(MOTION);

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('SETTINGS-04 each theme has its own colours, is kept, and stands before anything is drawn', async ({ page }) => {
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

test('SETTINGS-04 the system picks within the pair, at once', async ({ page }) => {
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

test('SETTINGS-04 a forced theme wins, and motion can be switched off', async ({ page }) => {
  await page.goto('/settings/appearance');
  await page.getByRole('switch', { name: 'Animation' }).uncheck();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['motion'])).toBe('off');
  await page.evaluate(() => window.localStorage.setItem('forcedTheme', 'ice'));
  await page.reload();
  await page.getByRole('radio', { name: 'Sunset' }).check({ force: true });
  expect(await theme(page)).toBe('ice');
  await expect(page.getByText(/overrides your choice/)).toBeVisible();
});

test('SETTINGS-04 ACCOUNT-15 the theme is chosen from the navigation, too, and kept for visitors', async ({ page }) => {
  await openFeed(page);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Sunset' }).click();
  await expect.poll(() => theme(page)).toBe('sunset');
  await page.reload();
  expect(await theme(page)).toBe('sunset');
});
