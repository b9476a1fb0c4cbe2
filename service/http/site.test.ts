import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizationOf } from '../../src/events/account/signing/http-auth.ts';
import { codeMeta } from '../../src/events/app/screen-preload.ts';
import { prefetchFrames } from '../../src/events/connection/prefetch.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { EMBED_FRAME_HOSTS } from '../../src/events/media/embed.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { memberOf } from '../../tests/support/service/village.ts';
import development from '../../vite.config.ts';
import { openAssets } from './client/assets.ts';
import { openBlobs } from '../media/blobs.ts';
import { diskFiles } from '../media/disk-files.ts';
import { type Service, startService } from '../start.ts';

const dist = mkdtempSync(join(tmpdir(), 'starling-dist-'));
const data = mkdtempSync(join(tmpdir(), 'starling-data-'));
const PAGE =
  '<!doctype html><html><head><title>x</title><script src="/assets/main-Ab12.js"></script></head></html>';
const SCRIPT = `console.log(${JSON.stringify('some text that packs well '.repeat(200))});`;
let service: Service;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), PAGE);
  writeFileSync(join(dist, 'assets/main-Ab12.js'), SCRIPT);
  writeFileSync(join(dist, 'assets/main-Ab12.js.map'), '{}');
  writeFileSync(join(dist, 'assets/font.woff2'), Buffer.alloc(3000));
  writeFileSync(join(dist, '.secret'), 'hidden');
  writeFileSync(join(data, 'outside.txt'), 'outside');
  service = await startService({ port: 0, dist, cache: 'wss://cache.example/v1?"<x>' });
});

