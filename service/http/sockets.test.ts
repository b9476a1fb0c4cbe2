import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { type Service, startService } from '../start.ts';
import { openBackpressure } from './backpressure.ts';
import { addressOf, CONNECTION_LIMITS } from './client-address.ts';
import { isLong } from '../../tests/support/runs.ts';

let service: Service;
const opened: WebSocket[] = [];

beforeEach(async () => {
  service = await startService({ port: 0 });
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.terminate();
  await service.stop();
});

const now = () => Math.floor(Date.now() / 1000);

/** Open a socket. Returns `undefined` if the service refuses it. */
async function open(
  path: string,
  headers: Record<string, string> = {},
): Promise<WebSocket | undefined> {
  const socket = new WebSocket(service.url.replace('http', 'ws') + path, { headers });
  opened.push(socket);
  socket.on('error', () => undefined);
  const { promise, resolve } = Promise.withResolvers<WebSocket | undefined>();
  socket.on('open', () => resolve(socket));
  socket.on('unexpected-response', (_, { statusCode }) =>
    resolve(statusCode === 429 ? undefined : socket),
  );
  return promise;
}

test('E-27 one address has a limit of sockets; another has its own; a closed one frees its place', async () => {
  const from = (address: string, path: string) =>
    open(path, { 'X-Forwarded-For': `1.1.1.1, ${address}` });
  const many = await Promise.all(
    Array.from({ length: CONNECTION_LIMITS.address }, (_, n) =>
      from('192.0.2.7', n % 2 === 0 ? '/' : '/v1'),
    ),
  );
  expect(many.filter((socket) => socket)).toHaveLength(CONNECTION_LIMITS.address);
  expect([await from('192.0.2.7', '/'), await from('192.0.2.7', '/v1')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await from('192.0.2.8', '/v1')).toBeDefined();
  many[0]?.terminate();
  await expect.poll(() => from('192.0.2.7', '/')).toBeDefined();
});

test('E-27 addresses are counted by connection network; only a local proxy may name another', () => {
  expect(addressOf('203.0.113.5', '10.0.0.1')).toBe('203.0.113.5');
  expect(addressOf('::ffff:203.0.113.5', undefined)).toBe('203.0.113.5');
  for (const proxy of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(addressOf(proxy, 'faked, 203.0.113.5')).toBe('203.0.113.5');
  const network = addressOf('2001:db8:1:2:3:4:5:6', undefined);
  for (const address of ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::', '2001:db8:1:2:9:9:9:9'])
    expect(addressOf(address, undefined)).toBe(network);
  expect(addressOf('2001:db8:1:3::1', undefined)).not.toBe(network);
  expect(addressOf('127.0.0.1', undefined)).toBe('127.0.0.1');
});

/** Request everything repeatedly and read nothing. */
async function hoard(
  path: string,
  question: (n: number) => unknown,
): Promise<WebSocket | undefined> {
  const socket = await open(path);
  socket?.pause();
  for (let n = 0; n < 60; n++) socket?.send(JSON.stringify(question(n)));
  return socket;
}

/** Bytes of memory for sockets in this process, including garbage. */
function held(): number {
  return process.memoryUsage().external + process.memoryUsage().heapUsed;
}

test.runIf(isLong)(
  'E-27 E-45 readers that never read get a part of a response, and all others are served',
  async () => {
    const note = (n: number) =>
      trusted({ content: `${n} ${'long '.repeat(1_000)}`, created_at: now() - n });
    await service.store.insert(Array.from({ length: 50 }, (_, n) => note(n)));
    const before = held();
    const readers = [
      ...Array.from({ length: 30 }, () =>
        hoard('/', (n) => ['REQ', `q${n}`, { kinds: [1], limit: 50 }]),
      ),
      ...Array.from({ length: 30 }, () =>
        hoard('/v1', (n) => ['REQ', `q${n}`, { cache: ['events', { limit: 50 }] }]),
      ),
    ];
    await Promise.all(readers);
    const client = await connectRelay(service.url);
    // As many turns as all the requests would need: a client served within them has not waited for
    // the others.
    for (let turn = 0; turn < 100; turn++) {
      client.say(['COUNT', `turn${turn}`, { kinds: [1] }]);
      expect(await client.hear('COUNT', `turn${turn}`)).toEqual([
        'COUNT',
        `turn${turn}`,
        { count: 50 },
      ]);
    }
    // All responses to the 30 readers of the relay would be 450 MB.
    expect(held() - before).toBeLessThan(160 * 1024 * 1024);
    client.socket.close();
  },
);

test('E-45 a slow reader gets the whole response in order', async () => {
  const start = now();
  const notes = Array.from({ length: 500 }, (_, n) =>
    trusted({ content: `${n} ${'slow '.repeat(1_000)}`, created_at: start - n }),
  );
  await service.store.insert(notes);
  const client = await connectRelay(service.url);
  client.socket.pause();
  client.say(['REQ', 'all', { kinds: [1] }], ['COUNT', 'after', {}]);
  const other = await connectRelay(service.url);
  other.say(['COUNT', 'meanwhile', {}]);
  await other.hear('COUNT', 'meanwhile');
  client.socket.resume();
  await client.hear('COUNT', 'after');
  expect(client.eventsOf('all').map(({ id }) => id)).toEqual(notes.map(({ id }) => id));
  expect(client.frames.slice(-2).map(([type]) => type)).toEqual(['EOSE', 'COUNT']);
  for (const { socket } of [client, other]) socket.close();
});

test.runIf(isLong)(
  'E-27 a client that writes without end is read as fast as it is served, and loses nothing',
  async () => {
    const client = await connectRelay(service.url);
    const some = Array.from({ length: 20 }, (_, n) =>
      signed({ content: `${n}${' '.repeat(3_000)}`, created_at: now() - n }),
    );
    const events = Array.from({ length: 150 }, () => some).flat();
    client.say(...events.map((event) => ['EVENT', event]), ['COUNT', 'end', {}]);
    await client.hear('COUNT', 'end');
    await expect
      .poll(() => client.frames.filter(([type]) => type === 'OK').length)
      .toBe(events.length);
    const accepted = client.frames.filter(([type, , taken]) => type === 'OK' && taken === true);
    expect(accepted).toHaveLength(events.length);
    client.socket.close();
  },
);

test('E-28 the filters of all subscriptions together have a size', async () => {
  const client = await connectRelay(service.url);
  const ids = (n: number) =>
    Array.from({ length: 18_000 }, (_, at) => (n * 100_000 + at).toString(16).padStart(64, '0'));
  for (let n = 0; n < 4; n++) client.say(['REQ', `wide${n}`, { ids: ids(n) }]);
  expect((await client.hear('CLOSED', 'wide3'))[2]).toBe(
    'rate-limited: the filters of all subscriptions are too large',
  );
  client.say(['CLOSE', 'wide0'], ['REQ', 'wide3', { ids: ids(3) }]);
  await client.hear('EOSE', 'wide3');
  client.socket.close();
});

test.runIf(isLong)(
  'E-27 unsent bytes of all clients are limited: the client with the most is disconnected first',
  async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const backlog = openBackpressure(64 * 1024 * 1024);
    const pairs = [];
    for (let n = 0; n < 3; n++) {
      const client = new WebSocket(`ws://127.0.0.1:${port}`);
      opened.push(client);
      const [[socket]] = await Promise.all([
        once(server, 'connection') as Promise<[WebSocket]>,
        once(client, 'open'),
      ]);
      client.pause();
      pairs.push({ client, socket, line: backlog.line(socket) });
    }
    const megabyte = new Uint8Array(1024 * 1024);
    const sent = pairs.flatMap(({ line }, n) =>
      Array.from({ length: [35, 10, 5][n] ?? 0 }, () => line.send(megabyte)),
    );
    expect(pairs.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1]);
    const [worst, , least] = pairs;
    for (let n = 0; n < 20; n++) sent.push(least?.line.send(megabyte) ?? Promise.resolve());
    expect(pairs.map(({ socket }) => socket.readyState === 1)).toEqual([false, true, true]);
    expect(worst?.line.waiting()).toBe(0);
    for (const { client } of pairs) client.resume();
    await Promise.all(sent);
    expect(pairs.map(({ line }) => line.waiting())).toEqual([0, 0, 0]);
    const closed = once(server, 'close');
    server.close();
    for (const { client } of pairs) client.terminate();
    await closed;
  },
);
