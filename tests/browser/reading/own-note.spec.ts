import { byJun, neighbourhood, openAs } from '../support/pages/account.ts';
import { startTestRelay } from '../support/service/test-relay.ts';
import { expect, test, LONG } from '../support/test.ts';

test('BEYOND-05 THREAD-01 PUBLISH-02 an own note appears at once, and its status links to the outbox', {
  tag: LONG,
}, async ({ page, house }) => {
  const relay = await startTestRelay('restricted: members only');
  const site = await house(neighbourhood(byJun({ kind: 10_002, tags: [['r', relay.url]] })));
  await openAs(page, site);
  const rows = page.getByRole('feed').getByRole('article');
  await expect(rows.first()).toBeVisible();
  const write = async (words: string) => {
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.getByLabel('Your text').fill(words);
    await page.keyboard.press('Control+Enter');
  };
  await write('behind the fence');
  const own = rows.filter({ hasText: 'behind the fence' });
  const host = relay.url.replace('ws://', '');
  const mark = own.getByRole('link', {
    name: `Not published. ${host} is for members only. It says: members only`,
  });
  await expect(mark).toBeVisible({ timeout: 30_000 });
  await expect(rows.first()).toContainText('behind the fence');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await mark.click();
  await expect(page).toHaveTitle('Publishing');
  const entry = page
    .getByRole('region', { name: 'Not finished' })
    .getByRole('listitem')
    .filter({ hasText: 'behind the fence' });
  await expect(entry).toBeInViewport();

  relay.refuses = undefined;
  await entry.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(own).toBeVisible();
  await expect(mark).toHaveCount(0);
  await write('beyond the gate');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await expect(rows.first()).toContainText('beyond the gate');
  await page.getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveURL(/\/e\/note1/);
  await expect(page.getByRole('article').filter({ hasText: 'beyond the gate' })).toBeVisible();
  await relay.stop();
});

test('THREAD-01 own notes appear at the top of the feed after others were deleted there', {
  tag: LONG,
}, async ({ page, house }) => {
  await openAs(page, await house(neighbourhood()));
  const rows = page.getByRole('feed').getByRole('article');
  await expect(rows.first()).toBeVisible();
  const write = async (words: string) => {
    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.getByLabel('Your text').fill(words);
    await page.keyboard.press('Control+Enter');
    await expect(rows.first()).toContainText(words);
  };
  const remove = async (words: string) => {
    await rows.filter({ hasText: words }).getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: 'Request delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Request delete' }).click();
    await expect(rows.filter({ hasText: words })).toHaveCount(0);
  };
  await write('the first of them');
  await remove('the first of them');
  await write('the second of them');
  await write('the third of them');
  await remove('the third of them');
  await remove('the second of them');
  await write('the fourth of them');
});
