import { expect, LONG, type Page, test } from '../support/test.ts';
import { publish } from '../support/service/publish.ts';
import { note, profile } from '../support/service/village.ts';

const NOTES = Array.from({ length: 60 }, (_, n) =>
  note(`Note ${n} of many.\n\nIt has a second line.`, { key: 2, ago: 100 + n * 60 }),
);

/** The scroll position after the frames in which a feed may still move. */
const restsAt = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const step = (frames: number): number =>
          requestAnimationFrame(() => (frames > 0 ? step(frames - 1) : resolve(window.scrollY)));
        step(60);
      }),
  );

/** The top row in the window, and its distance from the header. */
const topRow = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector('main > header')?.getBoundingClientRect().bottom ?? 0;
    const rows = [...document.querySelectorAll('main [role=feed] [data-note]')];
    const row = rows.find((one) => one.getBoundingClientRect().bottom > head);
    return [
      row?.getAttribute('data-note'),
      Math.round((row?.getBoundingClientRect().top ?? 0) - head),
    ];
  });
const kept = (page: Page) =>
  page.evaluate(() => localStorage.getItem('starling/visitor/readingPlaces') ?? '');

test('BEYOND-11 ROUTE-23 after a restart the feed opens exactly where the reader left it', {
  tag: LONG,
}, async ({ context, house, page }) => {
  const { url } = await house({ events: [profile(2, { name: 'iris' }), ...NOTES] });
  await page.goto(`${url}/home`);
  await expect(page.getByText('Note 0 of many.')).toBeVisible();
  await expect.poll(() => kept(page)).toContain('newest');
  // a reader who left at the newest note missed nothing
  await page.reload();
  await expect(page.getByText('Note 0 of many.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Choose a list' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue reading' })).toHaveCount(0);
  const before = await kept(page);
  await page.mouse.wheel(0, 3_000);
  await expect.poll(() => kept(page)).not.toBe(before);
  const left = await topRow(page);
  expect(left[0]).not.toBe(NOTES[0]?.id);
  await page.close();
  await publish(
    url,
    ...[3, 2, 1].map((n) => note(`Said meanwhile, the ${n}th.`, { key: 2, ago: n })),
  );

  const again = await context.newPage();
  // a place without the time of the visit counts as left long ago
  await again.addInitScript(() => {
    const key = 'starling/visitor/readingPlaces';
    const places = localStorage.getItem(key)?.replaceAll(/,?"seenAt":\d+/g, '');
    if (places !== undefined) localStorage.setItem(key, places);
  });
  // the first page may come from the browser's cache for five seconds
  const tools = await context.newCDPSession(again);
  await tools.send('Network.enable');
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await again.goto(`${url}/home`);
  await expect(again.locator('[data-note]').filter({ hasText: 'You were here' })).toContainText(
    'Note 0 of many.',
  );
  // a row paints nothing beyond its edges
  const label = again.getByText('You were here').locator('..');
  const [mark, row] = await Promise.all([
    label.boundingBox(),
    again.locator('[data-note]').filter({ has: label }).boundingBox(),
  ]);
  expect(mark?.y).toBeGreaterThanOrEqual(row?.y ?? Infinity);
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const open = await label.getByRole('link', { name: 'Catch up' }).boundingBox();
  const hit = await again.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('a')?.pathname,
    [(open?.x ?? 0) + (open?.width ?? 0) / 2, (open?.y ?? 0) + 42] as const,
  );
  expect(hit).toBe('/home/catch-up');
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  // a reload keeps the reader where they are: first at the top, then at their old place
  await again.reload();
  await expect(again.getByRole('button', { name: 'Continue reading' }).first()).toBeVisible();
  expect(await restsAt(again)).toBe(0);
  await again.getByRole('button', { name: 'Continue reading' }).first().click();
  await expect.poll(() => topRow(again)).toEqual(left);
  await again.reload();
  await expect.poll(() => topRow(again)).toEqual(left);
});

test('BEYOND-11 a reload 500 rows down the feed stays there', { tag: LONG }, async ({
  house,
  page,
}) => {
  test.setTimeout(180_000);
  const many = Array.from({ length: 600 }, (_, n) =>
    note(`Note ${n} of more.`, { key: 2, ago: 100 + n * 60 }),
  );
  const { url } = await house({ events: [profile(2, { name: 'iris' }), ...many] });
  await page.goto(`${url}/home`);
  await expect(page.getByText('Note 0 of more.')).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    // a slow page takes several turns of the wheel at once, so a single row may be passed over
    await expect(page.getByText(/Note 5[2-9]\d of more\./).first()).toBeAttached({ timeout: 50 });
  }).toPass({ intervals: [50], timeout: 90_000 });
  const before = await kept(page);
  await page.mouse.wheel(0, -300);
  await expect.poll(() => kept(page)).not.toBe(before);
  const left = await topRow(page);
  await page.reload();
  await expect.poll(() => topRow(page), { timeout: 60_000 }).toEqual(left);
});
