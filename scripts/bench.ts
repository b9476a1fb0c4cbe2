/**
 * `npm run bench`: measures the figures of the design, each with its budget. Times are also a ratio
 * to a reference of the same run. `npm run bench -- NAME ...` measures some of them. Two have
 * options of their own and need no page. `-- service`: the service by size and engine
 * (`tests/bench/sizes/bench-sizes.ts`, as `--events 1000000`). `-- streams`: a thousand readers
 * (`tests/bench/streams.ts`, as `--minutes 1`).
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { benchFirstLoad, type Step } from '../tests/bench/first-load.ts';
import { benchFirstScreens } from '../tests/bench/first-screens.ts';
import { benchFold } from '../tests/bench/fold.ts';
import { benchInspector } from '../tests/bench/inspector.ts';
import { benchNotifications } from '../tests/bench/notifications.ts';
import { benchMessages } from '../tests/bench/messages.ts';
import { benchPictures } from '../tests/bench/pictures.ts';
import { benchPlateau } from '../tests/bench/plateau.ts';
import { benchReading } from '../tests/bench/reading.ts';
import { benchRecorder } from '../tests/bench/recorder.ts';
import { reference } from '../tests/bench/reference.ts';
import { benchRemote } from '../tests/bench/remote.ts';
import { benchScroll } from '../tests/bench/scroll.ts';
import { benchService } from '../tests/bench/service.ts';
import { benchShifts } from '../tests/bench/shifts.ts';
import { benchSizes } from '../tests/bench/sizes/bench-sizes.ts';
import { benchStreams } from '../tests/bench/streams.ts';
import { listEdits } from '../tests/bench/list-edits.ts';
import type { Moment } from '../tests/bench/page-load.ts';
import { type Figure, median, missed, printTable } from '../tests/bench/figures-table.ts';
import { DIST } from '../tests/browser/support/service/service-order.ts';
import { startTown } from '../tests/browser/support/service/demo-town.ts';
import { browser as chosen } from './browser.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The part of the demo town that is started: more than a thousand notes that are not replies. */
const PART = 0.8;

const args = process.argv.slice(2);
/** The measurements without a page, by the name that precedes their options. */
const alone =
  args[0] === 'service' ? ['service', 'sizes'] : args[0] === 'streams' ? ['streams'] : undefined;
if (!alone && process.env['STARLING_DIST'] === undefined) {
  spawnSync(join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}
const figures: Figure[] = [];
const broken: string[] = [];
const only = alone ?? args;

/** A failed measurement does not stop the others. */
async function measure(
  name: string,
  run: () => Promise<readonly Figure[]> | readonly Figure[],
): Promise<void> {
  if (only.length > 0 && !only.includes(name)) return;
  const from = performance.now();
  try {
    figures.push(...(await run()));
  } catch (error) {
    console.error(error);
    broken.push(name);
  }
  console.log(
    `${broken.includes(name) ? 'BROKEN' : 'measured'}: ${name}, ${((performance.now() - from) / 1_000).toFixed(0)} s`,
  );
}

function waterfall(steps: readonly Step[]): void {
  console.log('\nThe first load, in milliseconds after the navigation:');
  for (const { path, at, done, gz } of steps) {
    console.log(
      `${at.toFixed(0).padStart(6)} ${done.toFixed(0).padStart(6)}  ${gz === 0 ? ''.padStart(7) : gz.toFixed(1).padStart(7)}  ${path.slice(0, 90)}`,
    );
  }
  console.log('');
}

function moments(where: string, some: readonly Moment[]): void {
  console.log(`\n${where}, as is and slowed 4 times, in milliseconds after the navigation:`);
  for (const { what, normal, slow } of some)
    console.log(`${normal.toFixed(0).padStart(6)} ${slow.toFixed(0).padStart(6)}  ${what}`);
  console.log('');
}

// this one comes first, so that nothing else is in the memory that it measures
if (alone) await measure('sizes', () => benchSizes(args.slice(1)));
if (alone) await measure('streams', () => benchStreams(args.slice(1)));
const ground = reference();
await measure('fold', () => {
  benchFold();
  const times = Array.from({ length: 5 }, () => benchFold().ms);
  return [
    {
      what: 'fold of 20,000 events',
      value: median(times),
      unit: 'ms',
      budget: 150,
      reference: ground,
    },
  ];
});
await measure('lists', () => {
  const timed = (at: number): number => {
    const run = listEdits(20_000)[at]?.run;
    const from = performance.now();
    run?.();
    return performance.now() - from;
  };
  const times = listEdits(1).map((_, at) => median(Array.from({ length: 5 }, () => timed(at))));
  const what = 'lists: slowest edit, difference or restore of 20,000 entries';
  return [{ what, value: Math.max(...times), unit: 'ms', budget: 100, reference: ground }];
});
await measure('service', async () => {
  const { p95 } = await benchService();
  return [
    {
      what: 'service: p95 of a home page of 20 at 100,000 events',
      value: p95,
      unit: 'ms',
      budget: 15,
      reference: ground,
    },
  ];
});
if (!alone) await measurePages();

async function measurePages(): Promise<void> {
  const { channel, ...options } = await chosen();
  const launch = { ...options, ...(channel ? { channel } : {}) };
  const browser = await chromium.launch(launch);
  const house = await startTown(PART);
  try {
    await measure('first-load', async () => {
      const load = await benchFirstLoad(browser, house.url, DIST);
      waterfall(load.steps);
      moments('Its steps', load.moments);
      return load.figures;
    });
    await measure('remote', async () => {
      const remote = await benchRemote(launch, house.url);
      moments('The same from two other origins over TLS', remote.moments);
      return remote.figures;
    });
    await measure('scroll', () => benchScroll(browser, house.url));
    await measure('inspector', () => benchInspector(browser, house.url));
    await measure('recorder', () => benchRecorder(browser, house.url, DIST));
    await measure('reading', () => benchReading(browser));
    await measure('notifications', () => benchNotifications(browser));
    await measure('first-screens', () => benchFirstScreens(browser, house));
    await measure('pictures', () => benchPictures(browser, PART));
    await measure('shifts', () => benchShifts(browser, house));
    await measure('messages', () => benchMessages(browser));
    await measure('plateau', () => benchPlateau(browser));
  } finally {
    await browser.close();
    await house.clear();
  }
}
console.log(`\n${printTable(figures)}\n`);
console.log(
  `The reference took ${ground.toFixed(1)} ms here, and was taken anew in each page. A slowed page is slowed in its main thread only, not in its worker.`,
);
const count = missed(figures);
console.log(count === 0 ? 'All within budget.' : `${count} outside of the budget.`);
if (broken.length > 0) console.log(`Not measured: ${broken.join(', ')}.`);
process.exitCode = broken.length > 0 ? 1 : 0;
