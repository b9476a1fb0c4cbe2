import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { type DelayProxy, type Passed, startDelayProxy } from './delay-proxy.ts';
import { reference } from './reference.ts';
import { type Figure, median } from './table.ts';

const EACH_WAY = 20;
const ROUNDS = 5;

/** One request of the first load. Times in milliseconds after the navigation began, sizes in KB as gzip packs them. */
export interface Step extends Omit<Passed, 'done'> {
  readonly done: number;
  readonly gz: number;
}

interface Load {
  /** Milliseconds from the navigation to the first note, drawn. */
  readonly note: number;
  /** Milliseconds of the page's main thread that were spent in tasks longer than 50 ms, the part above 50. */
  readonly blocked: number;
  readonly steps: readonly Step[];
}

/** The first load of /home: its code, and when the first note stands; with nothing cached, 40 ms a round trip. */
export async function benchFirstLoad(
  browser: Browser,
  target: string,
  dist: string,
): Promise<{ figures: Figure[]; steps: readonly Step[] }> {
  const proxy = await startDelayProxy(target, EACH_WAY);
  try {
    await load(browser, proxy, dist, 1);
    const normal = await rounds(browser, proxy, dist, 1);
    const slow = await rounds(browser, proxy, dist, 4);
    const steps = normal.loads[0]?.steps ?? [];
    const code = steps.filter(({ path, at }) => path.endsWith('.js') && at <= (normal.loads[0]?.note ?? 0));
    const wasm = steps.filter(({ path }) => path.endsWith('.wasm'));
    const size = (some: readonly Step[]) => some.reduce((sum, { gz }) => sum + gz, 0);
    return {
      steps,
      figures: [
        { what: 'JavaScript before the first note on /home, gz, workers included', value: size(code), unit: 'KB', budget: 170 },
        { what: 'wasm, gz', value: size(wasm), unit: 'KB', budget: 105 },
        {
          what: 'first note visible, 40 ms latency, cold, normal CPU',
          value: normal.note,
          unit: 'ms',
          budget: 350,
          reference: normal.reference,
        },
        { what: 'the same, main thread slowed 4 times', value: slow.note, unit: 'ms', budget: 900, reference: slow.reference },
        { what: 'blocking time until 1 s after it, normal CPU', value: normal.blocked, unit: 'ms', reference: normal.reference },
        { what: 'the same, main thread slowed 4 times', value: slow.blocked, unit: 'ms', reference: slow.reference },
      ],
    };
  } finally {
    await proxy.stop();
  }
}

async function rounds(browser: Browser, proxy: DelayProxy, dist: string, slowed: number) {
  const loads: (Load & { reference: number })[] = [];
  for (let round = 0; round < ROUNDS; round++) loads.push(await load(browser, proxy, dist, slowed));
  return {
    loads,
    note: median(loads.map(({ note }) => note)),
    blocked: median(loads.map(({ blocked }) => blocked)),
    reference: median(loads.map((one) => one.reference)),
  };
}

/** One load in a browser context of its own. The slowing is the page's main thread's alone: its workers keep their speed. */
async function load(browser: Browser, proxy: DelayProxy, dist: string, slowed: number): Promise<Load & { reference: number }> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.addInitScript(watchForNote);
  const before = proxy.passed.length;
  await page.goto(`${proxy.url}/home`, { waitUntil: 'commit' });
  await page.waitForFunction(() => 'firstNote' in window);
  await page.waitForTimeout(1_000);
  const { note, blocked, origin } = await page.evaluate(() => {
    const long: number[] = Reflect.get(window, 'longTasks');
    return {
      note: Number(Reflect.get(window, 'firstNote')),
      blocked: long.reduce((sum, ms) => sum + ms - 50, 0),
      origin: performance.timeOrigin,
    };
  });
  const took = await page.evaluate(reference);
  await context.close();
  const steps = proxy.passed
    .slice(before)
    .map(({ path, at, done }) => ({ path, at: at - origin, done: done - origin, gz: sizeOf(dist, path) }));
  return { note, blocked, steps, reference: took };
}

/** Notes when the first row of the feed has been drawn. */
function watchForNote(): void {
  Object.assign(window, { longTasks: [] });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) Reflect.get(window, 'longTasks').push(duration);
  }).observe({ type: 'longtask', buffered: true });
  const watch = new MutationObserver(() => {
    if (!document.querySelector('[role=feed] article')) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // the frame is drawn between the two
      port1.addEventListener('message', () => Object.assign(window, { firstNote: performance.now() }));
      port1.start();
      port2.postMessage(undefined);
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}

function sizeOf(dist: string, path: string): number {
  if (!path.startsWith('/assets/')) return 0;
  try {
    return gzipSync(readFileSync(join(dist, path)), { level: 9 }).length / 1_000;
  } catch {
    return 0;
  }
}
