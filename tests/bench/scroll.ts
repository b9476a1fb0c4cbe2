import type { Browser, Page } from 'playwright-core';
import { readEveryone } from '../browser/support/pages/reading.ts';
import { heap, mainThread } from './page-costs.ts';
import { finished } from './finished-markup.ts';
import { reference } from './reference.ts';
import type { Figure } from './figures-table.ts';

const NOTES = 1_000;
/** Pixels a frame: continuous scrolling. */
const STEP = 90;

/**
 * Scroll through 1,000 notes at full speed. Measure the memory and rows that stay, dropped frames,
 * and main thread time.
 */
export async function benchScroll(browser: Browser, url: string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.addInitScript(watchBatches);
  await page.goto(`${url}/home`);
  await settledFeed(page);
  const first = await page.evaluate(() => Object(Reflect.get(window, 'batches')).length);
  const before = await heap(cdp);
  const paid = await mainThread(cdp);
  const { frames, lost, seen } = await page.evaluate(scrollThrough, { notes: NOTES, step: STEP });
  const busy = (await paid()) / (frames - lost);
  const after = await heap(cdp);
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
  const cost = await batchCost(page, 0);
  const later = await batchCost(page, first);
  const ground = await page.evaluate(reference);
  const still = await bare(browser);
  const limit = await finished(browser, page, STEP);
  await context.close();
  return [
    { what: `${seen} notes scrolled: heap growth`, value: after - before, unit: 'MB', budget: 15 },
    { what: 'elements in the document at the end', value: nodes, unit: '', budget: 3_000 },
    { what: `frames dropped of ${frames}`, value: (100 * lost) / frames, unit: '%', budget: 0.5 },
    { what: '  reference: the same over rows of plain text', value: still.lost, unit: '%' },
    {
      what: '  the limit: the same over these rows as finished markup',
      value: limit.lost,
      unit: '%',
    },
    {
      what: 'main thread for a note, above that page',
      value: ((busy - still.busy) * (frames - lost)) / seen,
      unit: 'ms',
      budget: 10,
      reference: ground,
    },
    {
      what: '  the limit: the same rows as finished markup',
      value: limit.ofRow(still.busy),
      unit: 'ms',
      reference: ground,
    },
    {
      what: 'main thread for 100 events: taken in and folded',
      value: cost.handled,
      unit: 'ms',
      budget: 4,
      reference: ground,
    },
    {
      what: '  the same without the first page, whose code is new then',
      value: later.handled,
      unit: 'ms',
      reference: ground,
    },
    {
      what: '  the limit: to unpack what the worker hands over',
      value: later.unpacked,
      unit: 'ms',
      reference: ground,
    },
    {
      what: '  with all that is drawn because of them',
      value: cost.drawn,
      unit: 'ms',
      reference: ground,
    },
  ];
}

/**
 * Choose everyone's notes on home, because a visitor's own feed, trending notes, is shorter. Wait
 * until the page rests.
 */
export async function settledFeed(page: Page): Promise<void> {
  const row = page.getByRole('feed').getByRole('article').first();
  await row.waitFor();
  await readEveryone(page);
  await row.waitFor();
  await page.waitForTimeout(1_500);
}

/**
 * Runs in the page: scrolls frame by frame until that many rows have appeared, and counts dropped
 * frames.
 */
export async function scrollThrough({ notes, step }: { notes: number; step: number }) {
  const gaps: number[] = [];
  let seen = 0;
  let last = performance.now();
  let stuck = 0;
  while (seen < notes && stuck < 600) {
    const now = await new Promise<number>(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
    const before = window.scrollY;
    window.scrollBy(0, step);
    stuck = window.scrollY === before ? stuck + 1 : 0;
    if (gaps.length % 10 > 0) continue;
    // not at every frame, because this query itself costs time
    const rows = document.querySelectorAll('[role=feed] [aria-posinset]');
    seen = Math.max(seen, Number(rows[rows.length - 1]?.getAttribute('aria-posinset') ?? 0));
  }
  const beat = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 16.7;
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / beat) - 1), 0);
  return { frames: gaps.length + lost, lost, seen };
}

/**
 * Return the share of frames that this machine drops on an idle page, and the main thread
 * milliseconds for one.
 */
export async function bare(browser: Browser): Promise<{ lost: number; busy: number }> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  await page.setContent(
    `<main role=feed>${'<article style="height:200px">a row of text and nothing else</article>'.repeat(NOTES)}</main>`,
  );
  await page.evaluate(() => {
    for (const [at, row] of document.querySelectorAll('article').entries())
      row.setAttribute('aria-posinset', String(at));
  });
  const paid = await mainThread(await page.context().newCDPSession(page));
  const { frames, lost } = await page.evaluate(async (step) => {
    const gaps: number[] = [];
    let last = performance.now();
    while (gaps.length < 1_500) {
      const now = await new Promise<number>(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
      window.scrollBy(0, step);
    }
    const beat = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 16.7;
    const missing = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / beat) - 1), 0);
    return { frames: gaps.length + missing, lost: missing };
  }, STEP);
  const busy = (await paid()) / (frames - lost);
  await page.close();
  return { lost: (100 * lost) / frames, busy };
}

/** Runs in the page first: times every batch from the worker. */
function watchBatches(): void {
  const batches: { events: number; unpacked: number; handled: number; drawn: number }[] = [];
  Object.assign(window, { batches });
  const listen = Worker.prototype.addEventListener;
  Worker.prototype.addEventListener = function (
    type: string,
    listener: unknown,
    options?: unknown,
  ) {
    if (type !== 'message' || typeof listener !== 'function')
      return Reflect.apply(listen, this, [type, listener, options]);
    const timed = (event: MessageEvent) => {
      const from = performance.now();
      // read first: a message is deserialized only on access
      const arrivals: { events: unknown[]; referenced: unknown[] }[] =
        event.data?.signal?.arrivals ?? [];
      const unpacked = performance.now() - from;
      const events = arrivals.reduce(
        (sum, one) => sum + one.events.length + one.referenced.length,
        0,
      );
      Reflect.apply(listener, this, [event]);
      const batch = { events, unpacked, handled: performance.now() - from, drawn: 0 };
      batches.push(batch);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        batch.drawn = performance.now() - from;
      });
      port1.start();
      port2.postMessage(undefined);
    };
    return Reflect.apply(listen, this, [type, timed, options]);
  };
}

/** Return the milliseconds for 100 events, over all batches of ten or more from that one on. */
async function batchCost(
  page: Page,
  from: number,
): Promise<{ unpacked: number; handled: number; drawn: number }> {
  return page.evaluate((start) => {
    const all: { events: number; unpacked: number; handled: number; drawn: number }[] = Reflect.get(
      window,
      'batches',
    );
    const large = all.slice(start).filter(({ events }) => events >= 10);
    const events = large.reduce((sum, one) => sum + one.events, 0);
    const per = (of: 'unpacked' | 'handled' | 'drawn') =>
      (100 * large.reduce((sum, one) => sum + one[of], 0)) / events;
    return { unpacked: per('unpacked'), handled: per('handled'), drawn: per('drawn') };
  }, from);
}
