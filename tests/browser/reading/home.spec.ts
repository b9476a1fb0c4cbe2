import {
  expectPlace,
  openFeed,
  readEveryone,
  rowOf,
  rows,
  scrollTo,
  sight,
} from '../support/pages/reading.ts';
import { expect, LONG, MOTION, test } from '../support/test.ts';
import { notesBy, profile } from '../support/service/village.ts';

test.use(MOTION);

test('FEED-02 FEED-08 a visitor reads the home feed: pages follow one another, no note twice', async ({
  page,
}) => {
  await openFeed(page);
  await expect(page).toHaveTitle('Home');
  // notes with reactions come first
  await expect(page.getByRole('combobox', { name: 'Choose a feed' })).toHaveText('Trending 24h');
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /^(Reply|Repost|Like|Zap), \d/ })
      .first(),
  ).toBeVisible();
  await readEveryone(page);
  await expect(page.getByRole('feed', { name: 'Everyone' })).toBeVisible();
  const seen = new Map<number, string>();
  const note = async () => {
    for (const row of await rows(page).evaluateAll((all) =>
      all.map((one) => [one.ariaPosInSet, one.getAttribute('data-note')]),
    ))
      seen.set(Number(row[0]), String(row[1]));
  };
  for (const place of [10, 20, 30, 40, 50, 60]) {
    await scrollTo(page, place);
    await note();
  }
  expect(new Set(seen.values()).size).toBe(seen.size);
  expect(Math.max(...seen.keys())).toBeGreaterThanOrEqual(60);
});

test('FEED-14 ROUTE-23 without reactions the position stays at the end of the list, and after a note', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: notesBy(1, 200) });
  await openFeed(page, `${url}/home`);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const left = () =>
    page.evaluate(
      () => document.documentElement.scrollHeight - window.scrollY - window.innerHeight,
    );
  await expect.poll(left).toBeGreaterThan(1_000);
  const before = await sight(page);
  expect(await left()).toBeGreaterThan(1_000);
  await rowOf(page, before.row)
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .click();
  await expect(page).toHaveTitle(/^Note by /);
  await expect(page.locator(`main article[data-note="${before.row}"]`)).not.toHaveAttribute(
    'aria-posinset',
  );
  await page.goBack();
  await expect(rowOf(page, before.row)).toBeVisible();
  await expectPlace(page, before);
});

test('ROUTE-23 THREAD-01 PROFILE-02 going back through thread, reply and profile restores each place', {
  tag: LONG,
}, async ({ page }) => {
  await openFeed(page);
  await readEveryone(page);
  await scrollTo(page, 45);
  const before = await sight(page);
  expect(before.scrollY).toBeGreaterThan(2_000);

  // the row that is read is opened by its time
  await rowOf(page, before.row)
    .getByRole('link')
    .filter({ has: page.locator('time') })
    // a quoted note has its own time below
    .first()
    .click();
  await expect(page).toHaveURL(/\/e\/note1/);
  await expect(page).toHaveTitle(/^Note by /);
  const opened = page.locator(`main article[data-note="${before.row}"]`);
  await expect(opened).toBeVisible();

  // its author
  const name = await opened.getByRole('link').nth(0).textContent();
  await opened
    .getByRole('link', { name: name ?? '' })
    .first()
    .click();
  await expect(page).toHaveTitle(`${name} - Nostr Profile`);
  await expect(rows(page).first()).toBeVisible();
  for (const tab of ['Replies', 'Reads', 'Media', 'Notes']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(
      page
        .getByRole('tabpanel', { name: tab })
        .getByRole('article')
        .or(page.getByText(/^No .* yet$/))
        .first(),
    ).toBeVisible();
  }

  await page.goBack();
  await expect(opened).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, before.row)).toBeVisible();
  await expectPlace(page, before);
});

test('ROUTE-23 going back to a profile restores its list position', { tag: LONG }, async ({
  page,
  house,
}) => {
  const events = notesBy(1, 60);
  const { url } = await house({
    events: [profile(1, { name: 'ada', display_name: 'Ada' }), ...events],
  });
  await openFeed(page, `${url}/p/${events[0]?.pubkey}`);
  await scrollTo(page, 30);
  const before = await sight(page);
  await rowOf(page, before.row)
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .click();
  await expect(page).toHaveTitle('Note by Ada');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveTitle('Ada - Nostr Profile');
  await expectPlace(page, before);
});
