import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { authorizationOf } from '../../../src/events/account/signing/http-auth.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { uploadDraft } from '../../../src/events/media/upload.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { signed } from '../../../tests/support/events/signed.ts';
import { BLOBS } from '../../transfer/data-directory.ts';
import { type Service, startService } from '../../start.ts';
import { readPermit } from './blossom-auth.ts';
import { isLong } from '../../../tests/support/runs.ts';

const MB = 2 ** 20;
const NOW = Math.floor(Date.now() / 1000);
const PICTURE = Buffer.concat([png(30, 20), Buffer.from('and what else is in it')]);

let data: string;
let service: Service;
/** Another media server, which the service reaches as `http://files.example`. */
let other: Server;

/** Return the header of a picture of that size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

beforeAll(async () => {
  other = createServer((incoming, response) => {
    if (incoming.url === '/cut') {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': '1000' });
      response.write(PICTURE, () => response.destroy());
    } else if (incoming.url === '/page') response.setHeader('Content-Type', 'text/html').end('<p>');
    else if (incoming.url === '/picture.png')
      response.setHeader('Content-Type', 'application/octet-stream').end(PICTURE);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
});

afterAll(() => other.close());

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'starling-uploads-'));
  await start();
});

afterEach(async () => {
  await service.stop();
  rmSync(data, { recursive: true });
});

async function start(): Promise<void> {
  const { port } = other.address() as AddressInfo;
  const network = {
    lookup: (host: string) =>
      Promise.resolve([
        { address: host === 'files.example' ? '127.0.0.1' : '10.0.0.1', family: 4 },
      ]),
    isPrivate: (host: string) => host !== '127.0.0.1' && host !== 'files.example',
    ports: [String(port)],
    deadline: 3_000,
  };
  service = await startService({ port: 0, data, network });
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const elsewhere = (path: string, host = 'files.example') =>
  `http://${host}:${(other.address() as AddressInfo).port}${path}`;

interface Words {
  readonly t?: string;
  readonly x?: string;
  readonly kind?: number;
  readonly created_at?: number;
  readonly expiration?: number | undefined;
  readonly more?: string[][];
}

function permit(hash: string, words: Words = {}, key = 1): SignedEvent {
  const { t = 'upload', x = hash, kind = 24_242, created_at = NOW, more = [] } = words;
  const expiration = 'expiration' in words ? words.expiration : NOW + 60;
  const end = expiration === undefined ? [] : [['expiration', String(expiration)]];
  return signed(
    { kind, created_at, content: 'media', tags: [['t', t], ['x', x], ...end, ...more] },
    key,
  );
}

const allow = (event: SignedEvent) => ({ Authorization: authorizationOf(event) });

function put(
  bytes: Uint8Array<ArrayBuffer>,
  event: SignedEvent = permit(hashOf(bytes)),
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${service.url}/upload`, {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': 'image/png', ...allow(event), ...headers },
  });
}

const pictures = Uint8Array.from(PICTURE);
const HASH = hashOf(pictures);
const incoming = () =>
  existsSync(join(data, BLOBS, 'incoming')) ? readdirSync(join(data, BLOBS, 'incoming')) : [];
const forget = (event: SignedEvent, hash = HASH) =>
  fetch(`${service.url}/${hash}`, { method: 'DELETE', headers: allow(event) });
const list = async (pubkey: string, query = '') =>
  (await (await fetch(`${service.url}/list/${pubkey}${query}`)).json()) as { sha256: string }[];

test('BUD-01 BUD-02 a signed upload is described, served without active content, and survives a restart', async () => {
  const answer = await put(pictures);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
  const descriptor = (await answer.json()) as { url: string; uploaded: number };
  expect(descriptor).toEqual({
    url: `${service.url}/${HASH}.png`,
    sha256: HASH,
    size: pictures.length,
    type: 'image/png',
    uploaded: expect.closeTo(NOW, -2),
  });
  await service.stop();
  await start();
  for (const path of [`/${HASH}`, `/${HASH}.png`]) {
    const blob = await fetch(service.url + path);
    expect(Buffer.from(await blob.arrayBuffer())).toEqual(PICTURE);
    expect([blob.headers.get('content-type'), blob.headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ]);
    expect(blob.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/);
    const head = await fetch(service.url + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([
      200,
      String(pictures.length),
    ]);
  }
  expect(incoming()).toEqual([]);
});

test('BUD-02 the bytes of a file decide its type, not the uploader who came first', async () => {
  const first = await put(pictures, undefined, { 'Content-Type': 'video/mp4' });
  expect(await first.json()).toMatchObject({
    url: `${service.url}/${HASH}.png`,
    type: 'image/png',
  });
  const apng = await put(Buffer.concat([PICTURE, Buffer.from('a')]), undefined, {
    'Content-Type': 'image/apng',
  });
  expect(await apng.json()).toMatchObject({ type: 'image/apng' });
  const unknown = await put(Buffer.from('what is it'), undefined, { 'Content-Type': 'image/heic' });
  expect(await unknown.json()).toMatchObject({ type: 'image/heic' });
});

test("MEDIA-02 a permission by our client is accepted, and the service knows a picture's pixels", async () => {
  const { tags, ...draft } = uploadDraft(HASH, seconds(NOW));
  const event = signed({ ...draft, created_at: NOW, tags: tags.map((tag) => [...tag]) });
  expect((await put(pictures, event, { 'X-SHA-256': HASH })).status).toBe(201);
  const note = signed({ content: `look: ${service.url}/${HASH}.png`, created_at: NOW });
  await service.store.insert([service.gate.verify(note)].flatMap((verified) => verified ?? []));
  expect(await service.store.mediaByUrl([`${service.url}/${HASH}.png`])).toMatchObject([
    { hash: HASH, width: 30, height: 20, mime: 'image/png' },
  ]);
});

test('BUD-01 an upload requires a fresh signature for this action, file and server', async () => {
  const forged = { ...permit(HASH), content: 'other' };
  const wrong: [number, Promise<Response>][] = [
    [
      401,
      fetch(`${service.url}/upload`, {
        method: 'PUT',
        body: pictures,
        headers: { 'Content-Type': 'image/png' },
      }),
    ],
    [401, put(pictures, forged)],
    [401, put(pictures, permit(HASH, { kind: 27_235 }))],
    [401, put(pictures, permit(HASH, { t: 'delete' }))],
    [401, put(pictures, permit(HASH, { expiration: NOW - 1 }))],
    [401, put(pictures, permit(HASH, { expiration: undefined }))],
    [401, put(pictures, permit(HASH, { created_at: NOW + 3_600, expiration: NOW + 7_200 }))],
    ...['media.example', 'localhost.example', '127.0.0.1:9', 'x@localhost', '10.0.0.1'].map(
      (server): [number, Promise<Response>] => [
        401,
        put(pictures, permit(HASH, { more: [['server', server]] })),
      ],
    ),
    [403, put(pictures, permit('b'.repeat(64)))],
    [403, put(pictures, permit(HASH), { 'X-SHA-256': 'c'.repeat(64) })],
    [400, put(pictures, permit(HASH), { 'X-SHA-256': 'no hash' })],
    [415, put(pictures, permit(HASH), { 'Content-Type': 'text/html' })],
    [415, put(pictures, permit(HASH), { 'Content-Type': 'audio/mpegurl' })],
  ];
  for (const [status, asked] of wrong) {
    const answer = await asked;
    expect([answer.status, answer.headers.get('access-control-expose-headers')]).toEqual([
      status,
      '*',
    ]);
    expect(answer.headers.get('x-reason')).toMatch(/\w+ \w+/);
  }
  expect([(await fetch(`${service.url}/${HASH}`)).status, incoming()]).toEqual([404, []]);
  expect((await put(pictures, permit(HASH, { more: [['server', '127.0.0.1']] }))).status).toBe(201);
});

test('BUD-11 a service on this machine accepts uploads under each name of the machine', async () => {
  for (const server of ['localhost', '127.0.0.1', '[::1]'])
    expect([
      server,
      (await put(pictures, permit(HASH, { more: [['server', server]] }))).ok,
    ]).toEqual([server, true]);
});

test('BUD-11 a service with a public name accepts no upload that names this machine', async () => {
  const { tags, ...draft } = uploadDraft(HASH, seconds(NOW), ['http://localhost:4870']);
  const event = signed({ ...draft, created_at: NOW, tags: tags.map((tag) => [...tag]) });
  const read = (origin: string) =>
    readPermit(
      authorizationOf(event),
      { act: 'upload', origin, now: seconds(NOW) },
      service.gate.verify,
    );
  expect(read('https://town.example')).toMatchObject({ status: 401 });
  expect(read('http://127.0.0.1:4870')).toMatchObject({ pubkey: event.pubkey });
});

test("BUD-06 MEDIA-01 the server tells before an upload if it accepts the file, by the account's tier", async () => {
  const check = (headers: Record<string, string>, event: SignedEvent | undefined = permit(HASH)) =>
    fetch(`${service.url}/upload`, {
      method: 'HEAD',
      headers: { ...headers, ...(event ? allow(event) : {}) },
    });
  const good = {
    'X-SHA-256': HASH,
    'X-Content-Length': String(100 * MB),
    'X-Content-Type': 'video/mp4',
  };
  expect((await check(good)).status).toBe(200);
  const reasonOf = async (headers: Record<string, string>) => {
    const answer = await check(headers);
    return [answer.status, answer.headers.get('x-reason')];
  };
  const large = { ...good, 'X-Content-Length': String(100 * MB + 1) };
  expect(await reasonOf(large)).toEqual([413, 'files of at most 100 MB are kept for this account']);
  expect(await reasonOf({ ...good, 'X-Content-Type': 'application/pdf' })).toEqual([
    415,
    'only pictures, videos and sounds are kept',
  ]);
  expect(await reasonOf({ ...good, 'X-SHA-256': 'd'.repeat(64) })).toEqual([
    403,
    'the authorization is for another file',
  ]);
  expect((await reasonOf({ ...good, 'X-Content-Length': 'many' }))[0]).toBe(400);
  expect((await reasonOf({ 'X-SHA-256': HASH, 'X-Content-Type': 'video/mp4' }))[0]).toBe(411);
  expect((await fetch(`${service.url}/upload`, { method: 'HEAD', headers: good })).status).toBe(
    401,
  );
  expect((await fetch(`${service.url}/media`, { method: 'HEAD', headers: good })).status).toBe(404);
  const { pubkey } = permit(HASH);
  const member = {
    name: undefined,
    cohort1: '',
    cohort2: '',
    premiumSince: undefined,
    legendSince: undefined,
    expiresOn: undefined,
  };
  await service.store.putMembers([
    {
      pubkey,
      tier: 'premium',
      ...member,
      style: '',
      customBadge: false,
      avatarGlow: false,
      shoutout: '',
    },
  ]);
  expect((await check(large)).status).toBe(200);
});

test.runIf(isLong)(
  "an upload above the account's limit is aborted with a reason and leaves no trace",
  async () => {
    const { hostname, port } = new URL(service.url);
    const headers = { ...allow(permit(HASH)), 'Content-Type': 'video/mp4' };
    const outgoing = request({
      hostname,
      port,
      path: '/upload',
      method: 'PUT',
      headers,
      agent: false,
    });
    const chunk = Buffer.alloc(MB);
    for (let sent = 0; sent <= 100; sent++)
      if (!outgoing.write(chunk)) await once(outgoing, 'drain');
    outgoing.end();
    const [response] = (await once(outgoing, 'response')) as [
      { statusCode: number; headers: Record<string, string>; resume(): void },
    ];
    response.resume();
    expect([response.statusCode, response.headers['x-reason']]).toEqual([
      413,
      'files of at most 100 MB are kept for this account',
    ]);
    expect(incoming()).toEqual([]);
  },
);

test('an aborted upload leaves no trace, even if the service stopped in between', async () => {
  const { hostname, port } = new URL(service.url);
  const headers = { ...allow(permit(HASH)), 'Content-Type': 'image/png', 'Content-Length': '1000' };
  const outgoing = request({
    hostname,
    port,
    path: '/upload',
    method: 'PUT',
    headers,
    agent: false,
  });
  outgoing.on('error', () => undefined);
  outgoing.write(PICTURE);
  await expect.poll(incoming).toHaveLength(1);
  outgoing.destroy();
  await expect.poll(incoming).toEqual([]);
  expect((await fetch(`${service.url}/${HASH}`)).status).toBe(404);
  await service.stop();
  writeFileSync(join(data, BLOBS, 'incoming', 'left-over'), 'x');
  await start();
  expect(incoming()).toEqual([]);
});

test('BUD-02 an account lists and deletes only its own uploads; the last delete removes the bytes', async () => {
  for (const key of [1, 2])
    expect((await put(pictures, permit(HASH, {}, key))).status).toBe(key === 1 ? 201 : 200);
  const [ann, bob] = [permit(HASH, { t: 'delete' }, 1), permit(HASH, { t: 'delete' }, 2)];
  expect((await list(ann.pubkey)).map(({ sha256 }) => sha256)).toEqual([HASH]);
  expect(await list(ann.pubkey, `?since=${NOW + 3_600}`)).toEqual([]);
  expect(await list(ann.pubkey, `?until=${NOW - 3_600}`)).toEqual([]);
  expect((await forget(permit(HASH, { t: 'delete' }, 3))).status).toBe(403);
  expect((await forget(permit('a'.repeat(64), { t: 'delete' }))).status).toBe(403);
  expect((await forget(permit(HASH))).status).toBe(401);
  expect((await forget(permit('a'.repeat(64), { t: 'delete' }), 'a'.repeat(64))).status).toBe(404);
  expect((await forget(ann)).status).toBe(200);
  expect([
    await list(ann.pubkey),
    (await list(bob.pubkey)).length,
    (await fetch(`${service.url}/${HASH}`)).status,
  ]).toEqual([[], 1, 200]);
  expect((await forget(bob)).status).toBe(200);
  expect([await list(bob.pubkey), (await fetch(`${service.url}/${HASH}`)).status]).toEqual([
    [],
    404,
  ]);
  expect(existsSync(join(data, BLOBS, HASH.slice(0, 2), HASH))).toBe(false);
});

test('BUD-01 BUD-12 files that only denied accounts uploaded are hidden until one is allowed again', async () => {
  const [ann, bob] = [permit(HASH, {}, 1), permit(HASH, {}, 2)];
  const seen = async () => [
    (await fetch(`${service.url}/${HASH}`)).status,
    (await list(ann.pubkey)).length,
  ];
  const mirror = (event: SignedEvent) =>
    fetch(`${service.url}/mirror`, {
      method: 'PUT',
      body: JSON.stringify({ url: `${service.url}/${HASH}.png` }),
      headers: allow(event),
    });
  await put(pictures, ann);
  await service.store.setStanding(ann.pubkey, 'denied', '');
  expect(await seen()).toEqual([404, 0]);
  expect((await mirror(bob)).status).toBe(502);
  expect((await put(pictures, bob)).status).toBe(200);
  expect(await seen()).toEqual([200, 0]);
  expect((await forget(permit(HASH, { t: 'delete' }, 2))).status).toBe(200);
  await service.store.clearStanding(ann.pubkey, 'denied');
  expect(await seen()).toEqual([200, 1]);
});

test('BUD-04 a file from another server is mirrored if its hash is the signed one', async () => {
  const mirror = (url: unknown, event = permit(HASH)) =>
    fetch(`${service.url}/mirror`, {
      method: 'PUT',
      body: JSON.stringify({ url }),
      headers: allow(event),
    });
  expect((await mirror(elsewhere('/picture.png'), permit('a'.repeat(64)))).status).toBe(403);
  for (const [path, status] of [
    ['/none.png', 502],
    ['/cut', 502],
    ['/page', 415],
  ] as const) {
    expect([path, (await mirror(elsewhere(path))).status]).toEqual([path, status]);
  }
  expect([(await fetch(`${service.url}/${HASH}`)).status, incoming()]).toEqual([404, []]);
  const answer = await mirror(elsewhere('/picture.png'));
  expect(await answer.json()).toMatchObject({
    url: `${service.url}/${HASH}.png`,
    sha256: HASH,
    type: 'image/png',
  });
  expect((await mirror(`${service.url}/${HASH}.png`, permit(HASH, {}, 2))).status).toBe(200);
  expect((await list(permit(HASH, {}, 2).pubkey)).length).toBe(1);
});

test('E-24 nothing is mirrored from a private address or a url that is not http', async () => {
  const mirror = (body: string) =>
    fetch(`${service.url}/mirror`, { method: 'PUT', body, headers: allow(permit(HASH)) });
  for (const url of [
    elsewhere('/picture.png', 'inside.example'),
    elsewhere('/picture.png', '10.0.0.1'),
    `${service.url}/nothing.png`,
  ]) {
    expect([url, (await mirror(JSON.stringify({ url }))).status]).toEqual([url, 502]);
  }
  for (const body of [
    '',
    '{}',
    '[]',
    '{"url":1}',
    '{"url":"file:///etc/hosts"}',
    '{"url":"javascript:1"}',
    `{"url":"${'x'.repeat(20_000)}"}`,
  ]) {
    expect([body.slice(0, 30), (await mirror(body)).status]).toEqual([body.slice(0, 30), 400]);
  }
});

test('BUD-01 a browser on any site may make requests with an authorization', async () => {
  const answer = await fetch(`${service.url}/upload`, { method: 'OPTIONS' });
  const { headers } = answer;
  expect([answer.ok, headers.get('access-control-allow-origin')]).toEqual([true, '*']);
  expect(headers.get('access-control-allow-headers')).toBe('Authorization, *');
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'])
    expect(headers.get('access-control-allow-methods')).toContain(method);
});

test.runIf(isLong)(
  'BUD-11 a token is accepted as base64url without padding and as base64, of any length',
  async () => {
    for (let n = 0; n < 12; n++) {
      const bytes = Uint8Array.from(Buffer.from(`${'picture'.repeat(n)} of ${n} \u{1f33b}`));
      const event = permit(hashOf(bytes), { more: [['name', '\u{1f33b}\u07ff?>'.repeat(n)]] });
      const text = Buffer.from(JSON.stringify(event));
      const tokens = [
        text.toString('base64url'),
        text.toString('base64'),
        text.toString('base64').replace(/=+$/, ''),
      ];
      for (const [at, token] of tokens.entries()) {
        const answer = await put(bytes, event, { Authorization: `Nostr ${token}` });
        expect([n, at, answer.status]).toEqual([n, at, at === 0 ? 201 : 200]);
      }
    }
  },
);

test('BUD-11 NIP-40 an authorization without an expiration is refused', async () => {
  for (const end of [
    'Infinity',
    '1e99',
    '-1',
    '',
    'never',
    '0x7fffffff',
    ' 99999999999',
    '99999999999.5',
  ]) {
    const answer = await put(
      pictures,
      permit(HASH, { expiration: undefined, more: [['expiration', end]] }),
    );
    expect([end, answer.status]).toEqual([end, 401]);
  }
  expect(
    (await put(pictures, permit(HASH, { expiration: undefined }))).headers.get('x-reason'),
  ).toBe('the authorization has no time at which it expires');
});

test('BUD-02 a new file returns 201, a known one 200, and one that differs from X-SHA-256 409', async () => {
  const both = permit(HASH, { more: [['x', hashOf(Buffer.from('other'))]] });
  const answer = await put(pictures, both, { 'X-SHA-256': hashOf(Buffer.from('other')) });
  expect([answer.status, answer.headers.get('x-reason')]).toEqual([
    409,
    'the file does not have the hash of X-SHA-256',
  ]);
  expect((await fetch(`${service.url}/${HASH}`)).status).toBe(404);
  expect(
    (await put(pictures, permit('a'.repeat(64)), { 'X-SHA-256': 'a'.repeat(64) })).status,
  ).toBe(409);
  expect((await put(pictures, permit('a'.repeat(64)))).status).toBe(403);
  expect([
    (await put(pictures, both, { 'X-SHA-256': HASH })).status,
    (await put(pictures)).status,
  ]).toEqual([201, 200]);
});

test('BUD-12 a list is paged by a cursor, each file once, newest first; an invalid number is refused', async () => {
  const hashes: string[] = [];
  for (let n = 0; n < 7; n++) {
    const bytes = Uint8Array.from(Buffer.from(`picture ${n}`));
    hashes.push(hashOf(bytes));
    await put(bytes);
  }
  // Some in one second, some not.
  hashes.forEach((hash, n) =>
    service.store.database.run('update uploads set created_at = ? where hash = ?', [
      NOW - Math.floor(n / 3),
      hash,
    ]),
  );
  const { pubkey } = permit(HASH);
  const whole = (await list(pubkey)).map(({ sha256 }) => sha256);
  expect(whole.toSorted()).toEqual(hashes.toSorted());
  for (const limit of [1, 2, 3, 7, 100]) {
    const walked: string[] = [];
    for (
      let page = await list(pubkey, `?limit=${limit}`);
      page.length > 0;
      page = await list(pubkey, `?limit=${limit}&cursor=${walked.at(-1)}`)
    ) {
      expect(page.length).toBeLessThanOrEqual(limit);
      walked.push(...page.map(({ sha256 }) => sha256));
    }
    expect(walked).toEqual(whole);
  }
  expect((await list(pubkey, `?until=${NOW - 1}&limit=2`)).map(({ sha256 }) => sha256)).toEqual(
    whole.slice(3, 5),
  );
  expect(await list(pubkey, '?limit=0')).toEqual([]);
  for (const query of [
    'limit=abc',
    'limit=-1',
    'since=x',
    'until=',
    'cursor=abc',
    `cursor=${'a'.repeat(64)}`,
  ])
    expect([query, (await fetch(`${service.url}/list/${pubkey}?${query}`)).status]).toEqual([
      query,
      400,
    ]);
});

test('MEDIA-01 uploads have a limit for each key and in total, including running uploads', async () => {
  await service.stop();
  service = await startService({ port: 0, data, quota: { files: 1 / MB, all: 250 } });
  const picture = (n: number) => Uint8Array.from(Buffer.alloc(60, n));
  const refused = async (answer: Promise<Response>) => [
    (await answer).status,
    (await answer).headers.get('x-reason'),
  ];
  const own = [413, 'your files take all the room you have here: delete some first'];
  expect((await put(picture(1), permit(hashOf(picture(1)), {}, 1))).status).toBe(201);
  expect(await refused(put(picture(2), permit(hashOf(picture(2)), {}, 1)))).toEqual(own);
  const head = {
    'X-SHA-256': hashOf(picture(2)),
    'X-Content-Length': '60',
    'X-Content-Type': 'image/png',
  };
  const check = (key: number) =>
    fetch(`${service.url}/upload`, {
      method: 'HEAD',
      headers: { ...head, ...allow(permit(hashOf(picture(2)), {}, key)) },
    });
  expect(await refused(check(1))).toEqual(own);
  // Two at a time of one key: each would fit alone.
  const statuses = await Promise.all(
    [3, 4].map(async (n) => (await put(picture(n), permit(hashOf(picture(n)), {}, 2))).status),
  );
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 413]);
  for (const key of [5, 6])
    expect((await put(picture(key), permit(hashOf(picture(key)), {}, key))).status).toBe(201);
  expect(await refused(put(picture(7), permit(hashOf(picture(7)), {}, 7)))).toEqual([
    507,
    'there is no room for more files here',
  ]);
  expect((await check(7)).status).toBe(507);
  expect(
    (await forget(permit(hashOf(picture(5)), { t: 'delete' }, 5), hashOf(picture(5)))).status,
  ).toBe(200);
  expect((await put(picture(7), permit(hashOf(picture(7)), {}, 7))).status).toBe(201);
});
