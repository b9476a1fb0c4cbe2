import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { network } from '../../../tests/network/network.ts';
import { isLong } from '../../../tests/support/runs.ts';
import { conformance } from '../../../tests/support/store/store-conformance.ts';
import type { Filter } from '../../../src/events/connection/filter.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import { parseSearch } from '../../../src/events/reading/search/search-query.ts';
import { askedFrom } from '../../long-query-turns.ts';
import { isNear } from '../filters/is-near.ts';
import { longQueriesOn, type AskLong } from '../long-queries.ts';
import { openReaderLanes } from './reader-lanes.ts';
import { synchronousDatabase } from './sqlite-database.ts';
import { openStore, type SqliteStore } from './sqlite-store.ts';
import { openTimeSlices } from './time-slices.ts';

const NOW = 1_760_000_000;
const READERS = { readers: { count: 1, from: 0 } };
const EVENTS = 800;
const ABORTED = 300;
const EVER = Number.MAX_SAFE_INTEGER;
const PAGE = { since: 0, until: EVER, before: EVER, limit: 20, offset: 0 };
const verify = verifyWith(() => true);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

function freshFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'starling-readers-'));
  closers.push(() => rmSync(directory, { recursive: true }));
  return join(directory, 'starling.db');
}

/** A store with all events, made once. */
let filled: string;
beforeAll(async () => {
  filled = join(mkdtempSync(join(tmpdir(), 'starling-filled-')), 'starling.db');
  const store = openStore(filled, { now: () => seconds(NOW), verify });
  await store.insert(events);
  await store.checkpoint();
  await store.close();
});
afterAll(() => rmSync(dirname(filled), { recursive: true }));

const events = [...network({ count: EVENTS, seed: 5, until: NOW })].flatMap(
  (event) => verify(event) ?? [],
);

async function filledStore(path: string): Promise<SqliteStore> {
  copyFileSync(filled, path);
  const store = openStore(path, { now: () => seconds(NOW), verify, ...READERS });
  closers.push(() => store.close());
  await store.readers?.ready();
  return store;
}

const walked = async (store: SqliteStore, filters: readonly Filter[]) => {
  const ids: string[] = [];
  for await (const { id } of store.walk(filters, 500, [])) ids.push(id);
  return ids;
};

test('TRUST-09 readers find and count the same events as the thread of the store', async () => {
  const path = freshFile();
  const store = await filledStore(path);
  const alone = openStore(':memory:', { now: () => seconds(NOW), verify });
  closers.push(() => alone.close());
  await alone.insert(events);
  const authors = events.slice(0, 200).map(({ pubkey }) => pubkey);
  const asked: readonly Filter[][] = [
    [{ kinds: [1] }],
    [{ authors, limit: 40 }, { kinds: [7] }],
    [{ search: 'the' }],
  ];
  for (const filters of asked) {
    const found = await walked(store, filters);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(await walked(alone, filters));
    expect(await store.count(filters)).toBe(await alone.count(filters));
  }
  const question = { query: parseSearch('the'), viewer: undefined, order: 'score' } as const;
  expect(await store.searchNotes(question, PAGE)).toEqual(await alone.searchNotes(question, PAGE));
  const contest = { rank: 'score', createdAfter: seconds(0) } as const;
  expect(await store.rankingOf(contest)).toEqual(await alone.rankingOf(contest));
});

test('an event is found by a reader as soon as its insert has resolved', async () => {
  const store = await filledStore(freshFile());
  const [last] = [...network({ count: EVENTS + 1, seed: 6, until: NOW })].slice(-1);
  const event = last && verify(last);
  if (!event) throw new Error('no further event');
  await store.insert([event]);
  const found = await walked(store, [{ kinds: [event.kind], since: event.created_at }]);
  expect(found).toContain(event.id);
});

/** Readers of a file whose thread the test can end, and the answers of this thread instead. */
async function triedLanes(path: string, here: AskLong, failed?: (error: unknown) => void) {
  const workers: Worker[] = [];
  const lanes = openReaderLanes(path, {
    count: 1,
    now: () => seconds(NOW),
    here,
    isWorthIt: () => true,
    failed,
    spawn: (file) => {
      const url = new URL('./reader-lane.ts', import.meta.url);
      const worker = new Worker(url, { workerData: { path: file } });
      workers.push(worker);
      return worker;
    },
  });
  closers.push(() => lanes.close());
  await lanes.ready();
  return { lanes, workers };
}

const NOBODY: AskLong = () => {
  throw new Error('asked in this thread');
};

