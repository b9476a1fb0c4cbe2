import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { heapInUse } from '../../tests/support/heap.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { StoreUnavailable, TooManyQueries } from '../errors.ts';
import { type Backpressure, openBackpressure } from '../http/backpressure.ts';
import { openLongQueryTurns } from '../long-query-turns.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { openEventVerifier } from '../verify.ts';
import type { Intake } from './event-intake.ts';
import { openRelay } from './relay.ts';

const gate = await openEventVerifier();
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Parts {
  readonly change?: (store: Store) => Partial<Store>;
  readonly intake?: Pick<Intake, 'offer'>;
  readonly backlog?: Backpressure;
}

/** A client of a relay whose parts a test may replace. `ends`: end its connections. */
async function open({ change, intake, backlog = openBackpressure() }: Parts = {}) {
  const store = openStore(':memory:', { verify: gate.verify });
  const answered: string[] = [];
  const lengths: number[] = [];
  const relay = openRelay({
    backlog,
    store: { ...store, ...change?.(store) },
    intake: { offer: () => undefined, close: async () => undefined, ...intake },
    gate,
    own: 'ws://relay.example/',
    answered: (type, length) => {
      lengths.push(length);
      answered.push(`${type} ${length >= 0 && length < performance.now() / 1_000}`);
    },
  });
  const ends: (() => Promise<void>)[] = [];
  const sockets: WebSocket[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    sockets.push(socket);
    ends.push(relay.serve(socket, 'somewhere'));
  });
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const clients: Awaited<ReturnType<typeof connectRelay>>[] = [];
  const connect = async () => {
    const client = await connectRelay(url);
    clients.push(client);
    return client;
  };
  const client = await connect();
  stops.push(async () => {
    for (const { socket } of clients) socket.terminate();
    relay.close();
    server.close();
    await store.close();
  });
  return { client, connect, store, relay, answered, lengths, ends, sockets };
}

/** An intake that holds every event until the test gives a verdict. */
function holding() {
  const held: Parameters<Intake['offer']>[] = [];
  const verdict = (at: number, accepted = true, reason = '') => {
    const [value, answer] = held[at] ?? [];
    const id = typeof value === 'object' && value && 'id' in value ? String(value.id) : '';
    answer?.({ id, accepted, reason });
  };
  return {
    held,
    verdict,
    intake: { offer: (...offer: Parameters<Intake['offer']>) => void held.push(offer) },
  };
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `${n}` }));

test('NIP-01 each message is answered in order, and its type and duration are reported', async () => {
  const { client, answered, relay } = await open();
  client.say(['REQ', 'a', { limit: 1 }], ['COUNT', 'b', {}], ['HELLO'], ['AUTH', 7]);
  await client.hear('OK');
  expect(client.frames.map(([type, id]) => [type, id])).toEqual([
    ['EOSE', 'a'],
    ['COUNT', 'b'],
    ['NOTICE', expect.stringContaining('unsupported')],
    ['OK', ''],
  ]);
  expect(relay.subscriptions()).toBe(1);
  client.say(['CLOSE', 'a']);
  await expect.poll(() => answered).toHaveLength(5);
  expect(answered).toEqual(['REQ', 'COUNT', 'bad', 'AUTH', 'CLOSE'].map((type) => `${type} true`));
  expect(relay.subscriptions()).toBe(0);
});

test('the reported duration of a message is in seconds', async () => {
  const from = performance.now();
  const { client, lengths } = await open({
    change: () => ({
      count: async () => {
        const started = performance.now();
        while (performance.now() - started < 20);
        return 0;
      },
    }),
  });
  client.say(['COUNT', 'a', {}]);
  await client.hear('COUNT', 'a');
  await expect.poll(() => lengths.length).toBe(1);
  expect(lengths[0]).toBeGreaterThanOrEqual(0.02);
  expect(lengths[0]).toBeLessThan((performance.now() - from) / 1_000);
});

