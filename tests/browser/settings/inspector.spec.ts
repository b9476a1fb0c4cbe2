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
