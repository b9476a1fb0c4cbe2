import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signed } from '../../tests/support/events/signed.ts';
import {
  openPictureOrigin,
  type PictureOrigin,
} from '../../tests/support/service/picture-origin.ts';
import { seconds } from '../../src/events/core/time.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { type Service, startService } from '../start.ts';
import { isLong } from '../../tests/support/runs.ts';

let host: PictureOrigin;
let service: Service;
let picture: Buffer;
let video: Buffer;

const created_at = Math.floor(Date.now() / 1_000) - 60;

beforeAll(async () => {
  const blank = { create: { width: 900, height: 600, channels: 3 as const, background: 'navy' } };
  picture = await sharp(blank).jpeg().toBuffer();
  video = Buffer.alloc(9_000, 7);
  video.write('\x00\x00\x00\x20ftypisom', 0, 'latin1');
  host = await openPictureOrigin(({ url }, response) => {
    if (url === '/live.m3u8') return response.end('#EXTM3U\n#EXTINF:4,\n1.ts\n');
    if (url === '/big.m3u8') return response.end('#EXTM3U\n#EXTINF:4,\nbig.ts\n');
    if (url === '/big.ts') return response.end(Buffer.alloc(12 * 2 ** 20, 0x47));
    if (url === '/1.ts') return response.end(Buffer.alloc(188, 0x47));
    return response.end(url === '/clip.mp4' ? video : picture);
  });
  service = await startService({ port: 0, network: host.network, town: false });
  const profile = { picture: host.at('/face'), banner: host.at('/banner') };
  await insert(
    signed({ kind: KIND.Metadata, content: JSON.stringify(profile), created_at }),
    signed({ content: `${host.at('/a.jpg')} ${host.at('/clip.mp4')}`, created_at }),
  );
  const page = { mime: 'text/html', title: '', description: '', fetchedAt: seconds(created_at) };
  await service.store.putPreview({
    ...page,
    url: 'https://page.example/',
    image: host.at('/card'),
    icon: host.at('/icon'),
  });
});
afterAll(async () => {
  await service.stop();
  host.close();
});

async function insert(...events: ReturnType<typeof signed>[]): Promise<void> {
  await service.store.insert(events.flatMap((event) => service.gate.verify(event) ?? []));
}

function ask(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  { query = 's=s&a=1', base = service.url } = {},
): Promise<Response> {
  return fetch(`${base}/media-cache?${query}&u=${encodeURIComponent(url)}`, {
    headers,
    redirect: 'manual',
  });
}

test('MEDIA-04 only media that events, profiles and previews name are fetched', async () => {
  await insert(signed({ content: host.at('/f\u00e4hre.jpg'), created_at }));
  const encoded = new URL(host.at('/f\u00e4hre.jpg')).href;
  expect((await ask(encoded)).status).toBe(200);
  for (const path of ['/face', '/banner', '/a.jpg', '/card', '/icon'])
    expect([path, (await ask(host.at(path))).status]).toEqual([path, 200]);
  for (const url of [host.at('/other'), 'https://media.example/face', service.url])
    expect((await ask(url)).status).toBe(404);
  for (const url of ['', 'x', 'javascript:alert(1)', 'data:image/png;base64,', 'file:///etc/hosts'])
    expect((await ask(url)).status).toBe(400);
  expect((await ask(host.at('/face'), {}, { query: 's=huge' })).status).toBe(400);
  // a deleted note names nothing any more
  const note = signed({ content: host.at('/gone.jpg'), created_at });
  await insert(note);
  expect((await ask(host.at('/gone.jpg'))).status).toBe(200);
  await insert(signed({ kind: 5, content: '', tags: [['e', note.id]], created_at }));
  expect((await ask(host.at('/gone.jpg'))).status).toBe(404);
});

test('MEDIA-04 a copy has a tag, a lifetime, and nothing in it runs', async () => {
  const response = await ask(host.at('/face'), { 'Sec-Fetch-Site': 'same-origin' });
  const { headers } = response;
  const named = (...names: string[]) => names.map((name) => headers.get(name));
  expect(named('content-type', 'cache-control', 'vary', 'x-content-type-options')).toEqual([
    'image/webp',
    'public, max-age=604800',
    'Accept',
    'nosniff',
  ]);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const body = Buffer.from(await response.arrayBuffer());
  expect(await sharp(body).metadata()).toMatchObject({ width: 144, height: 96 });
  const tag = headers.get('etag') ?? '';
  expect((await ask(host.at('/face'), { 'If-None-Match': tag })).status).toBe(304);
  const avif = await ask(host.at('/face'), { Accept: 'image/avif,image/webp,*/*' });
  expect(avif.headers.get('content-type')).toBe('image/avif');
});