test('a message that waits when its client leaves is not processed', async () => {
  const { held, verdict, intake } = holding();
  const walked: unknown[] = [];
  const { client, answered, sockets } = await open({
    intake,
    change: (store) => ({
      walk(...asked) {
        walked.push(asked[0]);
        return store.walk(...asked);
      },
    }),
  });
  for (const event of numbered(50)) client.say(['EVENT', event]);
  client.say(['REQ', 'late', {}]);
  await expect.poll(() => held.length).toBe(50);
  const [socket] = sockets;
  client.socket.terminate();
  await expect.poll(() => socket?.readyState).toBe(3);
  verdict(49);
  await expect.poll(() => answered.length).toBe(50);
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  expect(walked).toEqual([]);
});

test('TRUST-09 ids that running queries may send count for their address until they end', async () => {
  const release = Promise.withResolvers<void>();
  const { client, connect, relay } = await open({
    change: (store) => ({
      async *walk(...asked) {
        await release.promise;
        yield* store.walk(...asked);
      },
    }),
  });
  // 20,020 each, of which 3,000 are free: fourteen fit into 240,000
  const request = ['REQ', 'a', ...Array.from({ length: 20 }, () => ({ kinds: [1] }))];
  const others = await Promise.all(Array.from({ length: 14 }, connect));
  for (const other of others) other.say(request);
  await expect.poll(() => relay.subscriptions()).toBe(14);
  client.say(request);
  expect(await client.hear('CLOSED', 'a')).toEqual([
    'CLOSED',
    'a',
    'rate-limited: too many values are open at your address',
  ]);
  // a query with small limits needs no more than its share
  const small = await connect();
  small.say(['REQ', 'a', ...Array.from({ length: 20 }, () => ({ kinds: [1], limit: 1 }))]);
  await expect.poll(() => relay.subscriptions()).toBe(15);
  release.resolve();
  for (const other of others) await other.hear('EOSE', 'a');
  client.say(request);
  expect(await client.hear('EOSE', 'a')).toEqual(['EOSE', 'a']);
});

test('TRUST-09 ids of a closed query are forgotten, also while commits are awaited', async () => {
  const waits: (() => void)[] = [];
  const like = trusted({});
  const { client } = await open({
    change: () => ({
      settled: () => new Promise((resolve) => waits.push(resolve)),
      async *walk() {
        for (let seq = 0; seq < 1_000; seq++)
          yield { ...like, seq, id: randomBytes(32).toString('hex'), raw: '0' };
      },
    }),
  });
  const rounds = async (count: number) => {
    for (let n = 0; n < count; n++) {
      client.say(['REQ', 'a', {}]);
      await client.hear('EOSE', 'a');
      client.frames.length = 0;
    }
    client.say(['CLOSE', 'a'], ['REQ', 'last', { limit: 0, ids: [] }]);
    await client.hear('EOSE', 'last');
    client.frames.length = 0;
  };
  await rounds(5);
  const before = heapInUse();
  await rounds(40);
  // a thousand ids have more than 100 kB
  expect(heapInUse() - before).toBeLessThan(1_500_000);
  for (const resolve of waits) resolve();
});

test('E-28 a binary frame is answered with a notice, and not read', async () => {
  const { client } = await open();
  client.socket.send(Buffer.from('["REQ","a",{}]'));
  client.say(['REQ', 'b', {}]);
  await client.hear('EOSE', 'b');
  expect(client.frames).toEqual([
    ['NOTICE', 'invalid: binary frame'],
    ['EOSE', 'b'],
  ]);
});

