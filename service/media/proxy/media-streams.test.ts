import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openPictureOrigin } from '../../../tests/support/service/picture-origin.ts';
import { readRange } from '../../http/range.ts';
import { type DownloadLimits, openDownloadQueue } from './download-queue.ts';
import { openStreams, STREAM_LIMITS } from './media-streams.ts';
import { isMarked, partPath, readUse } from './part-address.ts';
import type { PartUse } from './playlist-text.ts';

const PACKETS = Buffer.alloc(188 * 4, 0);
for (let at = 0; at < PACKETS.byteLength; at += 188) PACKETS[at] = 0x47;
const BOX = Buffer.from('\x00\x00\x00\x18stypmsdh', 'latin1');

const MARKS = { secret: 'secret', now: () => 86_400 * 20_000 };

async function open(answer: RequestListener, limits?: DownloadLimits) {
  const host = await openPictureOrigin(answer);
  onTestFinished(() => host.close());
  const streams = openStreams({
    network: host.network,
    downloads: openDownloadQueue(() => 0, limits),
    marks: MARKS,
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
  const mark = new URL(partPath(MARKS, 'part', url), 'https://x').searchParams.get('m') ?? '';
  expect(isMarked(MARKS, 'part', url, mark)).toBe(true);
  expect(isMarked(MARKS, 'key', url, mark)).toBe(false);
  expect(isMarked({ ...MARKS, secret: 'other' }, 'part', url, mark)).toBe(false);
  expect(isMarked(MARKS, 'part', `${url}?`, mark)).toBe(false);
  for (const wrong of ['', mark.slice(1), `${mark}a`, mark.toLowerCase(), '\u00e9'.repeat(22)])
    expect(isMarked(MARKS, 'part', url, wrong)).toBe(false);
  const after = (days: number) => ({ ...MARKS, now: () => MARKS.now() + days * 86_400 });
  expect([0.9, 1, 1.9, 2, -1].map((days) => isMarked(after(days), 'part', url, mark))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
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
    const range = readRange(request.headers.range, PACKETS.byteLength);
    if (typeof range !== 'object') return served(request, response);
    const { start, end } = range;
    response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${PACKETS.byteLength}` });
    return void response.end(PACKETS.subarray(start, end + 1));
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

/** Answers with ranges. `/sent-on/...`: those after the first bytes are redirected to a page. */
const ranged = (served: Readonly<Record<string, Buffer>>): RequestListener => {
  return ({ url = '', headers }, response) => {
    const isLater = headers.range !== undefined && !headers.range.startsWith('bytes=0-');
    if (url.startsWith('/sent-on/') && isLater)
      return void response.writeHead(302, { Location: '/page' }).end();
    const file = served[url.replace('/sent-on', '')] ?? Buffer.alloc(0);
    const range = readRange(headers.range, file.byteLength);
    if (typeof range !== 'object') return void response.end(file);
    const { start, end } = range;
    response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${file.byteLength}` });
    return void response.end(file.subarray(start, end + 1));
  };
};

test('E-24 E-52 a stream opens no page, text or picture: by no use, no range, no redirect', async () => {
  const words = 'All work and no play makes Jack a dull boy. <p>1234567890</p> '.repeat(32);
  const files = {
    '/page': Buffer.from(`<!doctype html>${words}`.slice(0, 1_600)),
    '/words': Buffer.from(
      '\u6d77\u5c71\u9ce5 \u00e4\u00f6\u00fc \u0416\u044f <b>'.repeat(100).slice(0, 1_600),
    ),
    '/face': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(1_592)]),
    '/1.ts': Buffer.concat([PACKETS, PACKETS]),
    '/sealed': randomBytes(1_600),
    '/mixed': Buffer.concat([BOX, randomBytes(1_600)]),
  };
  const { host, file } = await open(ranged(files));
  const asked = async (use: PartUse, path: string, start?: number, end = 0) => {
    const found = await file(use, host.at(path), start === undefined ? undefined : { start, end });
    return typeof found === 'number' ? found : found.bytes.byteLength;
  };
  for (const path of ['/page', '/words', '/face', '/sent-on/page'])
    for (const use of ['part', 'sealed'] as const) {
      expect([path, use, await asked(use, path)]).toEqual([path, use, 415]);
      for (const [start, end] of [
        [0, 511],
        [0, 63],
        [64, 1_087],
        [512, 527],
      ] as const)
        expect([path, use, start, await asked(use, path, start, end)]).toEqual([
          path,
          use,
          start,
          415,
        ]);
    }
  // the first bytes are those of a stream, but the wanted ones are of a page
  expect(await asked('part', '/sent-on/1.ts', 64, 127)).toBe(415);
  expect(await asked('sealed', '/sent-on/sealed', 64, 127)).toBe(415);
  expect(await asked('part', '/1.ts', 188, 375)).toBe(188);
  expect(await asked('part', '/1.ts', 0, 99)).toBe(100);
  expect(await asked('sealed', '/sealed')).toBe(1_600);
  expect(await asked('sealed', '/sealed', 160, 799)).toBe(640);
  expect(await asked('sealed', '/sealed', 160, 798)).toBe(415);
  expect(await asked('sealed', '/mixed', 16, 799)).toBe(784);
});

test('MEDIA-04 viewers of one stream share its downloads, and a playlist for a second', async () => {
  const waiting: (() => void)[] = [];
  const limits = { atOnce: { address: 1, all: 1 }, hourly: { address: 2, all: 2 } };
  const { host, file } = await open(({ url }, response) => {
    if (url === '/main.m3u8') return void response.end('#EXTM3U\n#EXTINF:4,\n1.ts\n');
    return void waiting.push(() => response.end(PACKETS));
  }, limits);
  const together = [file('part', host.at('/1.ts')), file('part', host.at('/1.ts'))];
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.();
  for (const found of await Promise.all(together))
    expect(found).toMatchObject({ mime: 'video/mp2t' });
  const first = await file('playlist', host.at('/main.m3u8'));
  expect(await file('playlist', host.at('/main.m3u8'))).toBe(first);
  expect(host.asked).toHaveLength(2);
  for (const use of ['part', 'sealed', 'key'] as const)
    expect([use, await file(use, host.at('/1.ts'))]).toEqual([use, 503]);
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
