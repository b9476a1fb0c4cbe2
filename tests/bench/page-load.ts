import type { Browser } from 'playwright-core';
import { type Bare, drawMarkup } from './markup-limit.ts';
import { reference } from './reference.ts';
import { median } from './figures-table.ts';

/** Number of loads for a figure. */
export const ROUNDS = 5;
/** Name of the binding that the page calls when the first note is drawn. */
const NOTE_DRAWN = 'benchNoteDrawn';

/** Moments of a load, in milliseconds after the navigation. */
export interface Moments {
  /** The last byte of the page. */
  readonly document: number;
  /** The end of the boot script, which starts the socket's worker. */
  readonly boot: number;
  /** The last byte of the app's code. */
  readonly app: number;
  /** The start of the worker. */
  readonly worker: number;
  /** The first batch of verified events from the worker. */
  readonly verified: number;
  /** The first pixels. */
  readonly paint: number;
  /** The first note, drawn. */
  readonly note: number;
}

/**
 * One line of a waterfall: milliseconds after the navigation, at the machine's own speed and
 * slowed.
 */
export interface Moment {
  readonly what: string;
  readonly normal: number;
  readonly slow: number;
}

/** Names of a waterfall's lines in order, and how to read each from a load. */
export type Lines<T> = ReadonlyArray<readonly [what: string, pick: (load: Load & T) => number]>;

/** Lines up to the first note, before and after those of the network. */
export const LINES = {
  page: linesOf([
    ['document', 'document'],
    ["the app's code is there", 'app'],
    ['first paint', 'paint'],
    ['boot has run', 'boot'],
    ['worker runs', 'worker'],
  ]),
  answer: linesOf([
    ['verified', 'verified'],
    ['first note', 'note'],
  ]),
};

function linesOf(
  named: ReadonlyArray<readonly [what: string, name: keyof Moments]>,
): Lines<unknown> {
  return named.map(([what, name]) => [what, ({ moments }) => moments[name]]);
}

/** One load of /home with nothing cached. Times in milliseconds. */
export interface Load {
  readonly moments: Moments;
  /** Start of the navigation, in milliseconds of the epoch. */
  readonly origin: number;
  /** Main thread time in tasks longer than 50 ms: the parts above 50, and the longest. */
  readonly blocked: number;
  readonly longest: number;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** Time of the reference work in this page. */
  readonly reference: number;
}

/** Load the page several times. `loads` are in order; the other values are medians. */
export async function loadOften<T>(load: () => Promise<Load & T>) {
  const loads: (Load & T)[] = [];
  for (let round = 0; round < ROUNDS; round++) loads.push(await load());
  const middle = (pick: (load: Load & T) => number) => median(loads.map(pick));
  return {
    loads,
    middle,
    lines: (lines: Lines<T>) => lines.map(([what, pick]) => [what, middle(pick)] as const),
    note: middle(({ moments }) => moments.note),
    paint: middle(({ moments }) => moments.paint),
    blocked: middle(({ blocked }) => blocked),
    longest: middle(({ longest }) => longest),
    reference: middle((one) => one.reference),
  };
}

/**
 * Load once in a browser context of its own. Only the page's main thread is slowed, not its
 * workers. With `bare` the app does not render.
 */
export async function loadHome(
  browser: Browser,
  site: string,
  slowed: number,
  bare?: Bare,
): Promise<Load> {
  // markup is inserted in a way that the page's CSP forbids to the app (E-12)
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 720 },
    bypassCSP: bare !== undefined,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  // an event, because polling the page would first load Playwright's code there
  const drawn = new Promise<unknown>((resolve) => cdp.once('Runtime.bindingCalled', resolve));
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: NOTE_DRAWN });
  if (bare) await drawMarkup(page, bare);
  await page.addInitScript(watchLoad, NOTE_DRAWN);
  await page.goto(`${site}/home`, { waitUntil: 'commit' });
  // rejects after half a minute, or if the page is gone
  const gone = page
    .waitForEvent('close', { timeout: 30_000 })
    .then(() => Promise.reject(new Error('the page was closed before its first note')));
  await Promise.race([drawn, gone]);
  await page.waitForTimeout(1_000);
  const load = await page.evaluate(() => {
    const long: number[] = Reflect.get(window, 'longTasks');
    const came: Record<'boot' | 'worker' | 'verified' | 'note', number> = Reflect.get(
      window,
      'came',
    );
    const endOf = (entries: readonly PerformanceEntry[], name: RegExp) =>
      Math.max(
        ...entries.flatMap((one) =>
          name.test(one.name) ? Number(Reflect.get(one, 'responseEnd')) : [],
        ),
      );
    return {
      moments: {
        document: endOf(performance.getEntriesByType('navigation'), /./),
        app: endOf(performance.getEntriesByType('resource'), /\/app-[^/]+\.js$/),
        paint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
        ...came,
      },
      origin: performance.timeOrigin,
      blocked: long.reduce((sum, ms) => sum + ms - 50, 0),
      longest: Math.max(0, ...long),
      shift: Number(Reflect.get(window, 'shift')),
    };
  });
  const took = await page.evaluate(reference);
  await context.close();
  return { ...load, reference: took };
}

/** Runs in the page first: reports the first note. It must not use other code. */
function watchLoad(noteDrawn: string): void {
  const came: Record<string, number> = {};
  const longTasks: number[] = [];
  Object.assign(window, { came, longTasks, shift: 0 });
  new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({
    type: 'longtask',
    buffered: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
  }).observe({ type: 'layout-shift', buffered: true });
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      came['boot'] ??= performance.now();
      this.addEventListener('message', ({ data }) => {
        came['worker'] ??= performance.now();
        const arrivals: { events: unknown[] }[] = data?.signal?.arrivals ?? [];
        if (arrivals.some(({ events }) => events.length > 0))
          came['verified'] ??= performance.now();
      });
    }
  };
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[role=feed] article')) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // the frame is drawn between the two
      port1.addEventListener('message', () => {
        came['note'] = performance.now();
        const tell: unknown = Reflect.get(window, noteDrawn);
        if (typeof tell === 'function') tell('');
      });
      port1.start();
      port2.postMessage(undefined);
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}

/** Return a waterfall of loads at normal and at slowed speed. */
export function momentsOf(
  normal: ReadonlyArray<readonly [what: string, ms: number]>,
  slow: ReadonlyArray<readonly [what: string, ms: number]>,
): readonly Moment[] {
  return normal.map(([what, ms], at) => ({ what, normal: ms, slow: slow[at]?.[1] ?? Number.NaN }));
}
