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

test('TOOL-05 an element chosen on the page leads to its actors and to the event that brought it', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/settings/devtools');
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in a window' }).click();
  const inspector = await opening;
  const tree = inspector.getByRole('tree');
  await expect(tree).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  const row = page.getByRole('feed').getByRole('article').first();
  await expect(row).toBeVisible();
  await inspector.getByRole('button', { name: 'Choose on the page' }).click();
  await row.getByRole('button', { name: /^Like/ }).click();
  await expect(inspector.getByText(/^\d+ actors? (?:is|are) behind it\.$/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tree.getByRole('treeitem', { name: /feed:home/ })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /^cache/ })).toHaveCount(0);
  await expect(inspector.getByRole('tab', { name: 'Why?', selected: true })).toBeVisible();
  const trace = inspector.getByRole('region', { name: 'Cause and effect' });
  await expect(trace.locator('[aria-current=step]')).toContainText('facts.received');
  await inspector.getByRole('button', { name: 'All actors' }).click();
  await expect(tree.getByRole('treeitem', { name: /^cache/ })).toBeVisible();
});

test('TOOL-02 a saved recording opens in a window with its page, and is replayed without a network', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/home');
  await expect(page.locator('article').nth(2)).toBeVisible();
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  const people = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(people.first()).toBeVisible();
  const names = await people.getByRole('link').allTextContents();
  await page.evaluate(() => history.pushState(null, '', '/settings/devtools'));
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  await page.getByRole('button', { name: 'Save the file' }).click();
  const file = await (await saving).path();
  const opening = page.waitForEvent('popup');
  await page.getByLabel('Open a recording').setInputFiles(file);
  const replayed = await opening;
  const asked: string[] = [];
  // pictures are refused by the window's policy
  replayed.on('response', (answer) => asked.push(new URL(answer.url()).pathname));
  replayed.on('websocket', (socket) => asked.push(socket.url()));
  const inspector = replayed.getByRole('complementary', { name: 'Inspector' });
  // no entry is lost, and no state differs from the session
  await expect(inspector.getByText(/^Recording, [\d,]+ events$/)).toBeVisible();
  await expect(replayed.getByRole('heading', { name: 'Developer tools' })).toBeVisible();
  const jump = inspector.getByRole('search', { name: 'Jump to' });
  await jump.getByLabel('Jump to').selectOption('event');
  // the page's first notes
  await jump.getByLabel('An event of a type').selectOption('feed.loadMore');
  await jump.getByRole('button', { name: 'Next moment' }).click();
  await expect(replayed).toHaveURL(/\/home$/);
  await expect(replayed.locator('article').first()).toBeVisible();
  await replayed.getByRole('link', { name: 'Explore', exact: true }).first().click({ force: true });
  await expect(replayed).toHaveURL(/\/home$/);
  await expect(jump.getByRole('status')).toHaveText(/^Moment 1 of \d$/);
  // back from the end to the last moment of the screen before that still has its list
  await inspector.getByRole('button', { name: 'Go to the end' }).click();
  const back = inspector.getByRole('button', { name: 'Step back' });
  const shown = replayed.getByRole('main').getByRole('list').getByRole('listitem');
  const isFilled = async () => replayed.url().endsWith('/explore') && (await shown.count()) > 0;
  for (let steps = 0; steps < 60 && !(await isFilled()); steps++) await back.click();
  await expect.poll(() => shown.getByRole('link').allTextContents()).toEqual(names);
  await inspector.getByRole('button', { name: '16×' }).click();
  await inspector.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(replayed.getByRole('heading', { name: 'Developer tools' })).toBeVisible();
  await expect(inspector.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(asked.filter((path) => !/^\/(?:assets\/|inspect)/.test(path))).toEqual([]);
});
