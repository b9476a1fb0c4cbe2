import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopback } from '../../../tests/support/service/loopback.ts';
import { lookUpAddress } from '../account/profile/verified-name-lookup.ts';
import { lookUpProvider } from '../account/profile/lnurl-provider.ts';
import { getJson, type Web } from './http.ts';

const KEY = 'a'.repeat(64);
const SIGNAL = new AbortController().signal;

let server: Awaited<ReturnType<typeof loopback>>;
let home = '';
let seen: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
  response.end();

beforeAll(async () => {
  server = await loopback((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  home = server.origin;
});
afterAll(() => server.end());

const say = (body: string, status = 200, headers: Record<string, string> = {}) => {
  seen = [];
  answer = (_, response) => response.writeHead(status, headers).end(body);
};
const addressOf = (input: RequestInfo | URL): string =>
  input instanceof Request ? input.url : input.toString();

/** The page's web access, and every requested address. */
function web() {
  const asked: string[] = [];
  const here: Web = {
    home,
    fetch: (input, init) => {
      asked.push(addressOf(input));
      return fetch(input, init);
    },
  };
  return { here, asked };
}

test('a document is read; errors, redirects, nonsense and no response give nothing', async () => {
  const { here } = web();
  say('{"a":[1]}');
  expect(await getJson(here, `${home}/x`, SIGNAL)).toEqual({ a: [1] });
  expect(seen[0]?.headers.referer).toBeUndefined();
  say('{"a":1}', 404);
  expect(await getJson(here, `${home}/x`, SIGNAL)).toBeUndefined();
  say('', 302, { location: `${home}/elsewhere` });
  expect(await getJson(here, `${home}/x`, SIGNAL)).toBeUndefined();
  expect(seen).toHaveLength(1);
  say('<html>');
  expect(await getJson(here, `${home}/x`, SIGNAL)).toBeUndefined();
  expect(await getJson(here, 'http://127.0.0.1:1/', SIGNAL)).toBeUndefined();
});

test('E-25 a document of more than 256 KB is rejected, and an endless one is aborted', async () => {
  const { here } = web();
  say(JSON.stringify('x'.repeat(256 * 1024 - 2)));
  expect(await getJson(here, `${home}/x`, SIGNAL)).toHaveLength(256 * 1024 - 2);
  say(JSON.stringify('x'.repeat(256 * 1024)));
  expect(await getJson(here, `${home}/x`, SIGNAL)).toBeUndefined();
  let written = 0;
  const ended = new Promise<void>((resolve) => {
    answer = (_, response) => {
      response.on('close', resolve);
      const write = () => {
        for (let more = true; more && !response.destroyed; written++)
          more = response.write(' '.repeat(16 * 1024));
      };
      response.on('drain', write);
      write();
    };
  });
  expect(await getJson(here, `${home}/x`, SIGNAL)).toBeUndefined();
  await ended;
  expect(written).toBeGreaterThan(16);
});

test('an aborted caller ends the request', async () => {
  const { here } = web();
  const controller = new AbortController();
  const closed = new Promise<void>((resolve) => {
    answer = (_, response) => {
      response.on('close', resolve);
      controller.abort();
    };
  });
  await expect(getJson(here, `${home}/x`, controller.signal)).rejects.toThrow();
  await closed;
});

test("PROFILE-12 a name's key is read from its own domain's document, in lower case; all else is null", async () => {
  const { here, asked } = web();
  const { host } = new URL(home);
  say(
    JSON.stringify({
      names: { alice: KEY, ALICE: 'b'.repeat(64), bob: KEY.toUpperCase(), carol: 7 },
    }),
  );
  expect(await lookUpAddress(here, `Alice@${host}`, SIGNAL)).toBe(KEY);
  expect(asked).toEqual([`${home}/.well-known/nostr.json?name=alice`]);
  for (const name of ['bob', 'carol', 'dave', 'constructor', '__proto__', 'toString'])
    expect(await lookUpAddress(here, `${name}@${host}`, SIGNAL)).toBeNull();
  for (const body of [
    'null',
    '[]',
    '{}',
    '{"names":null}',
    '{"names":[]}',
    '{"names":"x"}',
    `{"names":{"__proto__":{"alice":"${KEY}"}}}`,
    '',
  ]) {
    say(body);
    expect(await lookUpAddress(here, `alice@${host}`, SIGNAL)).toBeNull();
  }
});

test('ZAP-05 the receipt key of a lightning address is in its document, if that allows zaps; else null', async () => {
  const { here, asked } = web();
  const service = {
    tag: 'payRequest',
    callback: `${home}/lnurlp/a`,
    minSendable: 1,
    maxSendable: 9,
    allowsNostr: true,
    nostrPubkey: KEY,
  };
  const signer = (document: unknown) => {
    say(JSON.stringify(document));
    return lookUpProvider(here, `${home}/.well-known/lnurlp/a`, SIGNAL);
  };
  expect(await signer(service)).toBe(KEY);
  expect(asked).toEqual([`${home}/.well-known/lnurlp/a`]);
  for (const bad of [
    { ...service, allowsNostr: false },
    { ...service, nostrPubkey: 'x' },
    { ...service, tag: 'x' },
    { status: 'ERROR' },
    null,
  ])
    expect(await signer(bad)).toBeNull();
});

test('PROFILE-12 ZAP-05 E-24 no name of a profile becomes a requested url, nor is a private host requested', async () => {
  const { here, asked } = web();
  say(
    JSON.stringify({
      tag: 'payRequest',
      callback: `${home}/a`,
      minSendable: 1,
      maxSendable: 9,
      allowsNostr: true,
      nostrPubkey: KEY,
    }),
  );
  for (const name of [
    `${home}/.well-known/lnurlp/a`,
    'http://192.168.0.1/x',
    'https://evil.example/x',
  ])
    expect(await lookUpAddress(here, name, SIGNAL)).toBeNull();
  expect(await lookUpProvider(here, 'http://192.168.0.1/x', SIGNAL)).toBeNull();
  expect(asked).toEqual([]);
  await lookUpAddress(here, 'httpfan', SIGNAL);
  expect(asked).toEqual([`${home}/.well-known/nostr.json?name=httpfan`]);
});

test('ROUTE-16 a bare name is requested from the page’s own origin', async () => {
  const { here, asked } = web();
  say(JSON.stringify({ names: { alice: KEY } }));
  expect(await lookUpAddress(here, 'Alice', SIGNAL)).toBe(KEY);
  expect(asked).toEqual([`${home}/.well-known/nostr.json?name=alice`]);
  expect(await lookUpAddress(here, '../../x', SIGNAL)).toBeNull();
  expect(asked).toHaveLength(1);
});

test('E-24 TRUST-04 no name causes a request to a private host or to an invalid host', async () => {
  const asked: string[] = [];
  const fetchNone: typeof fetch = async (input) => {
    asked.push(addressOf(input));
    return new Response('', { status: 404 });
  };
  const here: Web = { home: 'https://starling.example', fetch: fetchNone };
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    'printer.local',
    'intranet',
    'a.example/path',
    'a.example?x=',
    'a.example#',
    'me:secret@a.example',
    'a.example:99999',
    '',
    ' ',
    'x'.repeat(300),
  ];
  for (const host of hosts) {
    expect(await lookUpAddress(here, `alice@${host}`, SIGNAL)).toBeNull();
  }
  expect(asked).toEqual([]);
  await lookUpAddress(here, 'alice@a.example', SIGNAL);
  await lookUpAddress(here, 'alice@starling.example', SIGNAL);
  expect(asked).toEqual([
    'https://a.example/.well-known/nostr.json?name=alice',
    'https://starling.example/.well-known/nostr.json?name=alice',
  ]);
});
