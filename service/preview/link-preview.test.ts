import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { npubOf } from '../../src/events/nostr/nip19.ts';
import { isPrivateHost } from '../../src/events/core/url.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { INTERNET, type Network } from '../public-network.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
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
    return void response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});

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

function previewer(policy = POLICY) {
  const store = openStore(':memory:');
  const ask = openPreviewer(
    store,
    (host) => host === 'own.example',
    openGuard(store, policy),
    network(),
  );
  return { store, preview: (address: string, from = 'here') => ask(address, from) };
}

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
    fetchPage(`http://127.0.0.1:${port}/page`, { ...INTERNET, ports: [port] }),
  ).rejects.toThrow('private address');
  await expect(fetchPage('http://93.184.216.34:22/', INTERNET)).rejects.toThrow('address refused');
  const rebinding = {
    ...INTERNET,
    ports: [port],
    lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  };
  await expect(fetchPage(at('/page'), rebinding)).rejects.toThrow('private address');
  const half = {
    ...rebinding,
    lookup: () =>
      Promise.resolve([
        { address: '93.184.216.34', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ]),
  };
  await expect(fetchPage(at('/page'), half)).rejects.toThrow('private address');
});

test('redirects are limited, and a slow server times out', async () => {
  expect(INTERNET.deadline).toBe(3_000);
  await expect(fetchPage(at('/round'), network())).rejects.toThrow('too many redirects');
  await expect(fetchPage(at('/slow'), { ...network(), deadline: 50 })).rejects.toThrow(
    /timeout|aborted/,
  );
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
  });
  expect(await preview('https://own.example/nobody')).toEqual({ status: 404 });
});
