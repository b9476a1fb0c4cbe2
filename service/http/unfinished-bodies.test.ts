import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { loopback } from '../../tests/support/service/loopback.ts';
import { type Service, startService } from '../start.ts';
import { IN_FLIGHT, openInFlight } from './in-flight.ts';
import { enforceMinimumRate } from './minimum-rate.ts';
import { isLong } from '../../tests/support/runs.ts';

const MB = 2 ** 20;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function serve(): Promise<Service> {
  const service = await startService({ port: 0 });
  cleanups.push(() => service.stop());
  return service;
}

/** A connection that has sent the beginning of a body. `from`: the address that a proxy names. */
async function begin(url: string, sent: number, from: string): Promise<Socket> {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  cleanups.push(() => socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /api HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Length: ${8 * MB - 1}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(sent, 0x20));
  return socket;
}

async function answered(url: string, from: string): Promise<number> {
  const body = JSON.stringify(['server_name', {}]);
  return (await fetch(`${url}/api`, { method: 'POST', body, headers: { 'X-Forwarded-For': from } }))
    .status;
}

test.runIf(isLong)(
  'E-27 unfinished bodies of one address take bounded memory, and others are served',
  async () => {
    const { url } = await serve();
    const sockets = await Promise.all(
      Array.from({ length: 12 }, () => begin(url, 7 * MB, '203.0.113.1')),
    );
    const heads: string[] = [];
    const refused = Promise.withResolvers<void>();
    for (const socket of sockets)
      socket.once('data', (bytes: Buffer) => {
        heads.push(bytes.toString('latin1').slice(0, 12));
        if (heads.length === sockets.length - 3) refused.resolve();
      });
    await refused.promise;
    expect(new Set(heads)).toEqual(new Set(['HTTP/1.1 429']));
    expect(await answered(url, '203.0.113.2')).toBe(200);
    // Aborted bodies take no memory.
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(async () => begin(url, 7 * MB, '203.0.113.1').then(() => answered(url, '203.0.113.1')))
      .toBe(200);
  },
);

test('E-27 one address has no more than 64 unfinished bodies, however small', async () => {
  const { url } = await serve();
  await Promise.all(Array.from({ length: 64 }, () => begin(url, 1, '203.0.113.1')));
  await expect.poll(() => answered(url, '203.0.113.1')).toBe(429);
  expect(await answered(url, '203.0.113.2')).toBe(200);
});

test('E-27 unfinished messages on sockets count with the bodies of their address', async () => {
  const { url } = await serve();
  const { port } = new URL(url);
  const closed: Promise<unknown>[] = [];
  for (let n = 0; n < 8; n++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1`);
    cleanups.push(() => socket.terminate());
    socket.on('error', () => undefined);
    await once(socket, 'open');
    closed.push(once(socket, 'close'));
    socket.send(Buffer.alloc(4 * MB), { fin: false });
  }
  // Six of four megabytes are within the limit.
  await Promise.race(closed);
  expect(await answered(url, '203.0.113.2')).toBe(200);
});

test('E-27 a body that comes too slowly is aborted, and one that keeps the minimum rate is not', async () => {
  let now = 0;
  const pace = enforceMinimumRate({ grace: 1_000, least: 100, every: 5 }, () => now);
  cleanups.push(() => pace.close());
  const [came, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sizes = new Map([
    ['/slow', 0],
    ['/quick', 0],
  ]);
  const server = await loopback((request, response) => {
    const { url: path = '' } = request;
    pace.watch(request);
    request.on('error', () => undefined);
    request.on('end', () => response.end('whole'));
    request.on('data', ({ length }: Buffer) => {
      sizes.set(path, (sizes.get(path) ?? 0) + length);
      if ([...sizes.values()].every((size) => size > 0)) came.resolve();
      if (sizes.get('/quick') === 600) arrived.resolve();
    });
  });
  cleanups.push(() => server.end());
  const open = (path: string) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    cleanups.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n${'x'.repeat(10)}`,
    );
    return socket;
  };
  const [slow, quick] = [open('/slow'), open('/quick')];
  await came.promise;
  quick.write('x'.repeat(590));
  await arrived.promise;
  now = 3_500;
  await once(slow, 'close');
  quick.write('x'.repeat(400));
  const [answer] = await once(quick, 'data');
  expect(String(answer)).toContain('whole');
});

test('bytes in flight are counted by address and in total, and released', () => {
  const inFlight = openInFlight({ address: 10, all: 15 });
  const [ann, also, ben] = [inFlight.begin('ann'), inFlight.begin('ann'), inFlight.begin('ben')];
  expect([ann.add(6), also.add(5), also.add(4), ben.add(6), ben.add(5)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  ann.release();
  ann.release();
  expect([also.add(6), ben.add(1)]).toEqual([true, false]);
  expect(IN_FLIGHT.all).toBeGreaterThan(IN_FLIGHT.address);
});
