import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../../service/cache/cache-context.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import { accountsOf, network } from '../../network/network.ts';
import { networkFile, USUAL, writeEvents } from '../../network/network-file.ts';
import type { Figure } from '../figures-table.ts';
import type { Engine } from './engines.ts';
import { isLoaded, loadEvents, loadInBulk } from './load.ts';
import { subjectsOf, timeScreens, type Timing, viewersOf } from './screen-queries.ts';
import { type RelaySpeed, timeRelay } from './relay.ts';
import { timeWaits, type Wait } from './others-wait.ts';

/**
 * One measurement: an engine, a number of events, the folder of their file and, optionally, the
 * folder that keeps the filled database.
 */
export interface Size {
  readonly engine: Engine;
  readonly count: number;
  readonly files: string;
  readonly data: string | undefined;
  /** True to fill by the engine's bulk copy, if it has one. */
  readonly inBulk: boolean;
}

/** Results of one engine with that many events. MB. */
export interface Measured extends RelaySpeed {
  readonly engine: string;
  readonly count: number;
  readonly timings: readonly Timing[];
  readonly waits: readonly Wait[];
  /** `undefined` if the store was filled before. */
  readonly loadedPerSecond: number | undefined;
  readonly memory: number;
  readonly disk: number;
}

const HELD = 5_000;
const ROUNDS = 200;
const HOME_BUDGET = 30;
/** Milliseconds that one event by its id may take beside any query, at the 95th percentile. */
const WAIT_BUDGET = 20;
const SMALL = 100_000;
const LARGE = 1_000_000;

/** Return the file with the events of a network of that size. */
export function fileOf(files: string, count: number): string {
  return join(files, networkFile(count));
}

/**
 * Fill an engine, unless it is full already, and measure it. The file is generated if it does not
 * exist.
 */
export async function measureSize(
  { engine, count, files, data, inBulk }: Size,
  told: (what: string, done: number) => void,
): Promise<Measured> {
  const file = fileOf(files, count);
  if (!existsSync(file))
    await writeEvents(file, network({ count, ...USUAL }), (done) => told('making', done));
  const gate = await openEventVerifier();
  const place = data && join(data, `${engine.name.toLowerCase()}-${count}`);
  // the requests inside zap receipts are signed by the generator
  const loading = await engine.open(
    { now: () => seconds(USUAL.until), verify: verifyWith(() => true, 0) },
    place,
  );
  try {
    const { store, fill } = loading;
    const viewers = viewersOf(USUAL.seed, accountsOf(count));
    for (const pubkey of viewers)
      if (!(await store.isReceiver(pubkey))) await store.addReceiver(pubkey);
    const held = Math.min(HELD, count / 10);
    const toldLoading = (done: number) => told('loading', done);
    const { rest, perSecond } =
      inBulk && fill && !(await isLoaded(store, count))
        ? await loadInBulk(store, fill, file, count, held, toldLoading)
        : await loadEvents(store, file, count, held, toldLoading);
    await loading.settle();
    const context = openCache(store, { verify: gate.verify });
    const subjects = await subjectsOf(context, USUAL.seed, viewers);
    const timings = await timeScreens(context, subjects, ROUNDS, USUAL.until);
    const waits = await timeWaits(store, subjects.words);
    const speed = await timeRelay(store, gate, rest, subjects);
    const [memory, disk] = [process.memoryUsage.rss() / 1e6, (await loading.size()) / 1e6];
    return {
      engine: engine.name,
      count,
      timings,
      waits,
      ...speed,
      loadedPerSecond: perSecond,
      memory,
      disk,
    };
  } finally {
    await loading.end();
  }
}

/** Return the figures of a measurement, with the budget of the home page at a million events. */
export function figuresOf({
  engine,
  count,
  timings,
  waits,
  insertsPerSecond,
  reqsPerSecond,
  loadedPerSecond,
  memory,
  disk,
}: Measured): readonly Figure[] {
  const where = `${engine}, ${count.toLocaleString('en-us')} events:`;
  const screens = timings.flatMap(({ screen, p50, p95 }): Figure[] => [
    { what: `${where} ${screen}, p50`, value: p50, unit: 'ms' },
    {
      what: `${where} ${screen}, p95`,
      value: p95,
      unit: 'ms',
      ...(screen === 'home page' && count === LARGE && { budget: HOME_BUDGET }),
    },
  ]);
  const waited = waits.flatMap(({ beside, p50, p95, own }): Figure[] => [
    { what: `${where} one event beside ${beside}, p50`, value: p50, unit: 'ms' },
    {
      what: `${where} one event beside ${beside}, p95`,
      value: p95,
      unit: 'ms',
      budget: WAIT_BUDGET,
    },
    ...(own === undefined
      ? []
      : [{ what: `${where} ${beside}, three at once, p50`, value: own, unit: 'ms' } as const]),
  ]);
  const told = (what: string, value: number | undefined, unit: Figure['unit'] = ''): Figure[] =>
    value === undefined ? [] : [{ what: `${where} ${what}`, value, unit }];
  return [
    ...screens,
    ...waited,
    ...told('verified inserts a second', insertsPerSecond),
    ...told('REQs a second', reqsPerSecond),
    ...told('loaded a second, without verifying', loadedPerSecond),
    ...told('memory of the process', memory, 'MB'),
    ...told('on the disk', disk, 'MB'),
  ];
}

/**
 * Return the growth of each screen's p95 from a hundred thousand events to ten times as many. Less
 * than linear is less than 10.
 */
export function growthOf(measured: readonly Measured[]): readonly Figure[] {
  return measured
    .filter(({ count }) => count === LARGE)
    .flatMap(({ engine, timings }) => {
      const small = measured.find((other) => other.engine === engine && other.count === SMALL);
      return timings.flatMap(({ screen, p95 }): Figure[] => {
        const before = small?.timings.find((timing) => timing.screen === screen)?.p95;
        const what = `${engine}: ${screen}, p95 at a million events, times that at a hundred thousand`;
        return before === undefined ? [] : [{ what, value: p95 / before, unit: '', budget: 10 }];
      });
    });
}