test('E-58 pages of other sites are sent to the original, and links to here lead nowhere', async () => {
  const before = host.asked.length;
  const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
  const elsewhere = await ask(host.at('/face'), image);
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, host.at('/face')]);
  const page = await ask(host.at('/face'), { ...image, 'Sec-Fetch-Dest': 'document' });
  expect([page.status, page.headers.get('location')]).toEqual([403, null]);
  expect((await ask(host.at('/other'), image)).status).toBe(404);
  expect(host.asked).toHaveLength(before);
});

test('MEDIA-04 a video is passed on in parts, and only in parts', async () => {
  const clip = (range?: string) =>
    ask(host.at('/clip.mp4'), range ? { Range: range } : {}, { query: 's=o' });
  const part = await clip('bytes=0-99');
  expect([
    part.status,
    part.headers.get('content-range'),
    part.headers.get('content-type'),
  ]).toEqual([206, 'bytes 0-99/9000', 'video/mp4']);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(video.subarray(0, 100));
  for (const range of ['bytes=5-3', 'bytes=-5', 'bytes=0-1,5-6'])
    expect([range, (await clip(range)).status]).toEqual([range, 416]);
  expect((await clip('bytes=0-')).headers.get('content-range')).toBe('bytes 0-8999/9000');
  expect((await clip()).status).toBe(416);
  expect((await ask(host.at('/clip.mp4'), {}, { query: 's=m' })).status).toBe(415);
});

test('MEDIA-04 E-58 a playlist that an event names is served, and the parts that it names', async () => {
  await insert(signed({ content: host.at('/live.m3u8'), created_at }));
  const ours = { 'Sec-Fetch-Site': 'same-origin' };
  const listed = await ask(host.at('/live.m3u8'), ours, { query: 's=o' });
  const headers = ['content-type', 'cache-control', 'content-security-policy'];
  expect(headers.map((name) => listed.headers.get(name))).toEqual([
    'application/vnd.apple.mpegurl',
    'private, max-age=1',
    "default-src 'none'; sandbox",
  ]);
  const path = (await listed.text()).split('\n')[2] ?? '';
  const part = await fetch(service.url + path, { headers: ours });
  expect([part.status, part.headers.get('content-type')]).toEqual([200, 'video/mp2t']);
  expect((await part.arrayBuffer()).byteLength).toBe(188);
  const before = host.asked.length;
  // no other address, no other mark, and no page of another site
  for (const [wrong, status] of [
    [path.replace('1.ts', '2.ts'), 404],
    [path.replace('k=part', 'k=key'), 404],
    [path.replace(/m=[^&]*/, 'm=x'), 404],
  ] as const)
    expect([wrong, (await fetch(service.url + wrong, { headers: ours })).status]).toEqual([
      wrong,
      status,
    ]);
  const foreign = await fetch(service.url + path, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect(foreign.status).toBe(403);
  expect(host.asked).toHaveLength(before);
});

test.runIf(isLong)('E-27 parts that a client does not read are held up to a limit', async () => {
  await insert(signed({ content: host.at('/big.m3u8'), created_at }));
  const listed = await ask(host.at('/big.m3u8'), {}, { query: 's=o' });
  const path = (await listed.text()).split('\n')[2] ?? '';
  const [first, second] = [await fetch(service.url + path), await fetch(service.url + path)];
  const third = await fetch(service.url + path);
  expect([first.status, second.status, third.status]).toEqual([200, 200, 503]);
  expect(third.headers.get('retry-after')).toBe('5');
  await Promise.all([first.body?.cancel(), second.body?.cancel()]);
  await expect.poll(async () => (await fetch(service.url + path)).status).toBe(200);
});

test('MEDIA-04 without the proxy readers are sent to the original, and no copies are named', async () => {
  const plain = await startService({ port: 0, network: host.network, town: false, mediaCache: 0 });
  try {
    const tags = [['imeta', `url ${host.at('/a.jpg')}`, 'm image/jpeg', 'dim 900x600']];
    const note = signed({ content: host.at('/a.jpg'), tags, created_at });
    for (const each of [plain, service])
      await each.store.insert([note].flatMap((event) => each.gate.verify(event) ?? []));
    const named = async ({ url }: Service) => {
      const query = JSON.stringify([['events', { event_ids: [note.id], extended_response: true }]]);
      const text = await (await fetch(`${url}/v1?ask=${encodeURIComponent(query)}`)).text();
      return text.includes('media-cache');
    };
    expect([await named(plain), await named(service)]).toEqual([false, true]);
    const sent = await ask(host.at('/a.jpg'), {}, { base: plain.url });
    expect([sent.status, sent.headers.get('location')]).toEqual([302, host.at('/a.jpg')]);
    expect((await ask(host.at('/other'), {}, { base: plain.url })).status).toBe(404);
  } finally {
    await plain.stop();
  }
});
