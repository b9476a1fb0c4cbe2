import { byJun, neighbourhood, signIn } from './support/account.ts';
import { startMoodyRelay } from './support/moody-relay.ts';
import { faults } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('BEYOND-05 PUBLISH-02 PUBLISH-04 RELAY-06 a note that the own relay refuses is listed with its reason, also after a reload; sent again as it was, it is accepted', async ({
  page,
  house,
}) => {
  const relay = await startMoodyRelay('blocked: not today');
  const site = await house(neighbourhood(byJun({ kind: 10_002, tags: [['r', relay.url]] })));
  await signIn(page, site);
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type('to a closed door');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Failed to publish note').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const menu = page.getByRole('button', { name: 'Account', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Publishing, 1 not finished' }).click();
  await expect(page).toHaveTitle('Publishing');
  const job = page.getByRole('region', { name: 'Not finished' }).getByRole('listitem').filter({ hasText: 'to a closed door' });
  await expect(job.getByText('blocked: not today').first()).toBeVisible();
  await page.reload();
  await expect(job.getByText('Failed to publish note')).toBeVisible();

  expect(await faults(page)).toEqual([]);

  relay.refuses = undefined;
  await job.getByRole('button', { name: 'Send again' }).click();
  const done = page.getByRole('region', { name: 'Published' }).getByRole('listitem').filter({ hasText: 'to a closed door' });
  await expect(done.getByText(/accepted/i).first()).toBeVisible();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveCount(0);
  expect([relay.sent.length > 1, new Set(relay.sent).size]).toEqual([true, 1]);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Publishing', exact: true })).toBeVisible();
  await relay.stop();
});
