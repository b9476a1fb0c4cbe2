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
  await page.getByRole('button', { name: 'Save the file' }).click();
  const file = await (await saving).path();
  const asked: string[] = [];
  await page.getByLabel('Open a recording').setInputFiles(file);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  // no entry is lost, and no state differs from the session
  await expect(inspector.getByText(/^Recording, [\d,]+ events$/)).toBeVisible();
  page.on('request', (request) => asked.push(request.url()));
  await inspector.getByRole('searchbox', { name: /Find a type/ }).fill('screen.opened');
  await inspector.getByRole('listbox').getByRole('option').first().click();
  await expect(inspector.locator('[aria-current=step]')).toContainText('screen.opened');
  const jump = inspector.getByRole('search', { name: 'Jump to' });
  await jump.getByLabel('Jump to').selectOption('event');
  await jump.getByLabel('An event of a type').selectOption('screen.opened');
  await jump.getByRole('button', { name: 'Previous moment' }).click();
  await jump.getByRole('button', { name: 'Next moment' }).click();
  await expect(jump.getByRole('status')).toHaveText(/^Moment \d of \d$/);
  const shown = inspector.getByRole('listbox').getByRole('option');
  await shown.first().click();
  await inspector.getByRole('button', { name: '16×' }).click();
  await inspector.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(shown.last()).toHaveAttribute('aria-selected', 'true');
  await expect(inspector.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(asked).toEqual([]);
});