afterAll(async () => {
  await service.stop();
  for (const dir of [dist, data]) rmSync(dir, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A request with exactly the given path and headers. fetch would normalize both. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test("the client's own caching service lets the browser prefetch the first page's data", async () => {
  const own = await startService({ port: 0, dist });
  try {
    const created_at = Math.floor(Date.now() / 1_000) - 60;
    const note = signed({ content: 'first page', created_at });
    // visitors read trending notes first
    const like = signed({ kind: 7, content: '+', tags: [['e', note.id]], created_at }, 2);
    await own.store.insert([note, like].flatMap((event) => own.gate.verify(event) ?? []));
    const home = await fetch(`${own.url}/home`);
    const link = home.headers.get('link') ?? '';
    const path = /^<(\/v1\?ask=[^>]+)>; rel=preload; as=fetch; crossorigin$/.exec(link)?.[1] ?? '';
    const response = await fetch(own.url + path);
    expect([
      response.status,
      response.headers.get('cache-control'),
      response.headers.get('content-encoding'),
    ]).toEqual([200, 'private, max-age=5', 'gzip']);
    const frames =
      prefetchFrames(await response.text(), 2)?.map((frame) => JSON.parse(frame)) ?? [];
    expect(frames.map(([type, id]) => [type, id])).toEqual([
      ['EVENTS', 'ahead-0'],
      ['EOSE', 'ahead-0'],
      ['EVENTS', 'ahead-1'],
      ['EOSE', 'ahead-1'],
    ]);
    expect(frames[2]?.[2]).toContainEqual(note);
    const headers = async (path: string) => {
      const page = await fetch(own.url + path);
      return ['link', 'server-timing'].map((name) => page.headers.get(name));
    };
    // The header that the page's code reads.
    expect(home.headers.get('server-timing')).toBe(`ahead;desc="${path.replace('/v1?ask=', '')}"`);
    const [reads] = await headers('/reads');
    expect(decodeURIComponent(reads ?? '')).toContain(
      '[["get_reads_feeds",{}],["mega_feed_directive",{"spec":"{\\"id\\":\\"nostr-reads-feed\\",',
    );
    const [profile] = await headers(`/p/${note.pubkey}`);
    expect(decodeURIComponent(profile ?? '')).toContain(
      `[["user_profile",{"pubkey":"${note.pubkey}"`,
    );
    const [search] = await headers('/search/br%C3%B6t%22%3E');
    expect(search).toMatch(/^<[!-;=?-~]+>; rel=preload/);
    for (const path of [
      '/p/somebody',
      '/reads/bread',
      `/search/${Array.from({ length: 200 }, (_, at) => `word${at}`).join('+')}`,
    ])
      expect(await headers(path)).toEqual([null, null]);
    expect((await fetch(`${own.url}/v1?ask=rubbish`)).status).toBe(400);
    expect(await (await fetch(`${own.url}/v1?ask=[["no_such_verb"]]`)).text()).toBe(
      '["NOTICE","ahead-0","unknown api request"]\n["EOSE","ahead-0"]',
    );
  } finally {
    await own.stop();
  }
  const { headers } = await ask('/home');
  expect([headers['link'], headers['server-timing']]).toEqual([undefined, undefined]);
});

test('every screen is the page, uncached, and names the other caching service in it', async () => {
  for (const path of ['/', '/index.html', '/home', '/p/npub1x', '/search/a.b?q=1']) {
    const { status, headers, body } = await ask(path);
    expect([path, status, headers['cache-control'], headers['content-type']]).toEqual([
      path,
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    expect(body.toString()).toContain(
      '<head><meta name="starling-cache" content="wss://cache.example/v1?&quot;&lt;x>"><title>',
    );
  }
});

test('ROUTE-15 ROUTE-16 a path that leads nowhere is not found: JSON for programs, the page for browsers', async () => {
  const away = [
    '/.well-known/keysend/x',
    '/list/x',
    '/mint',
    '/media',
    '/upload',
    '/v1',
    '/report',
  ];
  for (const path of [
    ...away,
    '/nobody-here',
    '/nobody-here/post',
    '/some/where/else',
    '/e',
    '/$',
  ]) {
    const { status, headers, body } = await ask(path, { Accept: '*/*' });
    expect([path, status, headers['content-type'], body.toString()]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
      '{"error":"not found"}',
    ]);
    const page = await ask(path, { Accept: 'text/html,*/*;q=0.8' });
    expect([path, page.status, page.headers['content-type']]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ]);
    const etag = String(page.headers['etag']);
    expect((await ask(path, { Accept: 'text/html', 'If-None-Match': etag })).status).toBe(404);
  }
  await service.store.putMembers([memberOf('b'.repeat(64), { name: 'zoe' })]);
  for (const path of ['/zoe', '/ZOE/', '/zoe/a%20post']) expect((await ask(path)).status).toBe(200);
});

test("TRUST-03 E-10 E-12 the policy allows no inline script, no eval, and only the embed list's frames", async () => {
  const { headers } = await ask('/home');
  const policy = new Map(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)] as const),
  );
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(policy.get('style-src')).toEqual(["'self'"]);
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(policy.get('frame-src')?.toSorted()).toEqual(
    EMBED_FRAME_HOSTS.map((host) => `https://${host}`).toSorted(),
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
});

test('only a file of the build with a source map names it in a header', async () => {
  const mapped = await ask('/assets/main-Ab12.js', {});
  expect(mapped.headers['sourcemap']).toBe('main-Ab12.js.map');
  expect((await ask('/assets/main-Ab12.js.map', {})).headers['sourcemap']).toBeUndefined();
});

test('assets are cached forever, compressed as the browser supports, and have an etag', async () => {
  const brotli = await ask('/assets/main-Ab12.js', { 'Accept-Encoding': 'gzip, br' });
  expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
  const gzip = await ask('/assets/main-Ab12.js', { 'Accept-Encoding': 'gzip, br;q=0' });
  expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
  const plain = await ask('/assets/main-Ab12.js');
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, SCRIPT]);
  expect(
    (await ask('/assets/font.woff2', { 'Accept-Encoding': 'br' })).headers['content-encoding'],
  ).toBeUndefined();
  const again = await ask('/assets/main-Ab12.js', {
    'If-None-Match': String(plain.headers['etag']),
  });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const head = await ask('/assets/main-Ab12.js', {}, 'HEAD');
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
    200,
    String(SCRIPT.length),
    0,
  ]);
});

test('files that the page names can be compressed in advance', async () => {
  const assets = openAssets(dist);
  await assets.warm();
  const before = await assets.page('/home');
  expect(await assets.page('/home')).toBe(before);
  expect((await assets.find('/assets/main-Ab12.js'))?.brotli?.byteLength).toBeLessThan(
    SCRIPT.length / 10,
  );
});

