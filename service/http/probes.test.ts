import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { filePermit } from '../../tests/support/publish/upload-permit.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { sha256Hex } from '../hash.ts';
import { openReadiness } from '../readiness.ts';
import { type Service, startService } from '../start.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { StoreUnavailable } from '../errors.ts';
import { answerHttp } from './site.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ port: 0 });
});
afterAll(() => service.stop());

/** A request with headers that fetch does not allow. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  url = service.url,
): Promise<{ status: number; type: string; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, { headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          body,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Return the current value of one metric. */
async function figure(line: string): Promise<number> {
  const found = (await ask('/metrics')).body
    .split('\n')
    .find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

test('a filled service is healthy, is ready, and returns short texts; nothing is written', async () => {
  expect([await ask('/health'), await ask('/ready?at=now')]).toMatchObject([
    { status: 200, body: 'The service answers\n' },
    { status: 200, body: 'Ready\n' },
  ]);
  expect((await fetch(`${service.url}/ready`, { method: 'POST', body: 'x' })).status).toBe(405);
  const head = await fetch(`${service.url}/metrics`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('while the store is being filled the service is healthy but not ready, and requests wait', async () => {
  const readiness = openReadiness(() => 0);
  const site = Promise.withResolvers<never>();
  const server = createServer(
    answerHttp(site.promise, { page: () => 'x 1\n', isOpen: false, fault: readiness.fault }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  let isAnswered = false;
  const waiting = ask('/', {}, url).then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect(await ask('/health', {}, url)).toMatchObject({ status: 200 });
  expect(await ask('/ready', {}, url)).toMatchObject({
    status: 503,
    body: 'The service is being filled\n',
  });
  expect(await ask('/metrics', {}, url)).toMatchObject({ status: 200, body: 'x 1\n' });
  expect(isAnswered).toBe(false);
  site.reject(new Error('could not be filled'));
  expect((await waiting).status).toBe(500);
  server.close();
});

test('it is not ready if the store is away or fails, the disk is full, or it is stopping', async () => {
  const store = openStore(':memory:');
  let [now, room, fault] = [0, 1e9, undefined as Error | undefined];
  const readiness = openReadiness(() => now);
  const ping = async () => {
    if (fault) throw fault;
  };
  readiness.filled({ ...store, ping }, () => room);
  expect(await readiness.fault()).toBeUndefined();
  fault = new StoreUnavailable(new Error('gone'));
  expect(await readiness.fault()).toBe('The database is away');
  fault = new Error('broken');
  expect(await readiness.fault()).toBe('The store fails');
  fault = undefined;
  room = 1_000;
  expect(await readiness.fault()).toBe('The disk is full');
  room = 1e9;
  readiness.full();
  now = 59_999;
  expect(await readiness.fault()).toBe('The disk is full');
  now = 60_000;
  expect(await readiness.fault()).toBeUndefined();
  readiness.ending();
  expect(await readiness.fault()).toBe('The service ends');
  await store.close();
});

test('metrics are readable by local programs only, unless they are open', async () => {
  expect(await ask('/metrics')).toMatchObject({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
  });
  for (const headers of [
    { 'X-Forwarded-For': '203.0.113.9' },
    { 'X-Real-IP': '203.0.113.9' },
    { Forwarded: 'for=203.0.113.9' },
    { Via: '1.1 proxy' },
    // A page of another site whose name resolves to this machine.
    { Host: 'evil.example' },
  ])
    expect(await ask('/metrics', { ...headers })).toMatchObject({
      status: 403,
      body: expect.stringContaining('--metrics open'),
    });
  const open = await startService({ port: 0, metrics: 'open' });
  expect((await ask('/metrics', { 'X-Forwarded-For': '203.0.113.9' }, open.url)).status).toBe(200);
  await open.stop();
});

test('requests, events, sockets and streams are counted by known names, without private data', async () => {
  const before = {
    stored: await figure('starling_relay_events_total{verdict="accepted"}'),
    sockets: await figure('starling_sockets'),
  };
  const relay = await connectRelay(service.url);
  const note = signed({ content: 'nobody else’s business', tags: [['t', 'counted']] });
  relay.say(
    ['EVENT', note],
    ['EVENT', note],
    ['EVENT', { ...note, sig: '0'.repeat(128) }],
    ['REQ', 'some words', { kinds: [1] }],
  );
  await relay.hear('EOSE', 'some words');
  for (const verb of ['server_name', 'no_such_verb', 'thread_view'])
    await fetch(`${service.url}/api`, { method: 'POST', body: JSON.stringify([verb, {}]) });
  const cache = new WebSocket(`${service.url.replace('http', 'ws')}/v1`);
  await once(cache, 'open');
  cache.send(JSON.stringify(['REQ', 'totals', { cache: ['net_stats', {}] }]));
  await once(cache, 'message');
  expect({
    sockets: await figure('starling_sockets'),
    streams: await figure('starling_streams'),
    subscriptions: await figure('starling_subscriptions'),
    long: await figure('starling_long_queries_running'),
    stored: await figure('starling_relay_events_total{verdict="accepted"}'),
    known: await figure('starling_relay_events_total{verdict="duplicate"}'),
    invalid: await figure('starling_relay_events_total{verdict="invalid"}'),
    named: await figure('starling_requests_seconds_count{verb="server_name"}'),
    refused: await figure('starling_requests_refused_total{verb="thread_view"}'),
    asked: await figure('starling_relay_messages_seconds_count{type="REQ"}'),
  }).toEqual({
    sockets: before.sockets + 2,
    streams: 1,
    subscriptions: 1,
    long: 0,
    stored: before.stored + 1,
    known: 1,
    invalid: 1,
    named: 1,
    refused: 1,
    asked: 1,
  });
  for (const operation of ['insert', 'filter', 'question'])
    expect(await figure(`starling_store_seconds_count{operation="${operation}"}`)).toBeGreaterThan(
      0,
    );
  expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  for (const name of [note.id, note.pubkey, 'business', 'some words', 'no_such_verb', 'counted'])
    expect((await ask('/metrics')).body).not.toContain(name);
  const left = Promise.all([once(relay.socket, 'close'), once(cache, 'close')]);
  relay.socket.close();
  cache.close();
  await left;
  await expect
    .poll(async () => [await figure('starling_streams'), await figure('starling_subscriptions')])
    .toEqual([0, 0]);
  await expect.poll(() => figure('starling_sockets')).toBe(before.sockets);
});

test('bytes of files are counted as they are received and sent', async () => {
  const bytes = Buffer.from('twelve bytes');
  const hash = sha256Hex(bytes);
  const sent = await fetch(`${service.url}/upload`, {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': 'image/png', ...filePermit('upload', hash) },
  });
  expect(sent.status).toBeLessThan(300);
  for (const Range of ['bytes=0-3', 'bytes=0-11'])
    await fetch(`${service.url}/${hash}`, { headers: { Range } });
  expect([
    await figure('starling_blob_bytes_total{direction="in"}'),
    await figure('starling_blob_bytes_total{direction="out"}'),
  ]).toEqual([12, 16]);
});
