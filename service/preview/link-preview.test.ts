import { createServer, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { npubOf } from '../../src/events/nostr/nip19.ts';
import { isPrivateHost } from '../../src/events/core/url.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { INTERNET, type Network } from '../public-network.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { openFailures } from './failed-pages.ts';
import { fetchPage } from './fetch-page.ts';
import { openGuard } from '../relay/enforce-policy.ts';
import { POLICY } from '../relay/policy.ts';
import { openPreviewer } from './link-preview.ts';

let server: Server;
let port = '';
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    const html = (body: string) =>
      response
        .setHeader('Content-Type', 'text/html; charset=iso-8859-1')
        .end(Buffer.from(body, 'latin1'));
    const path = request.url ?? '';
    if (path === '/page')
      return void html('<title>Caf\u00e9</title><meta property="og:image" content="pic.png">');
    if (path === '/picture') return void response.setHeader('Content-Type', 'image/png').end('x');
    if (path === '/large') return void html(`<title>Large</title>${'x'.repeat(3_000_000)}`);
    if (path === '/round') return void response.writeHead(302, { Location: '/round' }).end();
    if (path === '/inside')
      return void response.writeHead(302, { Location: `http://inside.example:${port}/page` }).end();
    if (path === '/script')
      return void html('<meta property="og:image" content="javascript:alert(1)">');
    if (path === '/slow') return undefined;
    if (path === '/endless') return sendForever(response.setHeader('Content-Type', 'text/html'));
    if (path === '/lie')
      return void response.setHeader('Content-Type', 'text/html').end(Buffer.alloc(9_000, 0x89));
    if (path === '/waiting')
      return void html(
        '<title>Waiting</title><link rel=alternate type="application/json+oembed" href="/slow">',
      );
    if (path === '/player')
      return void html(
        '<title>Player</title><link rel=alternate type="application/json+oembed" href="/oembed">',
      );
    if (path === '/oembed')
      return void response
        .setHeader('Content-Type', 'application/json')
        .end('{"type":"video","title":"A song","author_name":"Ann","thumbnail_url":"/song.png"}');
    const hop = /^\/hop(\d+)$/.exec(path)?.[1];
    if (hop !== undefined)
      return void response.writeHead(302, { Location: `/hop${Number(hop) + 1}` }).end();
    return void response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});

/** Writes a page of 50 MB as fast as it is read. */
function sendForever(response: ServerResponse): void {
  Readable.from(
    (function* () {
      yield '<title>Endless</title></head>';
      for (let at = 0; at < 800; at++) yield 'x'.repeat(65_536);
    })(),
  )
    .on('end', () => (endless = true))
    .pipe(response);
}
let endless = false;

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * A network where every public name resolves to the test's server, and `inside.example` to a
 * private address.
 */
function network(): Network {
  return {
    lookup: (host) =>
      Promise.resolve([
        { address: host === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 },
      ]),
    isPrivate: (host) => host !== '127.0.0.1' && isPrivateHost(host),
    ports: [port],
    deadline: 3_000,
  };
}

function previewer(policy = POLICY, { deadline } = network()) {
  const store = openStore(':memory:');
  const ask = openPreviewer(store, (host) => host === 'own.example', openGuard(store, policy), {
    network: { ...network(), deadline },
  });
  return { store, preview: (address: string, from = 'here') => ask(address, from) };
}

const pageOf = (address: string, to: Network) =>
  fetchPage(address, to, AbortSignal.timeout(to.deadline));
const at = (path: string, host = 'page.example') => `http://${host}:${port}${path}`;

test('a page gives its metadata in its own charset with absolute addresses, and is fetched once', async () => {
  const { preview } = previewer();
  asked.length = 0;
  const answers = await Promise.all([preview(at('/page')), preview(at('/page'))]);
  answers.push(await preview(at('/page')));
  for (const answer of answers) {
    expect(answer).toEqual({
      mimetype: 'text/html',
      title: 'Caf\u00e9',
      description: '',
      image: at('/pic.png'),
      icon_url: '',
      fetched_at: expect.any(Number),
    });
  }
  expect(asked).toEqual(['page.example/page']);
});

test('pictures are their own preview; failures are remembered; large pages are cut', async () => {
  const { preview } = previewer();
  expect(await preview(at('/picture'))).toMatchObject({
    mimetype: 'image/png',
    image: at('/picture'),
  });
  expect(await preview(at('/large'))).toMatchObject({ title: 'Large' });
  asked.length = 0;
  expect(await preview(at('/none'))).toEqual({ status: 502 });
  expect(await preview(at('/none'))).toEqual({ status: 502 });
  expect(asked).toEqual(['page.example/none']);
});

test('E-27 cached pages count for the requesting address like events; known ones are still returned', async () => {
  const { preview } = previewer({ ...POLICY, address: { events: Infinity, bytes: 5_000 } });
  expect(await preview(at('/page'))).toMatchObject({ mimetype: 'text/html' });
  expect(await preview(at('/picture'))).toEqual({ status: 503 });
  expect(await preview(at('/page'))).toMatchObject({ mimetype: 'text/html' });
  expect(await preview(at('/picture'), 'there')).toMatchObject({ mimetype: 'image/png' });
  expect(await preview(at('/picture'))).toMatchObject({ mimetype: 'image/png' });
});

