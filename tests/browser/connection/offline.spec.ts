import { publish } from '../support/service/publish.ts';
import { openFeed, rowOf, scrollTo, sight } from '../support/pages/reading.ts';
import { expect, LONG, test } from '../support/test.ts';
import { note, notesBy } from '../support/service/village.ts';

test('CACHE-02 ROUTE-23 a lost service is reported, notes stay visible, and the page reconnects by itself', async ({
  page,
  house,
}) => {
  const first = await house({ events: notesBy(1, 60, 100) });
  await openFeed(page, `${first.url}/home`);
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
  await scrollTo(page, 12);
  await first.stop();
  const strip = page
    .getByRole('status')
    .filter({ hasText: /^Offline\. Last update at \d\d?:\d\d/ });
  await expect(strip).toBeVisible({ timeout: 10_000 });
  await expect(strip.getByRole('button', { name: 'Try again' })).toBeVisible();
  const { row } = await sight(page);
  await expect(rowOf(page, row)).toBeVisible();

  const again = await first.again();
  try {
    await expect(strip).toHaveCount(0, { timeout: 20_000 });
    await publish(again.url, note('said after the night', { ago: 1 }));
    await page.getByRole('button', { name: '1 new note' }).click({ timeout: 20_000 });
    await expect(page.getByRole('article').first()).toContainText('said after the night');
    expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
  } finally {
    await again.stop();
  }
});

test('CACHE-02 a page opened while the service is down says so, and loads once it is up', {
  tag: LONG,
}, async ({ page, house, town }) => {
  const { url, stop, again } = await house({ events: notesBy(1, 5, 100) });
  const cache = url.replace('http', 'ws');
  await page.addInitScript(
    (address) => window.localStorage.setItem('cacheServer', address),
    `${cache}/v1`,
  );
  await stop();
  await page.goto(`${town.url}/home`);
  await expect(page.getByRole('status').filter({ hasText: /^Offline\./ })).toBeVisible({
    timeout: 10_000,
  });
  const house2 = await again();
  try {
    await expect(page.getByRole('article').first()).toContainText('Note 0 of account 1', {
      timeout: 30_000,
    });
  } finally {
    await house2.stop();
  }
});

test('CACHE-02 an offline browser is reported at once', async ({ page, context, town }) => {
  await openFeed(page, `${town.url}/home`);
  await context.setOffline(true);
  const strip = page.getByRole('status').filter({ hasText: /^Offline\./ });
  await expect(strip).toBeVisible();
  await context.setOffline(false);
  await expect(strip).toHaveCount(0, { timeout: 20_000 });
});
