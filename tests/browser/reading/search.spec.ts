import { rows, shortcuts } from '../support/pages/reading.ts';
import { expect, test } from '../support/test.ts';

test('SEARCH-01 SEARCH-04 search opens profiles and results by keyboard, and Back restores the place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/help');
  await shortcuts(page);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.type('ada');
  await expect(page.getByRole('option', { name: /Ada Lindqvist/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Ada Lindqvist - Nostr Profile');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('lantern');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('search for lantern');
  await expect(rows(page).first()).toContainText(/lantern/i);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/e\/note1/);
  await page.goBack();
  await expect(page).toHaveURL(/\/search\/lantern$/);
  await expect(rows(page).first()).toContainText(/lantern/i);
});

test('ACCESS-03 the palette opens pages and profiles, and Esc restores the focus', async ({
  page,
}) => {
  await page.goto('/help');
  await shortcuts(page);
  const link = page.getByRole('link', { name: 'Explore' }).first();
  await link.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Go to a page/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('@ada');
  await expect(page.getByRole('option', { name: /Ada Lindqvist/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Ada Lindqvist - Nostr Profile');
});
