import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isPrivateHost } from '../../src/events/core/url.ts';
import { type Seconds, seconds } from '../../src/events/core/time.ts';
import type { Network } from '../public-network.ts';
import { openWellKnown } from './well-known.ts';

const KEY = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

let server: Server;
let port = '';
let asked: string[] = [];
let waiting: Array<() => void> = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(`${request.headers.host?.split(':')[0]}${path}`);
    const say = (document: unknown) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(document));
    if (path.includes('lnurlp/ann'))
      return void say({
        tag: 'payRequest',
        callback: 'https://pay.example/cb',
        minSendable: 1_000,
        maxSendable: 100_000,
        metadata: '[["text/plain","Ann"]]',
        allowsNostr: true,
        nostrPubkey: OTHER,
      });
    if (path.endsWith('name=ann')) return void say({ names: { ann: KEY } });
    if (path.endsWith('name=large'))
      return void say({ names: { large: KEY }, filler: 'x'.repeat(300_000) });
    if (path.endsWith('name=moved'))
      return void response.writeHead(302, { Location: '/.well-known/nostr.json?name=ann' }).end();
    if (path.endsWith('name=broken')) return void response.writeHead(503).end();
    if (path.endsWith('name=lost')) return void request.socket.destroy();
    if (path.endsWith('name=slow')) return void waiting.push(() => say({ names: { slow: KEY } }));
    return void response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = String((server.address() as AddressInfo).port);
});

beforeEach(() => {
  asked = [];
  waiting = [];
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/**
 * Every public name resolves to the test's server, over http. `inside.example` resolves to a
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
    deadline: 1_000,
  };
}

function start() {
  let now: Seconds = seconds(1_000_000);
  const own: string[] = [];
  const known = openWellKnown({
    now: () => now,
    home: `http://here.example:${port}`,
    own: (url) => {
      if (url.hostname !== 'own.example') return undefined;
      own.push(url.pathname);
      return Promise.resolve({ names: { ann: OTHER } });
    },
    network: network(),
  });
  // Only documents of the page's own service use http, so a lightning address is requested by its
  // url.
  return { ...known, own, pass: (time: number) => (now = seconds(1_000_000 + time)) };
}

const pay = (name: string, host = 'pay.example') =>
  `http://${host}:${port}/.well-known/lnurlp/${name}`;

test('TRUST-08 the key of a name is fetched once a day, and a missing one again after ten minutes', async () => {
  const { nameKey, pass } = start();
  const host = `here.example:${port}`;
  expect(await nameKey(`Ann@${host}`)).toBe(KEY);
  expect([
    await nameKey(`ann@${host}`),
    await nameKey(`bob@${host}`),
    await nameKey(`bob@${host}`),
  ]).toEqual([KEY, null, null]);
  expect(asked).toEqual([
    'here.example/.well-known/nostr.json?name=ann',
    'here.example/.well-known/nostr.json?name=bob',
  ]);
  pass(601);
  expect([await nameKey(`ann@${host}`), await nameKey(`bob@${host}`), asked.length]).toEqual([
    KEY,
    null,
    3,
  ]);
  pass(86_401);
  expect([await nameKey(`ann@${host}`), asked.length]).toEqual([KEY, 4]);
});

test('PROFILE-12 ZAP-05 TRUST-08 a name or lightning address with an unreachable host has no result', async () => {
  const { nameKey, providerKey, pass } = start();
  const host = `here.example:${port}`;
  for (const name of ['lost', 'broken']) {
    expect([name, await nameKey(`${name}@${host}`), await nameKey(`${name}@${host}`)]).toEqual([
      name,
      undefined,
      undefined,
    ]);
    const service = `${pay('x')}?name=${name}`;
    expect([name, await providerKey(service), await providerKey(service)]).toEqual([
      name,
      undefined,
      undefined,
    ]);
  }
  expect(asked).toHaveLength(4);
  pass(601);
  expect([await nameKey(`lost@${host}`), asked.length]).toEqual([undefined, 5]);
  // A readable document, or a missing one, is a result.
  expect(await nameKey(`bob@${host}`)).toBeNull();
});

test('TRUST-08 the signer of zap receipts is returned; own documents need no request', async () => {
  const { providerKey, nameKey, own } = start();
  expect([await providerKey(pay('ann')), await providerKey(pay('bob'))]).toEqual([OTHER, null]);
  expect(asked).toEqual([
    'pay.example/.well-known/lnurlp/ann',
    'pay.example/.well-known/lnurlp/bob',
  ]);
  expect([await nameKey('ann@own.example'), own, asked.length]).toEqual([
    OTHER,
    ['/.well-known/nostr.json'],
    2,
  ]);
});

test('E-24 E-25 no private host is contacted, no redirect followed, and no large document read', async () => {
  const { nameKey, providerKey } = start();
  for (const address of [
    'ann@127.0.0.1',
    'ann@10.0.0.1:80',
    'ann@[::1]',
    'ann@here.local',
    'ann',
    '@x.example',
    'a@b@c.example',
    '',
  ])
    expect([address, await nameKey(address)]).toEqual([address, null]);
  for (const address of [
    `http://10.0.0.1:${port}/x`,
    'javascript:1',
    `${pay('ann')}?${'x'.repeat(1_024)}`,
  ])
    expect([address, await providerKey(address)]).toEqual([address, null]);
  expect(await providerKey(pay('ann', 'inside.example'))).toBeNull();
  expect(asked).toEqual([]);
  const host = `here.example:${port}`;
  expect([await nameKey(`moved@${host}`), await nameKey(`large@${host}`)]).toEqual([null, null]);
  expect(asked).toHaveLength(2);
});

test('TRUST-09 lookups are limited by host, address, total and minute; equal ones are shared', async () => {
  const { providerKey, pass } = start();
  const slow = (host: string, at = 0, from = '1.1.1.1') =>
    providerKey(`${pay('x', host)}${at}?name=slow`, from);
  const open = [0, 1, 2, 3].map((at) => slow('a.example', at));
  open.push(slow('a.example'));
  expect(await slow('a.example', 4)).toBeUndefined();
  for (let at = 0; at < 20; at++) open.push(slow(`h${at}.example`));
  // One address has reached its limit, others have not.
  expect(await slow('z.example')).toBeUndefined();
  for (let at = 0; at < 72; at++)
    open.push(slow(`i${at}.example`, 0, `2.2.2.${Math.floor(at / 24)}`));
  expect(await slow('z.example', 0, '3.3.3.3')).toBeUndefined();
  await expect.poll(() => waiting.length).toBe(96);
  for (const answer of waiting) answer();
  expect(await Promise.all(open)).toEqual(open.map(() => null));
  for (let at = 0; at < 120; at++) expect(await providerKey(pay(`n${at}`), '1.2.3.4')).toBeNull();
  expect([
    await providerKey(pay('ann'), '1.2.3.4'),
    await providerKey(pay('ann'), '1.2.3.5'),
  ]).toEqual([undefined, OTHER]);
  pass(60);
  expect(await providerKey(pay('n120'), '1.2.3.4')).toBeNull();
});
