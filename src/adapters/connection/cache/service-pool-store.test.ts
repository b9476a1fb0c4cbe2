import { expect, test } from 'vitest';
import { millis } from '../../../events/core/time.ts';
import { openStorages } from '../../core/storage.ts';
import { lazyPool } from './lazy-pool.ts';
import { type PoolPlace, poolOf } from './service-pool-store.ts';
import type { SocketEvents } from '../web-socket.ts';
import { createActor, setup } from 'xstate';
import type { PoolSignal } from '../../../machines/connection/cache.machine.ts';

const HOME = 'wss://starling.example/v1';
const URL = 'wss://b.example/v1';

function place(over: Partial<PoolPlace> = {}) {
  const kept = new Map<string, string>();
  const device = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const sockets: Array<{ url: string; events: SocketEvents; sent: string[]; closed: boolean }> = [];
  const timers: Array<() => void> = [];
  const time = { now: 0 };
  const it: PoolPlace = {
    storages: openStorages(device),
    origin: 'https://starling.example',
    built: undefined,
    openSocket: (url, events) => {
      const socket = { url, events, sent: [] as string[], closed: false };
      sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(text),
        close: () => {
          socket.closed = true;
        },
      };
    },
    now: () => millis(time.now),
    after: (_, run) => {
      timers.push(run);
      return () => undefined;
    },
    ...over,
  };
  return { it, kept, sockets, timers, time };
}

test('CACHE-05 CACHE-09 the pool is stored as an override, the default is not; a full browser reports it', () => {
  const { it, kept } = place();
  const told: PoolSignal[] = [];
  const keep = (urls: readonly string[], where = it) =>
    poolOf(where)({ type: 'cache.pool', urls }, (signal) => told.push(signal));
  keep([URL, HOME]);
  expect([...kept]).toEqual([['cacheServer', `${URL},${HOME}`]]);
  keep([]);
  expect([...kept]).toHaveLength(1);
  poolOf(it)({ type: 'cache.restore' }, (signal) => told.push(signal));
  keep([HOME]);
  expect([...kept]).toEqual([]);
  keep([URL], { ...it, storages: openStorages(undefined) });
  expect(told).toEqual([
    { type: 'pool.updated', said: { problem: undefined } },
    { type: 'cache.pool', urls: [HOME], url: HOME },
    { type: 'pool.updated', said: { problem: undefined } },
    { type: 'pool.updated', said: { problem: 'unkept' } },
  ]);
});

test('CACHE-09 a test distinguishes a caching service and its time from a relay, once at a time', async () => {
  const { it, sockets, timers, time } = place();
  const orders = poolOf(it);
  const outcome = async (happens: (socket: (typeof sockets)[number]) => void) => {
    const told: PoolSignal[] = [];
    const before = sockets.length;
    for (let i = 0; i < 2; i++)
      orders({ type: 'cache.test', url: URL }, (signal) => told.push(signal));
    const found = () =>
      told.map((signal) =>
        signal.type === 'pool.updated' ? signal.said.tests?.get(URL) : undefined,
      );
    expect([found(), sockets.length - before]).toEqual([['asking'], 1]);
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    happens(socket);
    await expect.poll(() => told).toHaveLength(2);
    expect([socket.url, socket.closed]).toEqual([URL, true]);
    return found()[1];
  };
  const answered = (frame: unknown) =>
    outcome(({ events, sent }) => {
      events.opened();
      expect(sent).toEqual(['["REQ","test",{"cache":["get_default_relays",{}]}]']);
      time.now += 34.4;
      events.frame(JSON.stringify(frame));
      events.closed('closed');
    });
  const relays = { kind: 10_000_124, content: '[]' };
  expect(await answered(['EVENT', 'test', relays])).toEqual({ found: 'service', ms: 34 });
  expect(await answered(['EVENTS', 'test', [relays]])).toEqual({ found: 'service', ms: 34 });
  for (const frame of [
    ['EOSE', 'test'],
    ['NOTICE', 'test', 'what?'],
    ['EVENT', 'other', relays],
    ['EVENT', 'test', { kind: 1 }],
    null,
    7,
  ])
    expect(await answered(frame)).toEqual({ found: 'other' });
  expect(await outcome(({ events }) => events.closed('refused'))).toEqual({ found: 'nothing' });
  expect(await outcome(() => timers.at(-1)?.())).toEqual({ found: 'nothing' });
});

test('CACHE-09 if the code for it cannot be loaded, that is reported', async () => {
  const told: PoolSignal[] = [];
  const pool = lazyPool(() => Promise.reject(new Error('gone')));
  const parent = setup({ types: { events: {} as PoolSignal }, actors: { pool } }).createMachine({
    invoke: { id: 'pool', src: 'pool', input: undefined },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  createActor(parent)
    .start()
    .getSnapshot()
    .children['pool']?.send({ type: 'cache.test', url: URL });
  await expect.poll(() => told).toEqual([{ type: 'pool.updated', said: { problem: 'unloaded' } }]);
});