test('E-04 addresses that a page names pass the url policy or are dropped', async () => {
  expect(await previewer().preview(at('/script'))).toMatchObject({ image: '' });
});

test('E-24 private hosts are refused by name, by address, after resolution and after a redirect', async () => {
  const { preview } = previewer();
  asked.length = 0;
  for (const url of [
    at('/page', 'inside.example'),
    at('/page', '10.0.0.1'),
    at('/page', '[::1]'),
    at('/page', 'localhost'),
    at('/page', '2130706434'),
  ]) {
    expect([url, await preview(url)]).toEqual([url, { status: 502 }]);
  }
  expect(asked).toEqual([]);
  expect(await preview(at('/inside'))).toEqual({ status: 502 });
  expect(asked).toEqual(['page.example/inside']);
  for (const url of [
    '',
    'ftp://page.example',
    'javascript:alert(1)',
    'http://user:pass@page.example/',
    'file:///etc/hosts',
    'x'.repeat(10_000),
  ]) {
    expect(await preview(url)).toEqual({ status: 400 });
  }
});

test('E-24 on the internet, the local host and other ports are refused', async () => {
  await expect(
    pageOf(`http://127.0.0.1:${port}/page`, { ...INTERNET, ports: [port] }),
  ).rejects.toThrow('private address');
  await expect(pageOf('http://93.184.216.34:22/', INTERNET)).rejects.toThrow('address refused');
  const rebinding = {
    ...INTERNET,
    ports: [port],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  };
  await expect(pageOf(at('/page'), rebinding)).rejects.toThrow('private address');
  const half = {
    ...rebinding,
    lookup: () =>
      Promise.resolve([
        { address: '93.184.216.34', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ]),
  };
  await expect(pageOf(at('/page'), half)).rejects.toThrow('private address');
});

test('redirects are limited, and a slow server times out', async () => {
  expect(INTERNET.deadline).toBe(3_000);
  await expect(pageOf(at('/round'), network())).rejects.toThrow('too many redirects');
  await expect(pageOf(at('/slow'), { ...network(), deadline: 50 })).rejects.toThrow(
    /timeout|aborted/,
  );
});

test('NOTE-08 sites that redirect ten times, send 50 MB or lie about the type are harmless', async () => {
  const { preview } = previewer();
  expect(await preview(at('/hop0'))).toEqual({ status: 502 });
  expect(await preview(at('/endless'))).toMatchObject({ title: 'Endless' });
  expect(endless).toBe(false);
  expect(await preview(at('/lie'))).toMatchObject({ title: '', image: '' });
});

test('NOTE-08 a page without a picture is completed by its oEmbed document', async () => {
  expect(await previewer().preview(at('/player'))).toMatchObject({
    title: 'Player',
    description: 'Ann',
    image: at('/song.png'),
  });
});

test('NOTE-08 a page and its oEmbed document have one deadline', async () => {
  const deadlines = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => deadlines.mockRestore());
  const { preview } = previewer(POLICY, { ...network(), deadline: 400 });
  expect(await preview(at('/waiting'))).toMatchObject({ title: 'Waiting', image: '' });
  expect(deadlines.mock.calls).toEqual([[400]]);
  expect(await preview(at('/slow'))).toEqual({ status: 502 });
});

test('NOTE-08 a preview is kept as the event writes the address, and as browsers do', async () => {
  const { store, preview } = previewer();
  const address = at('/picture', 'PAGE.example');
  await preview(address);
  const rows = await store.previewsByUrl([address, at('/picture')]);
  expect(rows.map(({ url }) => url).toSorted()).toEqual([address, at('/picture')].toSorted());
});

test('TRUST-09 the pause after a failure grows from ten minutes to a day', () => {
  let now = seconds(1_000_000);
  const failures = openFailures(() => now);
  const pauses: number[] = [];
  for (let tries = 0; tries < 6; tries++) {
    failures.failed('x');
    const start = inSeconds(now);
    while (failures.has('x')) now = seconds(inSeconds(now) + 600);
    pauses.push(inSeconds(now) - start);
  }
  expect(pauses).toEqual([600, 2_400, 9_600, 38_400, 86_400, 86_400]);
  failures.failed('x');
  failures.succeeded('x');
  expect(failures.has('x')).toBe(false);
});

test('pages of this client are previewed from the store', async () => {
  const { store, preview } = previewer();
  const pubkey = 'b'.repeat(64);
  await store.insert([
    trusted({
      kind: 0,
      pubkey,
      content: '{"display_name":"Bea","about":"keeps bees","picture":"https://x.example/b.png"}',
    }),
  ]);
  const npub = npubOf(pubkey) ?? '';
  expect(await preview(`https://own.example/p/${npub}`)).toEqual({
    mimetype: 'text/html',
    title: 'Bea',
    description: 'keeps bees',
    image: 'https://x.example/b.png',
    icon_url: '',
    fetched_at: expect.any(Number),
  });
  expect(await preview('https://own.example/nobody')).toEqual({ status: 404 });
});
