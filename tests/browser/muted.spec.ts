import { neighbourhood, signIn } from './support/account.ts';
import { stored } from './support/stored.ts';
import { faults } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('SETTINGS-06 ACCOUNT-10 BEYOND-02 muted words by keyboard, openly and privately; the private part opens on request; what is gone comes back', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  const list = async () => (await stored(site.url, { kinds: [10_000], authors: [me] }))[0];
  await page.goto(`${site.url}/settings/muted`);
  await page.getByRole('tab', { name: /^Words/ }).click();
  const field = page.getByLabel('Word', { exact: true });
  await field.press('Enter');
  await expect(page.getByText('Write a word first.')).toBeVisible();
  await field.fill('Pineapple');
  await field.press('Enter');
  // nothing is known of such a list: a person says that there is none
  await page.getByRole('alertdialog', { name: 'Change your mute list?' }).getByRole('button', { name: 'Change it' }).click();
  await page.getByLabel('PIN', { exact: true }).fill('a good pin');
  await page.keyboard.press('Enter');
  const row = (word: string) => page.getByRole('listitem').filter({ hasText: word });
  await expect(row('pineapple')).toBeVisible();
  const open = await list();
  expect(open?.tags).toContainEqual(['word', 'pineapple']);

  await page.getByRole('switch', { name: 'Keep it private' }).check();
  await field.fill('anchovy');
  await field.press('Enter');
  await expect.poll(async () => (await list())?.content ?? '').not.toBe(open?.content ?? '');
  const sealed = await list();
  expect([sealed?.tags, JSON.stringify(sealed).includes('anchovy')]).toEqual([open?.tags, false]);
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(row('anchovy').getByText('private')).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await row('pineapple').getByRole('button', { name: 'Unmute' }).click();
  await expect(row('pineapple')).toHaveCount(0);
  expect((await list())?.tags).not.toContainEqual(['word', 'pineapple']);
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put them back' }).first().click();
  await expect.poll(async () => (await list())?.tags).toContainEqual(['word', 'pineapple']);
});