test('INV-ISOLATE a request that the store fails is closed with a reason, and the next one runs', async () => {
  let error: Error = new Error('broken');
  const fail = () => Promise.reject(error);
  const { client } = await open({
    change: (store) => ({
      count: fail,
      async *walk(...asked) {
        if (asked[0][0]?.limit === 7) await fail();
        yield* store.walk(...asked);
      },
      async *walkIds() {
        await fail();
        yield* [];
      },
    }),
  });
  const failures = async () => {
    client.frames.length = 0;
    client.say(
      ['REQ', 'a', { limit: 7 }],
      ['COUNT', 'b', {}],
      ['NEG-OPEN', 'c', { limit: 7 }, '61'],
    );
    await client.hear('NEG-ERR', 'c');
    return client.frames;
  };
  const closed = (reason: string) => [
    ['CLOSED', 'a', reason],
    ['CLOSED', 'b', reason],
    ['NEG-ERR', 'c', reason],
  ];
  expect(await failures()).toEqual(closed('error: could not be answered'));
  error = new StoreUnavailable(new Error('gone'));
  expect(await failures()).toEqual(closed('error: the database is away, try again later'));
  error = new TooManyQueries();
  expect(await failures()).toEqual(
    closed('rate-limited: many expensive queries of your address wait already, try again later'),
  );
  client.say(['REQ', 'a', {}]);
  expect(await client.hear('EOSE', 'a')).toEqual(['EOSE', 'a']);
});

test('NIP-42 a request that needs a proof is refused, and a challenge is sent once', async () => {
  const { client } = await open();
  client.say(
    ['REQ', 'a', { kinds: [4] }],
    ['NEG-OPEN', 'b', { kinds: [4] }, '61'],
    ['COUNT', 'c', { kinds: [4] }],
  );
  await client.hear('CLOSED', 'c');
  const reason = expect.stringMatching(/^auth-required: /);
  expect(client.frames).toEqual([
    ['AUTH', expect.stringMatching(/^[0-9a-f]{32}$/)],
    ['CLOSED', 'a', reason],
    ['NEG-ERR', 'b', reason],
    ['CLOSED', 'c', reason],
  ]);
});

test('TRUST-09 long queries of all connections of an address wait for their turns together', async () => {
  const turns = openLongQueryTurns(4);
  const { promise, resolve } = Promise.withResolvers<number>();
  const { client, connect } = await open({
    change: () => ({ count: () => turns.take(() => promise) }),
  });
  const own = [turns.take(() => promise), turns.take(() => promise)];
  const clients = [client, await connect(), await connect()];
  for (const each of clients) each.say(['COUNT', 'all', {}]);
  await expect.poll(() => turns.counts()).toEqual({ running: 4, waiting: 1, refused: 0 });
  resolve(7);
  for (const each of clients)
    expect(await each.hear('COUNT', 'all')).toEqual(['COUNT', 'all', { count: 7 }]);
  await Promise.all(own);
});

test('NIP-42 a comparison that needs a proof is answered with a challenge, too', async () => {
  const { client } = await open();
  client.say(['NEG-OPEN', 'a', { kinds: [4] }, '61']);
  await client.hear('NEG-ERR', 'a');
  expect(client.frames.map(([type]) => type)).toEqual(['AUTH', 'NEG-ERR']);
});

test('NIP-42 an event that needs a proof is answered with a challenge before its verdict', async () => {
  const { held, verdict, intake } = holding();
  const { client } = await open({ intake });
  client.say(['EVENT', { id: 'x' }]);
  await expect.poll(() => held.length).toBe(1);
  expect(held[0]?.[2]).toEqual({ proved: [], from: 'somewhere' });
  verdict(0, false, 'auth-required: why');
  await client.hear('OK', 'x');
  expect(client.frames).toEqual([
    ['AUTH', expect.any(String)],
    ['OK', 'x', false, 'auth-required: why'],
  ]);
});

test('E-27 with fifty events without a verdict the next message waits', async () => {
  const { held, verdict, intake } = holding();
  const { client } = await open({ intake });
  for (const event of numbered(49)) client.say(['EVENT', event]);
  client.say(['REQ', 'early', { limit: 0 }]);
  await client.hear('EOSE', 'early');
  client.say(['EVENT', { id: '49' }], ['REQ', 'late', { limit: 0 }]);
  await expect.poll(() => held.length).toBe(50);
  client.socket.ping();
  await once(client.socket, 'pong');
  expect(client.frames.map(([, id]) => id)).toEqual(['early']);
  verdict(49);
  await client.hear('EOSE', 'late');
  expect(client.frames.map(([type, id]) => [type, id])).toEqual([
    ['EOSE', 'early'],
    ['OK', '49'],
    ['EOSE', 'late'],
  ]);
});

