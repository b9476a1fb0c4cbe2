import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openPictureOrigin } from '../../../tests/support/service/picture-origin.ts';
import { openDownloadQueue } from './download-queue.ts';
import { openStreams, STREAM_LIMITS } from './media-streams.ts';
import { isMarked, partPath, readUse } from './part-address.ts';
import type { PartUse } from './playlist-text.ts';

const PACKETS = Buffer.alloc(188 * 4, 0);
for (let at = 0; at < PACKETS.byteLength; at += 188) PACKETS[at] = 0x47;
const BOX = Buffer.from('\x00\x00\x00\x18stypmsdh', 'latin1');

async function open(answer: RequestListener) {
  const host = await openPictureOrigin(answer);
  onTestFinished(() => host.close());
  const streams = openStreams({
    network: host.network,
    downloads: openDownloadQueue(() => 0),
    secret: 'secret',
  });
  const file = (use: PartUse, url: string, range?: { start: number; end: number }) =>
    streams.file({ url, use, range, from: 'here' });
  return { host, streams, file };
}

const files = (served: Readonly<Record<string, string | Buffer>>): RequestListener => {
  return ({ url }, response) => {
    const file = served[url ?? ''];
    if (file === undefined) return void response.writeHead(404).end();
    return void response.end(file);
  };
};

test('MEDIA-04 a playlist names its parts at this service, also after a redirect', async () => {
  const text = '#EXTM3U\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n';
  const { host, streams, file } = await open(({ url }, response) => {
    if (url === '/main.m3u8')
      return void response.writeHead(302, { Location: '/elsewhere/main.m3u8' }).end();
    return void response.end(text);
  });
  const found = await file('playlist', host.at('/main.m3u8'));
  if (typeof found === 'number') expect.fail(`refused with ${found}`);
  expect(found.mime).toBe('application/vnd.apple.mpegurl');
  const [, , path = ''] = Buffer.from(found.bytes).toString('utf8').split('\n');
  const { searchParams } = new URL(path, 'https://home.example');
  const part = host.at('/elsewhere/1.ts');
  expect(searchParams.get('u')).toBe(part);
  const [use, mark] = [readUse(searchParams.get('k')), searchParams.get('m') ?? ''];
  expect(use).toBe('part');
  expect(streams.isNamed('part', part, mark)).toBe(true);
});

test('E-58 only an address that this service wrote is fetched, for the use that it wrote', () => {
  const url = 'https://video.example/1.ts';
  const mark = new URL(partPath('secret', 'part', url), 'https://x').searchParams.get('m') ?? '';
  expect(isMarked('secret', 'part', url, mark)).toBe(true);
  expect(isMarked('secret', 'key', url, mark)).toBe(false);
  expect(isMarked('other', 'part', url, mark)).toBe(false);
  expect(isMarked('secret', 'part', `${url}?`, mark)).toBe(false);
  for (const wrong of ['', mark.slice(1), `${mark}a`, mark.toLowerCase(), '\u00e9'.repeat(22)])
    expect(isMarked('secret', 'part', url, wrong)).toBe(false);
  expect(['part', 'sealed', 'parts', '', null].map(readUse)).toEqual([
    'part',
    'sealed',
    undefined,
    undefined,
    undefined,
  ]);
});

test('MEDIA-04 a part has the type of its bytes; a key has 16 bytes; a range is passed on', async () => {
  const served = files({
    '/1.ts': PACKETS,
    '/1.m4s': BOX,
    '/key': Buffer.alloc(16, 7),
    '/vtt': 'WEBVTT',
  });
  const { host, file } = await open((request, response) => {
    if (request.headers.range === 'bytes=100-199') {
      response.writeHead(206, { 'Content-Range': `bytes 100-199/${PACKETS.byteLength}` });
      return void response.end(PACKETS.subarray(100, 200));
    }
    return served(request, response);
  });
  expect(await file('part', host.at('/1.ts'))).toMatchObject({ mime: 'video/mp2t' });
  expect(await file('part', host.at('/1.m4s'))).toMatchObject({ mime: 'video/mp4' });
  expect(await file('part', host.at('/vtt'))).toMatchObject({ mime: 'text/vtt' });
  expect(await file('sealed', host.at('/key'))).toMatchObject({ mime: 'application/octet-stream' });
  expect(await file('key', host.at('/key'))).toMatchObject({ bytes: Buffer.alloc(16, 7) });
  expect(await file('part', host.at('/1.ts'), { start: 100, end: 199 })).toMatchObject({
    bytes: PACKETS.subarray(100, 200),
    range: { start: 100, total: PACKETS.byteLength },
  });
});

test('E-24 E-52 private hosts, pages, bombs and missing files are refused', async () => {
  const page = '<!doctype html><script>'.padEnd(600, ' ');
  const served = files({
    '/page': page,
    '/long.m3u8': '#EXTM3U\n'.padEnd(STREAM_LIMITS.playlist + 1, '#'),
    '/key': Buffer.alloc(17),
    '/empty': '',
    '/away.m3u8': '#EXTM3U\nhttp://inside.example/1.ts\n',
  });
  const { host, file } = await open((request, response) => {
    if (request.url === '/inward') {
      const inside = `http://inside.example:${request.socket.localPort}/`;
      return void response.writeHead(302, { Location: inside }).end();
    }
    if (request.url === '/loop') return void response.writeHead(302, { Location: '/loop' }).end();
    if (request.url === '/packed')
      return void response.setHeader('Content-Encoding', 'gzip').end(PACKETS);
    if (request.url !== '/bomb') return served(request, response);
    // endless, without a length
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, 0x47)));
    };
    response.on('drain', more);
    return more();
  });
  for (const [use, path, status] of [
    ['playlist', '/page', 415],
    ['playlist', '/long.m3u8', 413],
    ['playlist', '/none', 404],
    ['playlist', '/empty', 415],
    ['part', '/page', 415],
    ['part', '/empty', 415],
    ['part', '/bomb', 413],
    ['part', '/packed', 415],
    ['part', '/inward', 404],
    ['part', '/loop', 404],
    ['key', '/key', 413],
    ['key', '/empty', 415],
  ] as const)
    expect([use, path, await file(use, host.at(path))]).toEqual([use, path, status]);
  expect(await file('part', host.at('/1.ts', 'inside.example'))).toBe(404);
  // a playlist may name it, but it is not fetched
  expect(await file('playlist', host.at('/away.m3u8'))).toMatchObject({
    mime: 'application/vnd.apple.mpegurl',
  });
});
