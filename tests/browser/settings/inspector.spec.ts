import { faultsInThemes } from '../support/checks/axe.ts';
import { expect, test, LONG } from '../support/test.ts';

test('TOOL-05 SETTINGS-12 the inspector’s window shows an event with its cause, and steps back', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/settings/devtools');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in a window' }).click();
  const inspector = await opening;
  const events = inspector.getByRole('region', { name: 'Events' });
  const list = events.getByRole('listbox');
  await expect(list).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await events.getByRole('searchbox').fill('screen.opened');
  const opened = list.getByRole('option', { name: /screen\.opened/ }).last();
  await opened.click();
  const trace = inspector.getByRole('region', { name: 'Cause and effect' });
  await expect(trace.locator('[aria-current=step]')).toContainText('screen.opened');
  await expect(trace.getByRole('button').nth(1)).toBeVisible();
  await inspector.getByRole('button', { name: 'Step back' }).click();
  await expect(inspector.getByRole('button', { name: 'Go live' }).last()).toBeEnabled();
  expect(await faultsInThemes(inspector)).toEqual([]);
  await page.goto('/help');
  await expect(inspector.getByText('The inspected tab is gone')).toBeVisible();
});

test('TOOL-02 a saved recording opens in the inspector and is replayed without a network', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/home');
  await expect(page.locator('article').nth(2)).toBeVisible();
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(page.getByRole('main').getByRole('tablist').first()).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/settings/devtools'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = await (await saving).path();
  const asked: string[] = [];
  await page.getByLabel('Open a recording').setInputFiles(file);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByText(/^Recording, /)).toBeVisible();
  page.on('request', (request) => asked.push(request.url()));
  await inspector.getByRole('searchbox', { name: /Find a type/ }).fill('screen.opened');
  await inspector.getByRole('listbox').getByRole('option').first().click();
  await expect(inspector.locator('[aria-current=step]')).toContainText('screen.opened');
  expect(asked).toEqual([]);
});
