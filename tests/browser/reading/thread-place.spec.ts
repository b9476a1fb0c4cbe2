import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { lateImages, servePictures } from '../support/pages/png.ts';
import { openFeed, sight } from '../support/pages/reading.ts';
import { expect, LONG, MOTION, type Page, test } from '../support/test.ts';
import { note } from '../support/service/village.ts';

test.use(MOTION);

/**
 * A chain of notes, each a reply to the one before, then replies to the last. Every third note has
 * a picture of unknown size.
 */
function conversation(length: number, replies = 3): readonly SignedEvent[] {
  const line: SignedEvent[] = [];
  for (let at = 0; at < length; at++) {
    const [root, parent] = [line[0], line.at(-1)];
    const tags =
      root && parent
        ? [['e', root.id, '', 'root'], ...(parent === root ? [] : [['e', parent.id, '', 'reply']])]
        : [];
    const picture = at % 3 === 1 ? ` https://media.example/${at}.png` : '';
    line.push(
      note(`Number ${at} of the line. ${'Some more words, on and on. '.repeat(at % 7)}${picture}`, {
        key: (at % 4) + 1,
        ago: 9_000 - at * 60,
        tags,
      }),
    );
  }
  const [root, last] = [line[0], line.at(-1)];
  const answers = Array.from({ length: replies }, (_, at) =>
    note(`Reply ${at}`, {
      key: 5,
      ago: 500 - at,
      tags: [
        ['e', root?.id ?? '', '', 'root'],
        ['e', last?.id ?? '', '', 'reply'],
      ],
    }),
  );
  return [...line, ...answers];
}

/** Records the position of the opened note in every painted frame, from the first on. */
const watchNote = (page: Page, id: string) =>
  page.addInitScript((note) => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const look = () => {
      const found = document.querySelector(`main article[data-note="${note}"]`);
      // intersections are read at the very end of a frame
      const seen = new IntersectionObserver(([entry]) => {
        seen.disconnect();
        if (entry) tops.push(Math.round(entry.boundingClientRect.top));
      });
      if (found) seen.observe(found);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, id);
const topsOf = (page: Page) => page.evaluate((): number[] => Reflect.get(window, 'tops'));

for (const parents of [1, 12, 34])
  test(`THREAD-01 FEED-14 a link to a reply below ${parents} parents opens at it, and nothing moves`, {
    tag: parents === 12 ? [] : LONG,
  }, async ({ page, house }) => {
    const events = conversation(parents + 1);
    const opened = events[parents]?.id ?? '';
    const { url } = await house({ events });
    const showPictures = await lateImages(page);
    await watchNote(page, opened);
    await page.goto(`${url}/e/${opened}`);
    const line = page.getByRole('list', { name: 'Earlier in this conversation' });
    await expect(line.getByRole('article')).toHaveCount(parents);
    await expect(page.getByRole('list', { name: 'Replies' }).getByRole('article')).toHaveCount(3);
    showPictures();
    const pictures = line.locator('img[src*="media.example"]');
    for (const picture of await pictures.all())
      await picture.evaluate(async (one) => {
        one.setAttribute('loading', 'eager');
        if (one instanceof HTMLImageElement) await one.decode();
      });
    await sight(page);
    const tops = await topsOf(page);
    const under = await page
      .locator('main > header')
      .evaluate((one) => Math.round(one.getBoundingClientRect().bottom));
    expect(tops.filter((top) => Math.abs(top - under) > 1)).toEqual([]);
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  });

test('THREAD-01 ROUTE-23 going back to a thread restores its scroll position, also at its top', {
  tag: LONG,
}, async ({ page, house }) => {
  const events = conversation(14);
  const { url } = await house({ events });
  await servePictures(page);
  await openFeed(page, `${url}/home`);
  await page.goto(`${url}/e/${events[13]?.id}`);
  await expect(
    page.getByRole('list', { name: 'Earlier in this conversation' }).getByRole('article'),
  ).toHaveCount(13);
  await page.mouse.move(600, 400);
  for (const to of [0, 400]) {
    await page.mouse.wheel(0, -10_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    if (to > 0) await page.mouse.wheel(0, to);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(to);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Help' })
      .click();
    await expect(page).toHaveTitle('Help');
    await page.goBack();
    await expect(
      page.getByRole('list', { name: 'Earlier in this conversation' }).getByRole('article'),
    ).toHaveCount(13);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(to);
  }
});

test('BEYOND-11 ROUTE-23 a reload in a long thread keeps the reply at the top of the window', {
  tag: LONG,
}, async ({ page, house }) => {
  const events = conversation(3, 40);
  const { url } = await house({ events });
  await page.goto(`${url}/e/${events[2]?.id}`);
  const replies = page.getByRole('list', { name: 'Replies' }).getByRole('article');
  await expect(replies).toHaveCount(40);
  const id = events.find(({ content }) => content === 'Reply 20')?.id;
  const row = page.locator(`article[data-note="${id}"]`);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, 1);
  await row.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  const topOf = () => row.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await topOf();
  await expect.poll(() => page.evaluate(() => 'row' in Object(history.state))).toBe(true);
  await page.reload();
  await expect(row).toBeInViewport();
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(4);
});

test('THREAD-01 counted replies that do not load are reported as missing', { tag: LONG }, async ({
  page,
  liar,
}) => {
  const events = conversation(2);
  const isReply = (result: unknown) => String(Object(result).content).startsWith('Reply ');
  const { url } = await liar(
    { events },
    { results: (results) => results.filter((result) => !isReply(result)) },
  );
  await page.goto(`${url}/e/${events[1]?.id}`);
  const opened = page.getByRole('main').locator(`article[data-note="${events[1]?.id}"]`);
  await expect(opened.getByRole('button', { name: /^Reply.*3/ })).toBeVisible();
  await expect(page.getByText('No replies to show')).toBeVisible();
  await expect(page.getByText('3 replies reported, 0 loaded, 3 not found.')).toBeVisible();
  await expect(page.getByText('No replies yet')).toHaveCount(0);
});
