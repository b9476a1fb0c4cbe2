import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { signed } from '../../../tests/support/events/signed.ts';
import { wasmCheck } from '../../../tests/support/events/wasm-check.ts';
import { seconds } from '../../events/core/time.ts';
import { type Verify, verifyWith } from '../../events/nostr/verify.ts';
import type { CacheSignal } from '../../machines/core/cache-protocol.ts';
import { type ConnectionDeps, connectCache } from './cache/cache-connection.ts';
import { NOTHING_PREFETCHED } from './cache/prefetched-requests.ts';
import { openWebSocket } from './web-socket.ts';
import { isLong } from '../../../tests/support/runs.ts';

let verify: Verify;
beforeAll(async () => {
  verify = verifyWith(await wasmCheck());
});

const open: WebSocketServer[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    for (const peer of server.clients) peer.terminate();
    server.close();
  }
});

/** A caching service that answers each REQ by `answer`, on a real port. */
async function service(answer: (peer: Peer, id: string, verb: string, message: unknown[]) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  open.push(server);
  await once(server, 'listening');
  const received: unknown[][] = [];
  server.on('connection', (peer) =>
    peer.on('message', (data) => {
      const message: unknown[] = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '[]');
      received.push(message);
      const [type, id, filter] = message;
      if (type === 'REQ') answer(peer, String(id), JSON.stringify(filter), message);
    }),
  );
  const { port }: AddressInfo = Object(server.address());
  return { url: `ws://127.0.0.1:${port}/v1`, received, server };
}

/** The logic of the worker with a real socket. `until` waits for a matching signal. */
function connect(url: string, early: Parameters<typeof connectCache>[1] = NOTHING_PREFETCHED) {
  const signals: CacheSignal[] = [];
  let look: () => void = () => undefined;
  const deps: ConnectionDeps = {
    openSocket: openWebSocket,
    fetchAhead: () => Promise.reject(new Error('not offered')),
    verify: () => verify,
    report: (signal) => {
      signals.push(signal);
      look();
    },
    later: setImmediate,
    after: () => undefined,
    now: () => seconds(1_700_000_000),
    log: () => undefined,
  };
  const connection = connectCache(url, early, deps);
  const until = (fits: (signals: readonly CacheSignal[]) => boolean) =>
    new Promise<void>((resolve) => {
      look = () => fits(signals) && resolve();
      look();
    });
  const arrivals = (id: string) =>
    signals.flatMap((signal) =>
      signal.type === 'socket.batch' ? signal.arrivals.filter((one) => one.id === id) : [],
    );
  const ended = (id: string) => until(() => arrivals(id).some((one) => one.ended));
  return { ...connection, signals, until, ended, arrivals };
}

const zlib = (...message: unknown[]) => deflateSync(JSON.stringify(message));
const text = (...message: unknown[]) => JSON.stringify(message);

test('CACHE-01 CACHE-03 CACHE-08 a real socket: set-up, text and zlib mixed, forged events left out', async () => {
  const notes = Array.from({ length: 20 }, (_, n) => signed({ content: `note ${n}` }));
  const [note = signed(), quoted = signed()] = notes;
  const repost = signed({ kind: 6, content: JSON.stringify({ ...note, content: 'forged' }) });
  const { url, received } = await service((peer, id, filter) => {
    if (filter.includes('set_primal_protocol')) peer.send(text('EOSE', id));
    else {
      peer.send(text('EVENT', id, note));
      peer.send(
        zlib('EVENTS', id, [
          ...notes.slice(2),
          repost,
          { ...quoted, content: 'forged' },
          { kind: 10_000_107, content: JSON.stringify(quoted) },
        ]),
      );
      peer.send(zlib('EVENTS', id, []).subarray(0, 5));
      peer.send(text('EVENT', 'nobody', quoted));
      peer.send(text('EOSE', id));
    }
  });
  const one = connect(url, {
    prefetch: [{ verb: 'set_primal_protocol', payload: { compression: 'zlib' } }],
  });
  await one.until((signals) => signals.length > 0);
  expect(one.signals).toEqual([{ type: 'socket.opened' }]);
  one.tell({
    type: 'socket.request',
    id: '1',
    query: { verb: 'set_primal_protocol', payload: { compression: 'zlib' } },
  });
  one.tell({
    type: 'socket.request',
    id: '2',
    query: { verb: 'events', payload: { event_ids: [] } },
  });
  await one.ended('1');
  await one.ended('2');
  const events = one.arrivals('2').flatMap((arrival) => arrival.events);
  expect(events).toEqual([note, ...notes.slice(2), repost]);
  expect(one.arrivals('2').flatMap((arrival) => arrival.referenced)).toEqual([quoted]);
  expect(one.arrivals('2').reduce((sum, arrival) => sum + arrival.rejected, 0)).toBe(2);
  expect(received.map(([type, id]) => [type, id])).toEqual([
    ['REQ', 'prefetch-0'],
    ['REQ', '2'],
  ]);
  one.shut();
});

test('INV-EPOCH a frame that is in flight when the connection is shut is never delivered', async () => {
  const { url, server } = await service((peer, id) => {
    for (let n = 0; n < 50; n++) peer.send(text('EVENT', id, signed({ content: `${n}` })));
  });
  const one = connect(url);
  await one.until((signals) => signals.length > 0);
  one.tell({ type: 'socket.request', id: '1', query: { verb: 'net_stats' } });
  const [peer] = server.clients;
  const closed = new Promise((resolve) => peer?.once('close', resolve));
  one.shut();
  await closed;
  expect(one.signals).toEqual([{ type: 'socket.opened' }]);
});

test('a service that closes, one that does not exist, and an invalid address are closed sockets', async () => {
  const { url, server } = await service(() => undefined);
  const one = connect(url);
  await one.until((signals) => signals.length > 0);
  for (const peer of server.clients) peer.close(4_000, 'too many subscriptions');
  await one.until((signals) => signals.length > 1);
  expect(one.signals.at(-1)).toEqual({ type: 'socket.closed', reason: 'too many subscriptions' });
  await new Promise((resolve) => server.close(resolve));
  for (const nowhere of [url, 'no address']) {
    const two = connect(nowhere);
    await two.until((signals) => signals.length > 0);
    expect(two.signals).toEqual([{ type: 'socket.closed', reason: expect.any(String) }]);
  }
});

test.runIf(isLong)('E-26 a bomb over a real socket ends the connection', async () => {
  const { url } = await service((peer) => peer.send(deflateSync(new Uint8Array(64 * 1024 * 1024))));
  const one = connect(url);
  await one.until((signals) => signals.length > 0);
  one.tell({ type: 'socket.request', id: '1', query: { verb: 'events' } });
  await one.until((signals) => signals.length > 1);
  expect(one.signals.at(-1)).toEqual({
    type: 'socket.closed',
    reason: 'the caching service sends too much',
  });
});
