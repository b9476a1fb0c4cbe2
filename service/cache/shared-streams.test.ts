import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRecord, parseJson } from '../../src/events/core/json.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { heapInUse } from '../../tests/support/heap.ts';
import { key, NOW, openVillage } from '../../tests/support/service/village.ts';
import { changedAccounts } from '../store/store-options.ts';
import { openStreams } from './shared-streams.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A village whose clock runs with the timers. */
function running() {
  const start = Date.now();
  const village = openVillage({ now: () => NOW + Math.floor((Date.now() - start) / 1000) });
  const said: unknown[] = [];
  const stop = village.context.streams.netStats((result) => said.push(notesIn(result)));
  return { village, said, stop };
}

/** Return the number of notes in a stream result. */
function notesIn(text: string): unknown {
  const result = parseJson(text);
  const content = isRecord(result) ? parseJson(String(result['content'])) : undefined;
  return isRecord(content) ? content['pubnotes'] : undefined;
}

test('the totals are sent at once, on changes, and periodically', async () => {
  const { village, said, stop } = running();
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toEqual([0]);
  await vi.advanceTimersByTimeAsync(10_000);
  village.note(1, 'first');
  village.note(2, 'second');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(said).toEqual([0, 2]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(said).toEqual([0, 2, 2]);
  stop();
  village.note(3, 'third');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(said).toEqual([0, 2, 2]);
});

test('no timer is left without listeners', () => {
  const { village, stop } = running();
  const other = village.context.streams.netStats(() => undefined);
  village.note(1, 'note');
  expect(vi.getTimerCount()).toBe(2);
  stop();
  stop();
  expect(vi.getTimerCount()).toBe(2);
  other();
  expect(vi.getTimerCount()).toBe(0);
  village.note(2, 'heard by nobody');
  expect(vi.getTimerCount()).toBe(0);
});

test('the id of every stored event is sent once', async () => {
  const { village } = running();
  const told: string[] = [];
  const stop = village.context.streams.inserted((id) => told.push(id));
  const note = village.note(1, 'note');
  await village.store.insert([note]);
  stop();
  village.note(1, 'after');
  expect(told).toEqual([note.id]);
});

/** Streams over a store, with the number of its listeners. */
function counted() {
  const { store } = openVillage();
  let listeners = 0;
  const onInserted: typeof store.onInserted = (listener) => {
    listeners++;
    const stop = store.onInserted(listener);
    return () => {
      listeners--;
      stop();
    };
  };
  return { streams: openStreams({ ...store, onInserted }), listeners: () => listeners };
}

test('the state of an account is sent at once, on a change that alters it, and every 30 s', async () => {
  const { streams } = counted();
  const said: string[] = [];
  let state = 'one';
  const stop = streams.standing(
    key(1),
    async () => [state],
    (result) => said.push(result),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['one']);
  streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['one']);
  state = 'two';
  streams.changed(key(2));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['one']);
  streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['one', 'two']);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(said).toEqual(['one', 'two', 'two']);
  stop();
  state = 'three';
  streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(['one', 'two', 'two']);
});

test('new results of an account are sent on each change, and not before', async () => {
  const { streams } = counted();
  const said: string[] = [];
  const stop = streams.occurring(
    key(1),
    async () => ['news'],
    (result) => said.push(result),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual([]);
  for (let n = 0; n < 3; n++) streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['news', 'news']);
  stop();
  streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toHaveLength(2);
});

test('TRUST-09 the store is listened to once for all accounts, and not at all without them', async () => {
  const { streams, listeners } = counted();
  const open = (n: number) =>
    streams.occurring(
      key(n),
      async () => [],
      () => undefined,
    );
  for (let round = 0; round < 2; round++) {
    const stops = [open(1), open(1), open(2)];
    expect(listeners()).toBe(1);
    const [first, second, third] = stops;
    first?.();
    first?.();
    third?.();
    expect(listeners()).toBe(1);
    second?.();
    expect(listeners()).toBe(0);
  }
});

test('INV-ISOLATE a read that fails is reported, and the next change is read again', async () => {
  const { store } = openVillage();
  const failures: unknown[] = [];
  const streams = openStreams(store, (where, error) => failures.push([where, String(error)]));
  const said: string[] = [];
  let isBroken = true;
  streams.standing(
    key(1),
    async () => (isBroken ? Promise.reject(new Error('away')) : ['fine']),
    (result) => said.push(result),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toEqual([['stream', 'Error: away']]);
  isBroken = false;
  streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['fine']);
});

