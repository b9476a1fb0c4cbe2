import { verifyEvent } from 'nostr-tools';
import { neighbourhood, PIN, signIn } from './support/account.ts';
import { stored } from './support/stored.ts';
import { expect, test } from './support/test.ts';

test('ACCOUNT-01 ACCOUNT-04 ACCOUNT-17 PUBLISH-01 a like: refused to visitors; then signed after the PIN, on the relay, marked and counted once', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  const { url } = site;
  await page.goto(`${url}/home`);
  const rows = page.getByRole('feed').getByRole('article');
  await rows.first().getByRole('button', { name: /^Like/ }).click();
  await expect(page.getByText('You need to be signed in to perform this action')).toBeVisible();

  const me = await signIn(page, site);
  // opened again the key is locked; the act asks for the PIN and goes on
  await page.reload();
  const fresh = rows.filter({ has: page.getByRole('button', { name: /^Like/, pressed: false }) }).first();
  const id = (await fresh.getAttribute('data-note')) ?? '';
  const button = page.locator(`[data-note="${id}"]`).first().getByRole('button', { name: /^Like/ });
  await button.click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 20_000 });

  const mine = () => stored(url, { kinds: [7], authors: [me], '#e': [id] });
  await expect.poll(async () => (await mine()).length).toBe(1);
  const [like] = await mine();
  expect(like && verifyEvent(like)).toBe(true);
  expect(like).toMatchObject({ content: '+', tags: expect.arrayContaining([['k', '1']]) });
  await button.click();
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(await mine()).toHaveLength(1);
});