test('ROUTE-20 a page opened at a screen has links to its files, and is compressed once', async () => {
  const other = mkdtempSync(join(tmpdir(), 'starling-dist-'));
  const head = `<head><title>$&</title><meta name="${codeMeta('p')}" content="assets/a.js assets/b.css">`;
  writeFileSync(join(other, 'index.html'), `${head}</head><body></body>`);
  const assets = openAssets(other);
  const sent = async (path: string) =>
    Buffer.from((await assets.page(path))?.plain ?? []).toString();
  const links =
    '<link rel="preload" as="fetch" crossorigin href="/assets/a.js"><link rel="preload" as="style" fetchpriority="low" crossorigin href="/assets/b.css">';
  expect(await sent('/p/npub1x')).toBe(`${head}${links}</head><body></body>`);
  for (const path of ['/', '/home', '/P/x', '/constructor/x', '/"/', '/.*/x', '//p'])
    expect(await sent(path)).toBe(`${head}</head><body></body>`);
  expect(await assets.page('/p/npub1x')).toBe(await assets.page('/p/npub1y'));
  expect((await assets.page('/p'))?.etag).not.toBe((await assets.page('/home'))?.etag);
  writeFileSync(join(other, 'index.html'), '<head></head>built anew');
  expect(await sent('/p/npub1x')).toBe('<head></head>built anew');
  rmSync(other, { recursive: true });
});

test('a file that changes on disk is sent again', async () => {
  writeFileSync(join(dist, 'robots.txt'), 'one');
  expect((await ask('/robots.txt')).body.toString()).toBe('one');
  writeFileSync(join(dist, 'robots.txt'), 'another');
  expect((await ask('/robots.txt')).body.toString()).toBe('another');
});

test('E-54 a missing file is not found, and no path leads out of the directory', async () => {
  for (const path of [
    '/assets/gone.js',
    '/gone.png',
    '/assets/',
    '/%2e%2e/outside.txt',
    '/../outside.txt',
    '/..%2foutside.txt',
    '/..%5coutside.txt',
    '/%00.txt',
    '/%ff.txt',
  ]) {
    const { status, body } = await ask(path);
    expect([path, status === 200 && !body.toString().startsWith('<!doctype')]).toEqual([
      path,
      false,
    ]);
    expect(body.toString()).not.toContain('outside');
  }
  expect((await ask('/assets/gone.js')).status).toBe(404);
  expect((await ask('/.secret')).body.toString()).not.toContain('hidden');
  expect((await ask('/home', {}, 'DELETE')).status).toBe(405);
  expect((await ask('*')).status).toBe(400);
});

test('files are served by their hash, whole or in ranges, without active content', async () => {
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const { service: own, stop } = await withData();
  const blob = await openBlobs(own.store, diskFiles(join(data, 'blobs'))).putBlob(
    bytes,
    'image/svg+xml',
    { width: 3, height: 2 },
  );
  const at = (headers: Record<string, string>) => fetch(own.url + blob.path, { headers });
  const whole = await at({});
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
  expect(whole.headers.get('content-type')).toBe('image/svg+xml');
  expect(whole.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/);
  expect(whole.headers.get('cache-control')).toContain('immutable');
  expect(whole.headers.get('access-control-allow-origin')).toBe('*');
  const part = await at({ Range: 'bytes=1-3' });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    'svg',
    `bytes 1-3/${bytes.length}`,
  ]);
  const tail = await at({ Range: 'bytes=-6' });
  expect(await tail.text()).toBe('</svg>');
  expect((await at({ Range: `bytes=${bytes.length}-` })).status).toBe(416);
  expect((await at({ 'If-None-Match': `"${blob.hash}"` })).status).toBe(304);
  expect((await fetch(`${own.url}/${blob.hash}`)).status).toBe(200);
  expect((await fetch(`${own.url}/${'0'.repeat(64)}.png`)).status).toBe(404);
  await stop();
});

async function withData(): Promise<{ service: Service; stop: () => Promise<void> }> {
  const own = await startService({ port: 0, dist, data });
  return { service: own, stop: () => own.stop() };
}

test('NIP-05 names of this service are served to any origin', async () => {
  const pubkey = 'a'.repeat(64);
  await service.store.putMembers([memberOf(pubkey, { name: 'Ann' })]);
  const { headers, body } = await ask('/.well-known/nostr.json?name=ANN');
  expect(JSON.parse(body.toString())).toEqual({ names: { ann: pubkey } });
  expect(headers['access-control-allow-origin']).toBe('*');
  for (const name of ['nobody', '', '__proto__']) {
    expect(JSON.parse((await ask(`/.well-known/nostr.json?name=${name}`)).body.toString())).toEqual(
      { names: {} },
    );
  }
  const told = async () =>
    JSON.parse((await ask('/.well-known/nostr.json?name=ann')).body.toString()) as unknown;
  await service.store.setStanding(pubkey, 'denied', '');
  expect(await told()).toEqual({ names: {} });
  await service.store.clearStanding(pubkey, 'denied');
  expect(await told()).toEqual({ names: { ann: pubkey } });
});

