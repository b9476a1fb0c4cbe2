import { neighbourhood, PIN, signIn } from '../support/pages/account.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const names = (page: Page) =>
  page.getByRole('switch').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));

/** Navigates by links, because a reload would lock the account. */
async function openFeeds(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Home feeds' }).click();
  await expect(page.getByRole('button', { name: 'Move Everyone' })).toBeVisible();
}

test('SETTINGS-13 FEED-06 dragging a home feed saves the order with the account, for other browsers too', {
  tag: LONG,
}, async ({ browser, house, page }) => {
  const town = await house(neighbourhood());
  await signIn(page, town, PIN);
  await openFeeds(page);
  const handle = page.getByRole('button', { name: 'Move Trending 24h' });
  const [from, to] = [
    await handle.boundingBox(),
    await page.getByRole('button', { name: 'Move Everyone' }).boundingBox(),
  ];
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 20, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y - 4);
  await page.mouse.up();
  await expect
    .poll(async () => (await names(page)).slice(0, 2))
    .toEqual(['Show Trending 24h', 'Show Everyone']);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Choose a feed' }).click();
  await expect(page.getByRole('option').first()).toHaveText('Trending 24h');
  const other = await browser.newPage();
  await signIn(other, town, PIN);
  await openFeeds(other);
  await expect
    .poll(async () => (await names(other))[0], { timeout: 15_000 })
    .toBe('Show Trending 24h');
  await other.close();
});

test('FEED-06 ACTIVITY-03 INV-NO-LOSS feeds added in two tabs in the same moment are both saved', {
  tag: LONG,
}, async ({ context, house, page }) => {
  const town = await house(neighbourhood());
  await signIn(page, town, PIN);
  const other = await context.newPage();
  await other.goto(`${town.url}/search/fence`);
  await page.goto(`${town.url}/search/over`);
  const tabs = [page, other];
  for (const tab of tabs) await tab.getByRole('button', { name: 'Save as feed' }).waitFor();
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Save as feed' }).click()));
  for (const tab of tabs)
    await expect(tab.getByText(/has been added to your home page/)).toBeVisible();
  const last = async (tab: Page) =>
    (await names(tab)).slice(-2).toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
  for (const tab of tabs) {
    await openFeeds(tab);
    await expect.poll(() => last(tab)).toEqual(['Show fence', 'Show over']);
  }
  const next = await context.newPage();
  await next.goto(`${town.url}/settings/home_feeds`);
  await expect.poll(() => last(next)).toEqual(['Show fence', 'Show over']);
});

test('SETTINGS-13 INV-BASE INV-NO-LOSS feeds added on two devices in the same second are both saved', {
  tag: LONG,
}, async ({ browser, house, page }) => {
  const town = await house(neighbourhood());
  const second = await (await browser.newContext()).newPage();
  const devices = [page, second];
  const words = ['fence', 'over'];
  for (const [at, device] of devices.entries()) {
    await signIn(device, town);
    await device.goto(`${town.url}/search/${words[at]}`);
    await device.getByRole('button', { name: 'Save as feed' }).waitFor();
  }
  await Promise.all(
    devices.map((device) => device.getByRole('button', { name: 'Save as feed' }).click()),
  );
  for (const device of devices) {
    await openFeeds(device);
    await expect
      .poll(() => names(device), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['Show fence', 'Show over']));
  }
  await second.context().close();
});
