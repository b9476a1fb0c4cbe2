import { leftDialogs, neighbourhood, signIn } from '../support/pages/account.ts';
import { expect, LONG, test } from '../support/test.ts';
import { note } from '../support/service/village.ts';

test('STATE-02 devMode, mediaServer and the totals are shared by all accounts of the browser', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const site = await house(
    neighbourhood(note('The quay https://pics.example/boat.jpg', { key: 2 })),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, site);
  const boats = () => asked.filter((url) => url.includes('boat.jpg'));
  await expect.poll(boats).toContain('https://pics.example/boat.jpg');
  expect(boats().every((url) => url.startsWith('https://pics.example/'))).toBe(true);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  const total = page.getByText('Public notes').locator('xpath=..');
  await expect(total).toContainText(/\d/);
  const kept = () => page.evaluate(() => localStorage.getItem('starling/global/nostrStats'));
  await expect.poll(kept).toContain('pubnotes');
  // set by hand, as developers do
  await page.evaluate(() => localStorage.setItem('mediaServer', 'https://media.example'));
  await page.goto(`${site.url}/home`);
  await expect
    .poll(() => boats().some((url) => url.startsWith('https://media.example/')))
    .toBe(true);

  // the service is unreachable, and the console says so in devMode only
  const nowhere = `${site.url.replace('http', 'ws')}/nowhere`;
  const [said, lost]: [string[], string[]] = [[], []];
  page.on('console', (line) => said.push(line.text()));
  page.on('websocket', (socket) => socket.on('close', () => lost.push(socket.url())));
  const told = () => said.filter((line) => line.startsWith(`${nowhere}: `)).length;
  await page.evaluate((url) => localStorage.setItem('cacheServer', url), nowhere);
  await page.reload();
  await expect
    .poll(() => lost.filter((url) => url === nowhere).length, { timeout: 30_000 })
    .toBeGreaterThan(1);
  expect(told()).toBe(0);
  await page.evaluate(() => localStorage.setItem('devMode', 'true'));
  await page.reload();
  await expect.poll(told, { timeout: 30_000 }).toBeGreaterThan(0);
  // the next account sees the last known totals, although no service responds
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await leftDialogs(page);
  await page.goto(`${site.url}/explore`);
  await expect(total).toContainText(/\d/);
});