test('TRUST-09 a query that is aborted ends at once, and the reader answers the next one', async () => {
  const path = freshFile();
  await filledStore(path);
  const { lanes, workers } = await triedLanes(path, NOBODY);
  let stopped = 0;
  workers[0]?.on('message', (message: object) => (stopped += Number('failed' in message)));
  const controller = new AbortController();
  const all = [{ kinds: [1, 7], search: 'the' }];
  const many = Array.from({ length: ABORTED }, () =>
    lanes.ask('countMatches', [all], controller.signal),
  );
  controller.abort(new Error('closed'));
  const outcomes = await Promise.allSettled(many);
  expect(outcomes.map(({ status }) => status)).toEqual(many.map(() => 'rejected'));
  expect(await lanes.ask('countMatches', [[{}]])).toBeGreaterThan(0);
  // the reader must stop, too
  expect(stopped).toBeGreaterThan(0);
  await expect(lanes.ask('countMatches', [[{}]], controller.signal)).rejects.toThrow('closed');
});

test('TRUST-09 a query is answered in this thread while no reader is ready, or if one dies', async () => {
  const path = freshFile();
  const store = await filledStore(path);
  const here = longQueriesOn(synchronousDatabase(store.database), openTimeSlices());
  const { lanes, workers } = await triedLanes(path, here);
  const expected = await here('countMatches', [[{ kinds: [1] }]]);
  const dying = lanes.ask('countMatches', [[{ kinds: [1] }]]);
  await workers[0]?.terminate();
  expect(await dying).toBe(expected);
  expect(await lanes.ask('countMatches', [[{ kinds: [1] }]])).toBe(expected);
  expect(workers).toHaveLength(1);
});

test('TRUST-09 readers start again after a checkpoint, and the error of one is reported', async () => {
  const path = freshFile();
  await filledStore(path);
  const failures: string[] = [];
  const { lanes, workers } = await triedLanes(path, NOBODY, (error) =>
    failures.push(String(error)),
  );
  await lanes.stop();
  await lanes.ready();
  expect(await lanes.ask('countMatches', [[{ kinds: [1] }]])).toBeGreaterThan(0);
  expect([workers.length, failures]).toEqual([2, []]);
  const broken = await triedLanes(join(path, 'nothing'), NOBODY, (error) =>
    failures.push(String(error)),
  );
  expect(broken.workers).toHaveLength(1);
  expect(failures).toEqual([expect.stringContaining('unable to open database file')]);
});

test('TRUST-09 four readers run eight long queries at a time, because results take memory', async () => {
  const store = openStore(freshFile(), { readers: { count: 4, from: Number.POSITIVE_INFINITY } });
  const queries = ['a', 'b', 'c'].flatMap((address) =>
    Array.from({ length: 5 }, () => askedFrom(address, () => store.bestNotesOf('', false, PAGE))),
  );
  expect(store.longQueries()).toEqual({ running: 8, waiting: 7, refused: 0 });
  await Promise.all(queries);
  await store.close();
});

test('a store with readers closes while they work, and empties its log', async () => {
  const path = freshFile();
  const store = openStore(path, { now: () => seconds(NOW), verify, ...READERS });
  await store.insert(events);
  await store.readers?.ready();
  const running = store.count([{ search: 'the' }]).catch(() => undefined);
  await store.checkpoint();
  expect(statSync(`${path}-wal`).size).toBe(0);
  await store.close();
  await running;
});

describe('a query is near if its form bounds it', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `${n}`.padStart(64, '0'));
  test.each<[boolean, Filter[]]>([
    [true, [{ ids: keys(200) }]],
    [false, [{ ids: keys(201) }]],
    [true, [{ authors: keys(20), kinds: [1, 6], limit: 20 }]],
    [false, [{ authors: keys(20), kinds: [1, 6], limit: 500 }]],
    [false, [{ authors: keys(2) }]],
    [true, [{ '#e': keys(1), limit: 100 }]],
    [false, [{ '#e': keys(1), kinds: [1], limit: 100 }]],
    [false, [{ '#e': keys(2), limit: 100 }]],
    [false, [{ ids: keys(1), search: 'the' }]],
    [false, [{ ids: keys(1) }, { kinds: [1] }]],
    [false, [{ ids: keys(150) }, { ids: keys(150) }]],
    [false, [{}]],
  ])('%s', (expected, filters) => {
    expect(isNear({ filters, cap: 500 })).toBe(expected);
  });
});

describe.runIf(isLong)('readers', () => {
  conformance('SQLite with readers', async (options) => {
    const store = openStore(freshFile(), { ...options, ...READERS });
    await store.readers?.ready();
    return store;
  });
});