/** A stream of notes by id, whose test reports commits and says when all are reported. */
function followed(
  say = async (id: string) => [`said ${id}`],
  before = async () => Promise.resolve(),
) {
  const village = openVillage();
  const [first, second] = [village.note(1, 'first'), village.note(1, 'second')];
  const listeners = new Set<Parameters<typeof village.store.onInserted>[0]>();
  const { promise, resolve } = Promise.withResolvers<void>();
  let waits = 0;
  const streams = openStreams({
    ...village.store,
    settled: () => {
      waits++;
      return promise;
    },
    onInserted: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const stream = streams.followed(
    async () => {
      await before();
      return { events: await village.store.events([first.id]), totals: ['totals'] };
    },
    ({ id }) => say(id),
  );
  const pushed: string[] = [];
  const stop = stream.open?.((result) => void pushed.push(result));
  const report = (event: typeof first) => {
    const inserted = { ...changedAccounts([]), added: [event] };
    for (const listener of listeners) listener(inserted, 'elsewhere');
  };
  const settle = async () => {
    resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  const settled = () => waits;
  return { first, second, stream, pushed, stop, report, settle, settled, listeners };
}

test('CACHE-07 an event of the answer is sent again only after all commits were reported', async () => {
  const { first, second, stream, pushed, report, settle } = followed();
  report(first);
  report(second);
  await vi.advanceTimersByTimeAsync(0);
  // The answer comes first.
  expect(pushed).toEqual([]);
  expect(await stream.results()).toEqual([expect.stringContaining(first.id), 'totals']);
  await vi.advanceTimersByTimeAsync(0);
  expect(pushed).toEqual([`said ${second.id}`]);
  report(first);
  await settle();
  expect(pushed).toEqual([`said ${second.id}`]);
  report(first);
  await vi.advanceTimersByTimeAsync(0);
  expect(pushed).toEqual([`said ${second.id}`, `said ${first.id}`]);
});

test('CACHE-07 INV-ISOLATE a stream whose first read fails waits for no commits, and goes on', async () => {
  const { second, report, pushed, settled, stream } = followed(
    async (id) => [`said ${id}`],
    async () => Promise.reject(new Error('away')),
  );
  await expect(stream.results()).rejects.toThrow('away');
  report(second);
  await vi.advanceTimersByTimeAsync(0);
  expect([settled(), pushed]).toEqual([0, [`said ${second.id}`]]);
});

test('TRUST-09 a closed stream forgets its events, also while commits are awaited', async () => {
  const { store } = openVillage();
  const waits: (() => void)[] = [];
  const like = trusted({});
  const settled = () => new Promise<void>((resolve) => waits.push(resolve));
  const streams = openStreams({ ...store, settled });
  const read = async () => ({
    events: Array.from({ length: 1_000 }, (_, seq) => ({
      ...like,
      seq,
      id: randomBytes(32).toString('hex'),
      raw: '0',
    })),
  });
  const open = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const stream = streams.followed(read, async () => []);
      const stop = stream.open?.(() => undefined);
      await stream.results();
      stop?.();
    }
  };
  await open(5);
  const before = heapInUse();
  await open(40);
  // a thousand ids have more than 100 kB
  expect(heapInUse() - before).toBeLessThan(1_500_000);
  for (const resolve of waits) resolve();
});

test('CACHE-07 a stream that is stopped while a result is computed sends nothing more', async () => {
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const { second, stream, pushed, stop, report, listeners } = followed(() => promise);
  await stream.results();
  report(second);
  await vi.advanceTimersByTimeAsync(0);
  stop?.();
  expect(listeners.size).toBe(0);
  resolve(['late']);
  await vi.advanceTimersByTimeAsync(0);
  expect(pushed).toEqual([]);
});

test('INV-ISOLATE the state of an account is not sent or read again once its stream stopped', async () => {
  const { streams } = counted();
  const said: string[] = [];
  const { promise, resolve } = Promise.withResolvers<string[]>();
  let reads = 0;
  const read = () => {
    reads++;
    return promise;
  };
  const stop = streams.standing(key(1), read, (result) => said.push(result));
  streams.changed(key(1));
  await vi.advanceTimersByTimeAsync(0);
  stop();
  resolve(['late']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([said, reads, vi.getTimerCount()]).toEqual([[], 1, 0]);
});
