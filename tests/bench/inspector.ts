import type { Browser, Page } from 'playwright-core';
import { follow } from '../browser/support/pages/reading.ts';
import type { Figure } from './figures-table.ts';
import { mainThread } from './page-costs.ts';
import { scrollThrough, settledFeed } from './scroll.ts';

const NOTES = 200;
/** Pixels a frame. */
const STEP = 90;
/** Rounds of each, alternating. The best ones count, because other load only adds. */
const ROUNDS = 3;

/**
 * Scroll home with the inspector open in its own window, and without it. Its window shares the main
 * thread of the tab, so that its drawing counts, too.
 */
export async function benchInspector(browser: Browser, url: string): Promise<Figure[]> {
  const closed: number[] = [];
  const open: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    closed.push(await costOf(browser, url, false));
    open.push(await costOf(browser, url, true));
  }
  const [least, followed] = [Math.min(...closed), Math.min(...open)];
  return [
    {
      what: 'inspector in its window: more main thread of the tab while scrolling',
      value: (100 * (followed - least)) / least,
      unit: '%',
      budget: 5,
    },
    { what: '  a note with it', value: followed, unit: 'ms' },
    { what: '  a note without it', value: least, unit: 'ms' },
  ];
}

/** Return the milliseconds of the main thread for a note. */
async function costOf(browser: Browser, url: string, isOpen: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  await page.goto(`${url}/settings/devtools`);
  await page.getByRole('button', { name: 'Open in a window' }).waitFor();
  if (isOpen) await openWindow(page);
  await follow(page, '/home');
  await settledFeed(page);
  const paid = await mainThread(await context.newCDPSession(page));
  const { seen } = await page.evaluate(scrollThrough, { notes: NOTES, step: STEP });
  const cost = (await paid()) / seen;
  await context.close();
  return cost;
}

async function openWindow(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open in a window' }).click();
  await (await opened).getByRole('region', { name: 'Events' }).waitFor();
  await page.bringToFront();
}