test('E-27 above a million queued characters nothing more is read, until the queue is shorter', async () => {
  const { held, verdict, intake } = holding();
  const { client, sockets } = await open({ intake });
  for (const event of numbered(50)) client.say(['EVENT', event]);
  await expect.poll(() => held.length).toBe(50);
  const large = (id: string) => ['REQ', id, { limit: 0, '#x': ['x'.repeat(499_000)] }];
  client.say(large('a'), large('b'));
  client.socket.ping();
  await once(client.socket, 'pong');
  expect(sockets[0]?.isPaused).toBe(false);
  client.say(large('c'));
  await expect.poll(() => sockets[0]?.isPaused).toBe(true);
  verdict(49);
  await client.hear('EOSE', 'c');
  expect(sockets[0]?.isPaused).toBe(false);
});

test('a connection ends after the verdicts of its events, and reads nothing more', async () => {
  const { held, verdict, intake } = holding();
  const { client, ends } = await open({ intake });
  for (const event of numbered(2)) client.say(['EVENT', event]);
  await expect.poll(() => held.length).toBe(2);
  let isEnded = false;
  const ending = ends[0]?.().then(() => (isEnded = true));
  client.say(['REQ', 'late', {}]);
  verdict(0);
  await client.hear('OK', '0');
  client.socket.ping();
  await once(client.socket, 'pong');
  expect(isEnded).toBe(false);
  verdict(1);
  await ending;
  await client.hear('NOTICE');
  expect(client.frames).toEqual([
    ['OK', '0', true, ''],
    ['OK', '1', true, ''],
    ['NOTICE', 'the service ends'],
  ]);
});

test('a message that waits when the service ends is not processed', async () => {
  const { held, verdict, intake } = holding();
  const { client, ends } = await open({ intake });
  for (const event of numbered(50)) client.say(['EVENT', event]);
  client.say(['REQ', 'late', {}]);
  await expect.poll(() => held.length).toBe(50);
  client.socket.ping();
  await once(client.socket, 'pong');
  const ending = ends[0]?.();
  for (const at of held.keys()) verdict(at);
  await ending;
  await client.hear('NOTICE');
  client.socket.ping();
  await once(client.socket, 'pong');
  expect(client.frames.filter(([type]) => type !== 'OK')).toEqual([['NOTICE', 'the service ends']]);
});

test('RELAY-05 a new event is sent once to each subscription that it matches', async () => {
  const { client, store, relay } = await open();
  client.say(
    ['REQ', 'notes', { kinds: [1] }],
    ['REQ', 'both', { kinds: [7] }, { kinds: [1] }],
    ['REQ', 'likes', { kinds: [7] }],
    ['REQ', 'found', { kinds: [1], search: 'x' }],
    ['REQ', 'letters', {}],
  );
  await client.hear('EOSE', 'letters');
  expect(relay.subscriptions()).toBe(5);
  client.frames.length = 0;
  const created_at = Math.floor(Date.now() / 1_000);
  const note = trusted({ content: 'x', created_at });
  await store.insert([note, trusted({ kind: 4, created_at, tags: [['p', 'f'.repeat(64)]] })]);
  client.say(['REQ', 'end', { limit: 0 }]);
  await client.hear('EOSE', 'end');
  expect(client.frames.map(([type, id]) => `${String(type)} ${String(id)}`)).toEqual([
    'EVENT notes',
    'EVENT both',
    'EVENT letters',
    'EOSE end',
  ]);
  client.say(['CLOSE', 'notes'], ['REQ', 'both', { kinds: [7] }], ['CLOSE', 'end']);
  await client.hear('EOSE', 'both');
  client.frames.length = 0;
  await store.insert([trusted({ content: 'y', created_at })]);
  expect((await client.hear('EVENT'))[1]).toBe('letters');
});

