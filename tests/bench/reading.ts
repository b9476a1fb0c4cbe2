import type { Browser, Page } from 'playwright-core';
import { startHouse } from '../browser/support/service/test-service.ts';
import { publish } from '../browser/support/service/publish.ts';
import { note, notesBy } from '../browser/support/service/village.ts';
import { reference } from './reference.ts';
import { type Figure, median } from './figures-table.ts';

const NEW = 100;
const ROUNDS = 5;

/** Return to a place in a list, and insert 100 notes above the one being read. */
export async function benchReading(browser: Browser): Promise<Figure[]> {
  const house = await startHouse({ events: notesBy(1, 300, 3_600) });
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  try {
    await page.goto(`${house.url}/home`);
    await page.getByRole('feed').getByRole('article').first().waitFor();
    for (let at = 0; at < 30; at++) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(50);
    }
    await page.waitForTimeout(1_000);
    const back: { error: number; ms: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) back.push(await goAndReturn(page));
    const shift = await prepend(page, house.url);
    const ground = await page.evaluate(reference);
    return [
      {
        what: 'going back: off its place by',
        value: Math.max(...back.map(({ error }) => error)),
        unit: 'px',
        budget: 0,
      },
      {
        what: 'going back: until it stands there',
        value: median(back.map(({ ms }) => ms)),
        unit: 'ms',
        budget: 100,
        reference: ground,
      },
      {
        what: `${shift.added} new notes put on top: shift of what is read`,
        value: shift.px,
        unit: 'px',
        budget: 0,
      },
    ];
  } finally {
    await page.close();
    await house.clear();
  }
}

/** Open the current note, go back, and time how long its row takes to be in the same place. */
async function goAndReturn(page: Page): Promise<{ error: number; ms: number }> {
  const before = await page.evaluate(() => {
    const row = [...document.querySelectorAll('[role=feed] article')].find(
      (one) => one.getBoundingClientRect().top > 60,
    );
    const link = row?.querySelector('time')?.closest('a');
    const found = {
      id: row?.getAttribute('data-note') ?? '',
      top: row?.getBoundingClientRect().top ?? 0,
    };
    link?.click();
    return found;
  });
  await page.locator(`article[data-note="${before.id}"]:not([aria-posinset])`).waitFor();
  await page.waitForTimeout(300);
  return page.evaluate(async ({ id, top }) => {
    const from = performance.now();
    history.back();
    for (;;) {
      const now = await new Promise<number>(requestAnimationFrame);
      const row = document.querySelector(`[role=feed] [data-note="${id}"]`);
      const error = row ? Math.abs(row.getBoundingClientRect().top - top) : Infinity;
      if (error === 0 || now - from > 2_000) return { error, ms: now - from };
    }
  }, before);
}

/**
 * Show 100 waiting notes without going to the top, as the button otherwise does. Follow the current
 * row frame by frame.
 */
async function prepend(page: Page, url: string): Promise<{ px: number; added: number }> {
  await publish(
    url,
    ...Array.from({ length: NEW }, (_, n) => note(`new ${n}`, { key: 2, ago: n })),
  );
  await page.getByRole('button', { name: / new notes?$/ }).waitFor({ timeout: 30_000 });
  return page.evaluate(async () => {
    const row = () =>
      [...document.querySelectorAll('[role=feed] article')].find(
        (one) => one.getBoundingClientRect().top > 60,
      );
    const read = row();
    const [id, top, place] = [
      read?.getAttribute('data-note'),
      read?.getBoundingClientRect().top ?? 0,
      Number(read?.getAttribute('aria-posinset')),
    ];
    window.scrollTo = () => undefined;
    [...document.querySelectorAll('button')]
      .find(({ textContent }) => / new notes?$/.test(textContent ?? ''))
      ?.click();
    let px = 0;
    let added = 0;
    for (let frame = 0; frame < 40; frame++) {
      await new Promise(requestAnimationFrame);
      const now = document.querySelector(`[role=feed] [data-note="${id}"]`);
      px = Math.max(px, now ? Math.abs(now.getBoundingClientRect().top - top) : Infinity);
      added = Number(now?.getAttribute('aria-posinset')) - place;
    }
    return { px, added };
  });
}
