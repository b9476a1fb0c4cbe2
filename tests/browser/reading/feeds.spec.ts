import { openFeed, rows } from '../support/pages/reading.ts';
import { expect, test, LONG } from '../support/test.ts';

test('FEED-01 FEED-03 a chosen feed is shown from its first page, and remembered', {
  tag: LONG,
}, async ({ page }) => {
  await openFeed(page);
  const select = page.getByRole('combobox', { name: 'Choose a feed' });
  await select.click();
  const options = page.getByRole('listbox', { name: 'Choose a feed' }).getByRole('option');
  await expect(options.nth(1)).toBeVisible();
  const names = await options.allTextContents();
  expect(new Set(names).size).toBe(names.length);
  const other = 'Everyone';
  const first = await rows(page).first().getAttribute('data-note');
  await options.filter({ hasText: other }).click();
  await expect(select).toHaveText(other);
  await expect(page.getByRole('feed', { name: other })).toBeVisible();
  await expect(rows(page).first()).not.toHaveAttribute('data-note', first ?? '');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.reload();
  await expect(select).toHaveText(other);
  await expect(page.getByRole('feed', { name: other })).toBeVisible();
});

test('FEED-09 LIMIT-02 the sidebar lists at most eight popular notes, by a remembered choice', {
  tag: LONG,
}, async ({ page }) => {
  await openFeed(page);
  const side = page.getByRole('complementary');
  await expect(side.getByRole('listitem').first()).toBeVisible();
  expect(await side.getByRole('listitem').count()).toBeLessThanOrEqual(8);
  const select = side.getByRole('combobox', { name: 'Choose a list' });
  await select.click();
  const option = page.getByRole('option', { name: 'Most zapped 4h' });
  await option.click();
  await expect(select).toHaveText('Most zapped 4h');
  await page.reload();
  await expect(select).toHaveText('Most zapped 4h');
});
