import { schnorr } from '@noble/curves/secp256k1.js';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Filter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { bytesOf, hexOf } from '../../src/events/core/hex.ts';
import { eventId } from '../../src/events/nostr/serialize.ts';
import { EVENT_LIMITS } from '../../src/events/nostr/event-shape.ts';
import { seconds } from '../../src/events/core/time.ts';
import { leastThreadTimeOf, threadTimeOf } from '../../tests/support/service/thread-time.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { secretKey } from '../../tests/support/events/signed.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { openBackpressure } from '../http/backpressure.ts';
import { type Service, startService } from '../start.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { openRelay } from './relay.ts';

type Client = Awaited<ReturnType<typeof connectRelay>>;

let service: Service;
beforeAll(async () => {
  service = await startService({ port: 0 });
});
afterAll(() => service.stop());

const values = (count: number, salt: string) =>
  Array.from({ length: count }, (_, n) => `${salt}${n}`);

/** An ephemeral event with the maximum number of tags. */
function passing() {
  const tags = values(EVENT_LIMITS.tags, 'own').map((value) => ['x', value]);
  const whole = {
    kind: 20_000,
    pubkey: hexOf(schnorr.getPublicKey(secretKey(1))),
    created_at: seconds(Math.floor(Date.now() / 1_000)),
    tags,
    content: '',
    sig: '',
  };
  const id = eventId(whole);
  return { ...whole, id, sig: hexOf(schnorr.sign(bytesOf(id), secretKey(1))) };
}

test('TRUST-09 NIP-11 filters and values of all subscriptions are bounded, and a CLOSED names the bound', async () => {
  const answer = await fetch(service.url, { headers: { Accept: 'application/nostr+json' } });
  const { limitation } = (await answer.json()) as { limitation: Record<string, number> };
  const most = (name: string) => limitation[name] ?? Number.NaN;
  const client = await connectRelay(service.url);
  const filter = (count: number, salt = ''): Filter => ({ limit: 0, '#x': values(count, salt) });
  client.say(['REQ', 'large', filter(most('max_filter_values') + 1)]);
  expect((await client.hear('CLOSED', 'large'))[2]).toMatch(
    /^invalid: filter; .* at most 20000 values and 16 tags$/,
  );
  const full = Array.from({ length: most('max_open_values') / most('max_filter_values') }, (_, n) =>
    filter(most('max_filter_values'), `${n}`),
  );
  client.say(['REQ', 'many', ...full, filter(1)], ['COUNT', 'counted', ...full, filter(1)]);
  for (const id of ['many', 'counted'])
    expect((await client.hear('CLOSED', id))[2]).toBe(
      'invalid: 60001 values in the filters; at most 60000 are taken',
    );
  client.say(['REQ', 'full', ...full], ['REQ', 'more', filter(1)], ['REQ', 'none', { limit: 0 }]);
  expect((await client.hear('CLOSED', 'more'))[2]).toBe(
    'rate-limited: all subscriptions together have more than 60000 values',
  );
  await client.hear('EOSE', 'none');
  const each = Array.from({ length: most('max_filters') }, () => ({ limit: 0 }));
  for (let n = 0; n < most('max_open_filters') / most('max_filters'); n++)
    client.say(['REQ', `f${n}`, ...each]);
  expect(
    (await client.hear('CLOSED', `f${most('max_open_filters') / most('max_filters') - 1}`))[2],
  ).toBe('rate-limited: all subscriptions together have more than 500 filters');
  client.socket.terminate();
});

test('TRUST-09 connections of one address share a limit for values, and ordinary requests never wait', async () => {
  const full = (salt: string) =>
    [20_000, 20_000, 19_000].map(
      (count, n): Filter => ({ limit: 0, '#x': values(count, `${salt} ${n}`) }),
    );
  const clients = await Promise.all(Array.from({ length: 6 }, () => connectRelay(service.url)));
  const answers: string[] = [];
  for (const [n, client] of clients.entries()) {
    client.say(
      ['REQ', 'full', ...full(`${n}`)],
      ['REQ', 'small', { limit: 1_000, '#x': values(1_000, 'small') }],
    );
    await client.hear('EOSE', 'small');
    const refused = client.frames.find(([type, id]) => type === 'CLOSED' && id === 'full');
    answers.push(String(refused?.[2] ?? 'open'));
  }
  const refusal = 'rate-limited: too many values are open at your address';
  expect(answers).toEqual(['open', 'open', 'open', 'open', refusal, refusal]);
  // Closed subscriptions and closed connections take no room.
  clients[0]?.say(['CLOSE', 'full']);
  clients[1]?.socket.terminate();
  for (const client of clients.slice(4)) {
    const again = async () => {
      client.say(['REQ', 'again', ...full('again')], ['REQ', 'then', { limit: 0 }]);
      await client.hear('EOSE', 'then');
      return client.frames.some(([type, id]) => type === 'EOSE' && id === 'again');
    };
    await expect.poll(again).toBe(true);
  }
  for (const { socket } of clients) socket.terminate();
});