test('TRUST-09 the filters of all subscriptions have four megabytes at most', async () => {
  const { client } = await open();
  const large = (id: string) => ['REQ', id, { limit: 0, '#x': ['x'.repeat(2_100_000)] }];
  client.say(large('a'), large('b'));
  await client.hear('CLOSED', 'b');
  client.say(large('a'));
  await expect.poll(() => client.frames.length).toBe(3);
  client.say(['CLOSE', 'a'], large('c'));
  await client.hear('EOSE', 'c');
  expect(client.frames).toEqual([
    ['EOSE', 'a'],
    ['CLOSED', 'b', 'rate-limited: the filters of all subscriptions are too large'],
    ['EOSE', 'a'],
    ['EOSE', 'c'],
  ]);
});

test('E-27 a client that leaves eight megabytes unread is disconnected', async () => {
  let waiting = 8 * 2 ** 20;
  const { client } = await open({
    backlog: {
      line: (socket) => ({
        waiting: () => waiting,
        send: async (frame) => socket.send(frame),
      }),
    },
  });
  client.say(['REQ', 'a', { limit: 0 }]);
  await client.hear('EOSE', 'a');
  waiting += 1;
  client.say(['REQ', 'b', { limit: 0 }]);
  await once(client.socket, 'close');
  expect(client.frames).toEqual([['EOSE', 'a']]);
});

test('E-27 a reader that is behind gets the next stored event only when the last one was sent', async () => {
  const sending: (() => void)[] = [];
  let waiting = 256 * 2 ** 10;
  const { client, store } = await open({
    backlog: {
      line: (socket) => ({
        waiting: () => waiting,
        send(frame) {
          socket.send(frame);
          const { promise, resolve } = Promise.withResolvers<void>();
          sending.push(resolve);
          return promise;
        },
      }),
    },
  });
  await store.insert([1, 2, 3].map((n) => trusted({ content: `${n}`, created_at: n })));
  client.say(['REQ', 'quick', { kinds: [1] }]);
  await client.hear('EOSE', 'quick');
  expect(sending).toHaveLength(4);
  waiting += 1;
  client.say(['REQ', 'slow', { kinds: [1] }]);
  await client.hear('EVENT', 'slow');
  client.socket.ping();
  await once(client.socket, 'pong');
  expect(sending).toHaveLength(5);
  sending[4]?.();
  await expect.poll(() => sending.length).toBe(6);
});

test('NIP-42 a proved account reads its messages, stored and live', async () => {
  const { client, store } = await open();
  const [ann, ben] = [signed({}), signed({}, 2)];
  const letter = (created_at: number) =>
    gate.verify(signed({ kind: 4, created_at, tags: [['p', ann.pubkey]] }, 2)) ??
    expect.unreachable();
  const now = Math.floor(Date.now() / 1_000);
  await store.insert([letter(now - 9)]);
  client.say(['REQ', 'a', { kinds: [4] }]);
  const [, challenge] = await client.hear('AUTH');
  const tags = [
    ['relay', 'ws://relay.example'],
    ['challenge', String(challenge)],
  ];
  const proof = signed({ kind: 22_242, created_at: now, tags });
  client.say(['AUTH', proof], ['AUTH', { ...proof, content: 'x' }]);
  await client.hear('OK', proof.id, false);
  expect(client.frames.filter(([type]) => type === 'OK')).toEqual([
    ['OK', proof.id, true, ''],
    ['OK', proof.id, false, 'invalid: malformed, or id or signature does not hold'],
  ]);
  client.say(['REQ', 'b', { kinds: [4] }], ['COUNT', 'c', { kinds: [4] }]);
  expect(await client.hear('COUNT', 'c')).toEqual(['COUNT', 'c', { count: 1 }]);
  await store.insert([letter(now)]);
  await expect.poll(() => client.eventsOf('b').length).toBe(2);
  expect(client.eventsOf('b').map(({ pubkey }) => pubkey)).toEqual([ben.pubkey, ben.pubkey]);
});
