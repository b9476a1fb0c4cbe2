import { neighbourhood, signIn } from './support/account.ts';
import { expect, test } from './support/test.ts';
import { note } from './support/village.ts';

test('STATE-02 devMode and mediaServer are one word for the whole browser, each read by what it belongs to; totals that were seen hold for the next account, too', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood(note('The quay https://pics.example/boat.jpg', { key: 2 })));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await signIn(page, site);
  const before = asked.filter((url) => url.includes('boat.jpg'));
  expect(before.every((url) => url.startsWith('https://pics.example/'))).toBe(true);
  await page.getByRole('link', { name: 'Explore' }).first().click();
  const total = page.getByText('Public notes').locator('xpath=..');
  await expect(total).toContainText(/\d/);
  const kept = () => page.evaluate(() => localStorage.getItem('starling/global/nostrStats'));
  await expect.poll(kept).toContain('pubnotes');
  // set by hand, as developers do
  await page.evaluate(() => localStorage.setItem('mediaServer', 'https://media.example'));
  await page.goto(`${site.url}/home`);
  await expect.poll(() => asked.some((url) => url.startsWith('https://media.example/') && url.includes('boat.jpg'))).toBe(true);

  const said: string[] = [];
  page.on('console', (line) => said.push(line.text()));
  await page.evaluate(() => localStorage.setItem('cacheServer', 'ws://127.0.0.1:1/v1'));
  await page.reload();
  await expect.poll(() => said.some((line) => line.startsWith('WebSocket connection to'))).toBe(true);
  expect(said.filter((line) => line.startsWith('ws://127.0.0.1:1/v1: '))).toEqual([]);
  await page.evaluate(() => localStorage.setItem('devMode', 'true'));
  await page.reload();
  await expect.poll(() => said.some((line) => line.startsWith('ws://127.0.0.1:1/v1: '))).toBe(true);
  // and the other account of the browser sees what was seen last, though no service answers
  await page.getByRole('link', { name: 'Explore' }).first().click();
  await expect(page.getByText('Public notes').locator('xpath=..')).toContainText(/\d/);
});
