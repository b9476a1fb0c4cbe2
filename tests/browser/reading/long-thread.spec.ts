import { expect, LONG, type Page, test } from '../support/test.ts';
import { note } from '../support/service/village.ts';

const MANY = 290;

/** Rows of replies that are drawn, and all elements of the page. */
const drawn = (page: Page) =>
  page.evaluate(() => ({
    rows: document.querySelectorAll('main li article > *:first-child').length,
    elements: document.querySelectorAll('*').length,
  }));

test('THREAD-01 FEED-14 a thread of 290 replies draws those near the window, and keys reach all', {
  tag: LONG,
}, async ({ page, house }) => {
  const root = note('What is opened.', { ago: 9_000 });
  const replies = Array.from({ length: MANY }, (_, at) =>
    note(`Reply ${at}. ${'More words of it. '.repeat((at * 7) % 30)}`, {
      key: 2,
      ago: 8_000 - at,
      tags: [['e', root.id, '', 'root']],
    }),
  );
  const { url } = await house({ events: [root, ...replies] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}/e/${root.id}`);
  const list = page.getByRole('list', { name: 'Replies', exact: true });
  const earlier = page.getByRole('button', { name: 'Show earlier replies' });
  await expect(list.getByRole('article').first()).toBeVisible();
  for (const count of [200, MANY]) {
    await earlier.click();
    await expect(list.getByRole('article')).toHaveCount(count);
  }
  await expect(earlier).toHaveCount(0);
  expect((await drawn(page)).rows).toBeLessThan(60);
  expect((await drawn(page)).elements).toBeLessThan(3_000);

  // through all of it, as with a wheel: the rows in the window are rendered
  await page.mouse.move(600, 400);
  let [before, at] = [-1, 0];
  while (at !== before) {
    before = at;
    await page.mouse.wheel(0, 2_000);
    await page.evaluate(() =>
      new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)),
    );
    at = await page.evaluate(() => Math.round(window.scrollY));
    expect(
      await page.evaluate(
        () =>
          [...document.querySelectorAll('main li article')].filter((row) => {
            const { top, bottom } = row.getBoundingClientRect();
            return bottom > 0 && top < innerHeight && row.childElementCount === 0;
          }).length,
      ),
    ).toBe(0);
  }
  expect((await drawn(page)).elements).toBeLessThan(3_000);

  // back at the former position, in the middle of the thread
  await page.evaluate((to) => window.scrollTo(0, to), Math.round(at / 2));
  const place = () =>
    page.evaluate(() => {
      const first = [...document.querySelectorAll<HTMLElement>('main li article')].find(
        (one) => one.getBoundingClientRect().top > 80,
      );
      return [
        first?.dataset['note'],
        Math.round(first?.getBoundingClientRect().top ?? 0),
        first?.childElementCount !== 0,
      ];
    });
  await expect.poll(async () => (await place())[2]).toBe(true);
  const left = await place();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveTitle('Help');
  await page.goBack();
  await expect(list.getByRole('article')).toHaveCount(MANY);
  await expect.poll(place).toEqual(left);

  // by key from row to row, beyond the rendered rows
  await page.evaluate(() => window.scrollTo(0, 0));
  await list.getByRole('article').first().focus();
  for (let step = 0; step < 40; step++) await page.keyboard.press('Shift+J');
  await expect(list.getByRole('article').nth(40)).toBeFocused();
  await expect(list.getByRole('article').nth(40)).toContainText('Reply ');
});