test('TRUST-09 matching 16,384 tags against 60,000 values takes no longer than parsing them', async () => {
  const [listener, speaker] = [await connectRelay(service.url), await connectRelay(service.url)];
  listener.say(['REQ', 'x', ...['a', 'b', 'c'].map((salt) => ({ '#x': values(19_000, salt) }))]);
  await listener.hear('EOSE', 'x');
  const event = passing();
  const { all } = await threadTimeOf(async () => {
    speaker.say(['EVENT', event]);
    await speaker.hear('OK', event.id, true);
  });
  // List by list it takes seconds.
  expect(all).toBeLessThan(500);
  for (const { socket } of [listener, speaker]) socket.terminate();
});

/** Return a relay over a store whose walks the test controls. */
async function playedRelay(walks: Partial<Pick<Store, 'walk' | 'walkIds'>>) {
  const store = openStore(':memory:');
  const server = new WebSocketServer({ port: 0 });
  const intake = { offer: () => undefined, close: async () => undefined };
  const relay = openRelay({
    backlog: openBackpressure(),
    store: { ...store, ...walks },
    intake,
    gate: service.gate,
    own: 'ws://relay.example/',
  });
  server.on('connection', (socket) => relay.serve(socket, 'somewhere'));
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const client = await connectRelay(url);
  const close = async () => {
    client.socket.terminate();
    relay.close();
    server.close();
    await store.close();
  };
  return { store, client, close };
}

const played: { client: Client; close: () => Promise<void>; store: Store }[] = [];
let signals: AbortSignal[];
beforeEach(() => {
  signals = [];
});
afterEach(async () => {
  for (const { close } of played.splice(0)) await close();
});

const open = async (walk: Store['walk'], walkIds?: Store['walkIds']) => {
  const made = await playedRelay({ walk, ...(walkIds && { walkIds }) });
  played.push(made);
  return made;
};

/** Runs until it is aborted, unless the limit is 0. */
async function* endless(
  ...[[filter], , , signal]: Parameters<Store['walk']>
): AsyncGenerator<never> {
  if (filter?.limit === 0 || !signal) return;
  signals.push(signal);
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
  yield* [];
}

test('TRUST-09 a comparison of 60,000 events never blocks the service for more than 50 ms', async () => {
  const stored = Array.from({ length: 60_000 }, (_, n) => ({
    id: n.toString(16).padStart(64, 'a'),
    time: 70_000 - n,
  }));
  const { client } = await open(endless, async function* () {
    for (let from = 0; from < stored.length; from += 500) {
      await new Promise(setImmediate);
      yield stored.slice(from, from + 500);
    }
  });
  let asked = 0;
  const { longest } = await leastThreadTimeOf(async () => {
    const query = `all ${asked++}`;
    client.say(['NEG-OPEN', query, {}, '61']);
    await client.hear('NEG-MSG', query);
    client.say(['NEG-CLOSE', query]);
  }, 50);
  expect(longest).toBeLessThan(50);
});

test('TRUST-09 CLOSE aborts the response of its subscription, and the next request runs', async () => {
  const { client } = await open(endless);
  client.say(['REQ', 'long', {}]);
  await expect.poll(() => signals.length).toBe(1);
  client.say(['REQ', 'next', { limit: 0 }], ['CLOSE', 'other'], ['CLOSE', 'long']);
  await client.hear('EOSE', 'next');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  client.say(['REQ', 'never', {}], ['CLOSE', 'never'], ['REQ', 'last', { limit: 0 }]);
  await client.hear('EOSE', 'last');
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  expect(client.frames).toEqual([
    ['EOSE', 'next'],
    ['EOSE', 'last'],
  ]);
});

test('NIP-77 NEG-CLOSE aborts no subscription of the same id', async () => {
  const { client } = await open(endless);
  client.say(['REQ', 'same', { limit: 0 }], ['NEG-CLOSE', 'same']);
  await client.hear('EOSE', 'same');
  client.say(['REQ', 'same', {}]);
  await expect.poll(() => signals.length).toBe(1);
  client.say(['NEG-CLOSE', 'same'], ['CLOSE', 'other']);
  await new Promise((resolve) => client.socket.ping(() => client.socket.once('pong', resolve)));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
});

test('TRUST-09 closing the socket aborts its running requests', async () => {
  const { client } = await open(endless, endless);
  client.say(['NEG-OPEN', 'long', {}, '61']);
  await expect.poll(() => signals.length).toBe(1);
  client.socket.terminate();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
});

test('RELAY-05 an event that arrives during a query of stored events is sent once', async () => {
  const fresh: VerifiedEvent = trusted({
    content: 'fresh',
    created_at: Math.floor(Date.now() / 1_000),
  });
  const { client, store } = await open(async function* (...asked) {
    await store.insert([fresh]);
    yield* store.walk(...asked);
  });
  client.say(['REQ', 'live', { kinds: [1] }]);
  await client.hear('EOSE', 'live');
  expect(client.eventsOf('live')).toEqual([fresh]);
});