test('CACHE-10 all verbs work by POST, and changes are made by POST only', async () => {
  const profile = signed({ kind: 0, content: '{"name":"posted"}' });
  const verified = service.gate.admit(profile);
  await service.store.insert(verified ? [verified] : []);
  const post = async (body: string) =>
    JSON.parse((await ask('/api', {}, 'POST', body)).body.toString()) as unknown;
  const results = (await post(JSON.stringify(['user_infos', { pubkeys: [profile.pubkey] }]))) as {
    id?: string;
  }[];
  expect(results.map(({ id }) => id)).toContain(profile.id);
  expect(await post('["no_such_verb"]')).toEqual({ error: 'unknown api request' });
  for (const bad of ['', '{}', '[1]', 'null'])
    expect(await post(bad)).toEqual({ error: 'unknown api request' });
  const unseen = signed({ kind: 0, content: '{"name":"unseen"}' });
  const order = JSON.stringify(['import_events', { events: [unseen] }]);
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
    const { status, headers } = await ask(
      `/api?${encodeURIComponent(order)}`,
      {},
      method,
      method === 'PUT' || method === 'PATCH' ? order : undefined,
    );
    expect([method, status, headers.allow]).toEqual([method, 405, 'POST']);
  }
  expect(await post(JSON.stringify(['events', { event_ids: [unseen.id] }]))).not.toContainEqual(
    expect.objectContaining({ id: unseen.id }),
  );
  await post(order);
  expect(await post(JSON.stringify(['events', { event_ids: [unseen.id] }]))).toContainEqual(
    expect.objectContaining({ id: unseen.id }),
  );
});

test('SIGN-05 ACCOUNT-18 HTTP auth proves the account of a POST: this request, time and body', async () => {
  const now = Math.floor(Date.now() / 1000);
  const body = '["membership_status",{}]';
  const { pubkey } = signed({}, 3);
  await service.store.putMembers([
    memberOf(pubkey, { name: 'Ann', tier: 'premium', premiumSince: 1 }),
  ]);
  const token = (
    fields: { kind?: number; created_at?: number } = {},
    { url = `${service.url}/api`, method = 'post', sent = body } = {},
  ) => {
    const tags = [
      ['u', url],
      ['method', method],
      ['payload', createHash('sha256').update(sent).digest('hex')],
    ];
    return signed({ kind: 27_235, created_at: now, tags, ...fields }, 3);
  };
  const post = async (event: SignedEvent, text = body) => {
    const { status, body: said } = await ask(
      '/api',
      { Authorization: authorizationOf(event) },
      'POST',
      text,
    );
    return [status, JSON.parse(said.toString())];
  };
  const [status, [answer]] = await post(token());
  expect([status, JSON.parse(answer.content)]).toEqual([
    200,
    expect.objectContaining({ pubkey, tier: 'premium' }),
  ]);
  // the same service under another name of this machine
  const local = `${service.url.replace('127.0.0.1', 'localhost')}/api`;
  expect((await post(token({}, { url: local })))[0]).toBe(200);
  const refused = (fault: string) => [401, { error: `authorization: ${fault}` }];
  expect(await post({ ...token(), content: 'x' })).toEqual(refused('signature'));
  expect(await post(token({ kind: 24_242 }))).toEqual(refused('kind'));
  expect(await post(token({ created_at: now - 90 }))).toEqual(refused('time'));
  for (const url of ['https://elsewhere.example/api', 'http://localhost:1/api', `${local}?x`])
    expect(await post(token({}, { url }))).toEqual(refused('url'));
  expect(await post(token({}, { method: 'GET' }))).toEqual(refused('method'));
  expect(await post(token(), '["membership_status",{"a":1}]')).toEqual(refused('payload'));
  // The token proves nothing inside a request.
  const inside = JSON.stringify(['membership_status', { event_from_user: token() }]);
  expect(JSON.parse((await ask('/api', {}, 'POST', inside)).body.toString())).toEqual({
    error: 'invalid event kind',
  });
  expect(JSON.parse((await ask('/api', {}, 'POST', body)).body.toString())).toEqual({
    error: 'error',
  });
});

test('sockets at other than the two known paths are refused', async () => {
  const upgrade = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
  };
  const { status } = await ask('/elsewhere', upgrade);
  expect(status).toBe(404);
});

test('MEDIA-05 E-58 link previews are served for own pages, on the origin and from a development host', async () => {
  const answer = await ask('/link-preview?u=nothing');
  expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([
    400,
    { error: 'no preview' },
  ]);
  expect((await ask('/link-preview?u=nothing', { 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  );
  expect(Object.keys(development.server?.proxy ?? {})).toContain('/link-preview');
});
