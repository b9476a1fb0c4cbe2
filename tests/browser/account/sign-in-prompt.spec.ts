import { neighbourhood, nsecOfJun, pubkeyOfJun, withoutPin } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';

test('ACCOUNT-01 ACCOUNT-02 a visitor’s like continues after they sign in', { tag: LONG }, async ({
  page,
  house,
}) => {
  const { url } = await house(neighbourhood());
  await page.goto(`${url}/home`);
  const row = page.getByRole('feed').getByRole('article').first();
  const id = (await row.getAttribute('data-note')) ?? '';
  await row.getByRole('button', { name: /^Like/ }).click();
  const door = page.getByRole('dialog', { name: 'Sign in to like, reply and follow' });
  await expect(door.getByText('You need to be signed in to perform this action')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(door).toHaveCount(0);

  await row.getByRole('button', { name: /^Like/ }).click();
  await expect(door.getByRole('button', { name: 'Create account' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(door).toHaveCount(0);
  await page.getByLabel('Key or address').fill(nsecOfJun());
  await page.keyboard.press('Enter');
  await withoutPin(page);
  await expect
    .poll(
      async () => (await stored(url, { kinds: [7], authors: [pubkeyOfJun()], '#e': [id] })).length,
      { timeout: 20_000 },
    )
    .toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Following');
});

test('ACCOUNT-01 a cancelled sign-in cancels the action; a written text waits', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house(neighbourhood());
  await page.goto(`${url}/home`);
  const like = page.getByRole('feed').getByRole('button', { name: /^Like/ }).first();
  await like.click();
  const door = page.getByRole('dialog', { name: 'Sign in to like, reply and follow' });
  await door.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Key or address')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'New note' }).first().click();
  await door.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Key or address').fill(nsecOfJun());
  await page.keyboard.press('Enter');
  await withoutPin(page);
  await expect(page.getByLabel('Your text')).toBeFocused({ timeout: 20_000 });
  expect(await stored(url, { kinds: [7], authors: [pubkeyOfJun()] })).toEqual([]);
});

test('ACCOUNT-01 a visitor’s Home names the app and offers an account first, also on phones', {
  tag: LONG,
}, async ({ page, town: { url } }) => {
  await page.goto(`${url}/home`);
  const welcome = page.getByRole('region', { name: 'Welcome to Starling' });
  await expect(welcome).toContainText('the open social network that nobody owns');
  const ways = welcome.getByRole('link').or(welcome.getByRole('button'));
  await expect(ways).toHaveText(['Create account', 'Sign in']);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(ways).toHaveText(['Create account', 'Sign in', '']);
  const newNote = page.getByRole('button', { name: 'New note' });
  await expect(newNote).toBeHidden();
  await ways.last().click();
  await expect(welcome).toHaveCount(0);
  await expect(newNote).toBeVisible();
  await page.getByRole('link', { name: 'Notifications' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await main.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a name' })).toBeVisible();
});
