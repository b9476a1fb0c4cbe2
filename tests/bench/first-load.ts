import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { type DelayProxy, type Passed, startDelayProxy } from './delay-proxy.ts';
import { type Bare, readLimit } from './markup-limit.ts';
import { LINES, type Load, loadHome, loadOften, type Moment, momentsOf } from './page-load.ts';
import type { Figure } from './figures-table.ts';

const EACH_WAY = 20;

/**
 * One request of the first load. Times in milliseconds after the start of the navigation, sizes in
 * KB after gzip.
 */
export interface Step extends Omit<Passed, 'done'> {
  readonly done: number;
  readonly gz: number;
}

/**
 * The first load of /home: its code, and the time of the first note. Nothing is cached, and a round
 * trip takes 40 ms.
 */
export async function benchFirstLoad(
  browser: Browser,
  target: string,
  dist: string,
): Promise<{ figures: Figure[]; steps: readonly Step[]; moments: readonly Moment[] }> {
  const proxy = await startDelayProxy(target, EACH_WAY);
  try {
    await load(browser, proxy, dist, 1);
    const normal = await loadOften(() => load(browser, proxy, dist, 1));
    const slow = await loadOften(() => load(browser, proxy, dist, 4));
    const limit = await readLimit(browser, proxy.url);
    const markup = (slowed: number, code: Bare['code']) =>
      loadOften(() => loadHome(browser, proxy.url, slowed, { limit, code }));
    const bare = [
      await markup(1, 'left out'),
      await markup(1, 'read'),
      await markup(4, 'left out'),
      await markup(4, 'read'),
    ];
    const limits = bare.map(({ note, reference }, at): Figure => {
      const what =
        at % 2 === 0
          ? '  its limit: boot, worker, checks and finished markup, without the app'
          : "  the same with the app's code read";
      return { what, value: note, unit: 'ms', reference };
    });
    const steps = normal.loads[0]?.steps ?? [];
    const code = steps.filter(
      ({ path, at }) => path.endsWith('.js') && at <= (normal.loads[0]?.moments.note ?? 0),
    );
    const wasm = steps.filter(({ path }) => path.endsWith('.wasm'));
    const size = (some: readonly Step[]) => some.reduce((sum, { gz }) => sum + gz, 0);
    const lines = [...LINES.page, ...LINES.answer];
    return {
      steps,
      moments: momentsOf(normal.lines(lines), slow.lines(lines)),
      figures: [
        {
          what: 'JavaScript before the first note on /home, gz, workers included',
          value: size(code),
          unit: 'KB',
          budget: 170,
        },
        { what: 'wasm, gz', value: size(wasm), unit: 'KB', budget: 105 },
        {
          what: 'first note visible, 40 ms latency, cold, normal CPU',
          value: normal.note,
          unit: 'ms',
          budget: 350,
          reference: normal.reference,
        },
        ...limits.slice(0, 2),
        {
          what: 'the same, main thread slowed 4 times',
          value: slow.note,
          unit: 'ms',
          budget: 900,
          reference: slow.reference,
        },
        ...limits.slice(2),
        {
          what: 'blocking time until 1 s after it, normal CPU',
          value: normal.blocked,
          unit: 'ms',
          reference: normal.reference,
        },
        {
          what: 'the same, main thread slowed 4 times',
          value: slow.blocked,
          unit: 'ms',
          reference: slow.reference,
        },
      ],
    };
  } finally {
    await proxy.stop();
  }
}

/** Load once and record the requests. */
async function load(
  browser: Browser,
  proxy: DelayProxy,
  dist: string,
  slowed: number,
): Promise<Load & { steps: readonly Step[] }> {
  const before = proxy.passed.length;
  const loaded = await loadHome(browser, proxy.url, slowed);
  const steps = proxy.passed.slice(before).map(({ path, at, done }) => ({
    path,
    at: at - loaded.origin,
    done: done - loaded.origin,
    gz: sizeOf(dist, path),
  }));
  return { ...loaded, steps };
}

function sizeOf(dist: string, path: string): number {
  if (!path.startsWith('/assets/')) return 0;
  try {
    return gzipSync(readFileSync(join(dist, path)), { level: 9 }).length / 1_000;
  } catch {
    return 0;
  }
}
