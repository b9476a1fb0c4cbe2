import { nip19 } from 'nostr-tools';
import { lateImages } from '../support/pages/png.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { note, profile } from '../support/service/village.ts';
import { signed } from '../../support/events/signed.ts';

/** Every fifth paragraph is a picture of unknown size. */
const TEXT = Array.from({ length: 60 }, (_, at) =>
  at % 5 === 4
    ? `![Picture ${at}](https://media.example/${at}.png)`
    : `Paragraph ${at}. ${'It goes on for a while, and then some more. '.repeat(6)}`,
).join('\n\n');

const ARTICLE = signed(
  {
    kind: 30_023,
    content: TEXT,
    tags: [
      ['d', 'long'],
      ['title', 'A long read'],
    ],
  },
  2,
);

const topOf = (page: Page, words: string) =>
  page
    .locator('main article p', { hasText: words })
    .evaluate((one) => Math.round(one.getBoundingClientRect().top));

test('BEYOND-11 a reload of an article goes back to the paragraph that was read', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({
    events: [profile(2, { name: 'iris' }), ARTICLE, note('Another one.', { key: 2, ago: 10 })],
  });
  const { pubkey, kind } = ARTICLE;
  const show = await lateImages(page);
  await page.goto(`${url}/a/${nip19.naddrEncode({ pubkey, kind, identifier: 'long' })}`);
  const read = page.getByText('Paragraph 31.');
  await expect(page.getByText('Paragraph 0.')).toBeVisible();
  await page.mouse.move(600, 400);
  const saved = () => page.evaluate(() => JSON.stringify(Object(history.state).row));
  await page.mouse.wheel(0, 1);
  await expect.poll(saved).toBeDefined();
  const first = await saved();
  await read.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await expect.poll(saved).not.toBe(first);
  const before = await topOf(page, 'Paragraph 31.');
  await page.reload();
  await expect(read).toBeInViewport();
  await expect
    .poll(async () => Math.abs((await topOf(page, 'Paragraph 31.')) - before))
    .toBeLessThan(4);
  // pictures above it load late
  show();
  for (const picture of await page.locator('main article img[src*="media.example"]').all())
    await picture.evaluate(async (one) => {
      one.setAttribute('loading', 'eager');
      if (one instanceof HTMLImageElement) await one.decode();
    });
  await expect
    .poll(async () => Math.abs((await topOf(page, 'Paragraph 31.')) - before))
    .toBeLessThan(4);

  // a reader at the top stays there
  await page.mouse.wheel(0, -50_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect.poll(() => page.evaluate(() => Object(history.state).row === undefined)).toBe(true);
  await page.reload();
  await expect(page.getByText('Paragraph 0.')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
