import type { RequestListener } from 'node:http';
import sharp from 'sharp';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import {
  openPictureOrigin,
  type PictureOrigin,
} from '../../../tests/support/service/picture-origin.ts';
import { plus, seconds } from '../../../src/events/core/time.ts';
import { sha256Hex } from '../../hash.ts';
import { openStore } from '../../store/sqlite/sqlite-store.ts';
import { openBlobs } from '../blobs.ts';
import { type DownloadLimits, openDownloadQueue } from './download-queue.ts';
import { openMediaProxy, type PictureFault } from './media-proxy.ts';
import { type CachedPicture, openPictureCache } from './picture-cache.ts';
import { openPictureWorkers } from './picture-workers.ts';
import type { VariantSize } from './variants.ts';
import { isLong } from '../../../tests/support/runs.ts';

const MB = 2 ** 20;
const workers = openPictureWorkers();
let files: Record<string, Buffer | RequestListener> = {};
let origin: PictureOrigin;

beforeEach(async () => {
  files = {};
  origin = await openPictureOrigin((request, response) => {
    const file = files[request.url ?? ''];
    if (typeof file === 'function') return file(request, response);
    if (file === undefined) return void response.writeHead(404).end();
    // the type that a host sends is ignored
    return void response.setHeader('Content-Type', 'image/png').end(file);
  });
});
afterEach(() => origin.close());
afterAll(() => workers.close());

interface Asking {
  readonly s?: VariantSize;
  readonly a?: 0 | 1;
  readonly avif?: boolean;
  readonly from?: string;
}

function openProxy({
  deadline = 5_000,
  limits,
  makers = workers,
}: {
  deadline?: number;
  limits?: DownloadLimits;
  makers?: Pick<typeof workers, 'copy' | 'canCopy'>;
} = {}) {
  let now = seconds(1_800_000_000);
  const store = openStore(':memory:', { now: () => now });
  const blobs = openBlobs(store);
  const { network } = origin;
  const downloads = openDownloadQueue(() => 0, limits);
  const cache = openPictureCache(undefined, 64 * MB);
  const proxy = openMediaProxy({
    store,
    blobs,
    cache,
    workers: makers,
    network,
    downloads,
    limits: { bytes: 20 * MB, deadline },
  });
  const ask = (url: string, { s = 'm', a = 1, avif = false, from = 'here' }: Asking = {}) =>
    proxy.picture({ url, variant: { size: s, animated: a === 1 }, acceptsAvif: avif, from });
  const wait = (span: number) => {
    now = plus(now, seconds(span));
  };
  return { store, blobs, ask, wait };
}

/** Width, height and the rest of a picture that was served. */
async function seen(served: CachedPicture | PictureFault) {
  if (typeof served !== 'object') throw new Error(`served ${served}`);
  return sharp(served.bytes, { animated: true }).metadata();
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** An animation whose frames differ. */
async function frames(count: number, width = 300, height = 200) {
  const pages = Array.from({ length: count }, (_, n) => {
    const background = { r: (n * 40) % 256, g: 90, b: 9 };
    return sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(pages), { join: { animated: true } });
}

test.runIf(isLong)(
  'MEDIA-06 a photo comes upright in each size, without metadata, and never enlarged',
  async () => {
    const photo = noise(1_600, 1_200).withExif({ IFD0: { Copyright: 'secret place' } });
    // turned by 90 degrees: 1200 x 1600 upright
    files['/turned'] = await photo.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    files['/small'] = await noise(60, 40).jpeg().toBuffer();
    const { ask, store } = openProxy();
    const pixels = async (path: string, s: VariantSize) => {
      const { width, height } = await seen(await ask(origin.at(path), { s, a: s === 'o' ? 0 : 1 }));
      return [width, height];
    };
    expect(await pixels('/turned', 's')).toEqual([96, 128]);
    expect(await pixels('/turned', 'm')).toEqual([540, 720]);
    expect(await pixels('/turned', 'l')).toEqual([1_200, 1_600]);
    expect(await pixels('/turned', 'o')).toEqual([1_200, 1_600]);
    for (const s of ['s', 'm', 'l'] as const) expect(await pixels('/small', s)).toEqual([60, 40]);
    const { exif, orientation, format } = await seen(await ask(origin.at('/turned')));
    expect([exif, orientation, format]).toEqual([undefined, undefined, 'webp']);
    // one download each, and the size is stored
    expect(origin.asked).toEqual(['/turned', '/small']);
    expect(await store.mediaByUrl([origin.at('/turned')])).toMatchObject([
      { mime: 'image/jpeg', width: 1_200, height: 1_600, size: files['/turned'].byteLength },
    ]);
  },
);

test.runIf(isLong)(
  'MEDIA-06 small copies are AVIF where the reader takes it, others WebP; originals unchanged',
  async () => {
    files['/a'] = await noise(1_400, 700).png().toBuffer();
    const { ask } = openProxy();
    const type = async (asking: Asking) => {
      const served = await ask(origin.at('/a'), asking);
      return typeof served === 'object' ? served.mime : served;
    };
    expect(await type({ s: 's', avif: true })).toBe('image/avif');
    expect(await type({ s: 'm', avif: true })).toBe('image/avif');
    expect(await type({ s: 'l', avif: true })).toBe('image/webp');
    expect(await type({ s: 's' })).toBe('image/webp');
    expect(await ask(origin.at('/a'), { s: 'o' })).toMatchObject({
      mime: 'image/png',
      bytes: files['/a'],
    });
  },
);

test.runIf(isLong)(
  'MEDIA-05 animations keep their frames, or are stills of the first one',
  async () => {
    files['/a.gif'] = await (await frames(4)).gif({ delay: 50 }).toBuffer();
    files['/a.webp'] = await (await frames(4)).webp().toBuffer();
    files['/many'] = await (await frames(450, 20, 20)).gif().toBuffer();
    const { ask } = openProxy();
    for (const path of ['/a.gif', '/a.webp'])
      for (const s of ['s', 'm'] as const) {
        const moving = await seen(await ask(origin.at(path), { s, avif: true }));
        expect([moving.pages, moving.format]).toEqual([4, 'webp']);
        expect(moving.pageHeight).toBe(s === 's' ? 96 : 200);
        const still = await seen(await ask(origin.at(path), { s, a: 0 }));
        expect([still.pages ?? 1, still.height]).toEqual([1, s === 's' ? 96 : 200]);
      }
    // too many frames
    expect((await seen(await ask(origin.at('/many')))).pages ?? 1).toBe(1);
  },
);

test.runIf(isLong)('E-52 bombs, broken files and files of other types are refused', async () => {
  const png = await noise(50, 50).png().toBuffer();
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const jpeg = await noise(800, 600).jpeg().toBuffer();
  files['/bomb'] = bomb;
  files['/cut'] = jpeg.subarray(0, jpeg.byteLength / 2);
  files['/html'] = Buffer.from('<!doctype html><title>x</title>'.padEnd(2_000, ' '));
  files['/empty'] = Buffer.alloc(0);
  files['/head'] = png.subarray(0, 20);
  files['/script'] = Buffer.from('#!/bin/sh\n');
  // 50 MB, with and without saying so
  const long = Buffer.concat([png, Buffer.alloc(50 * MB)]);
  files['/long'] = long;
  files['/unsaid'] = (_, response) => {
    response.write(png);
    response.end(long);
  };
  files['/packed'] = (_, response) =>
    void response.setHeader('Content-Encoding', 'gzip').end(Buffer.alloc(600));
  const { ask } = openProxy();
  const statuses = await Promise.all(
    Object.keys(files).map(async (path) => [path, await ask(origin.at(path))]),
  );
  // the header promises more bytes than there are: refused by its pixels or as unreadable
  expect(Object.fromEntries(statuses)).toEqual({
    '/bomb': expect.toSatisfy((status) => status === 413 || status === 415),
    '/cut': 415,
    '/html': 415,
    '/empty': 415,
    '/head': 415,
    '/script': 415,
    '/long': 413,
    '/unsaid': 413,
    '/packed': 415,
  });
  // the next picture is made all the same
  files['/good'] = png;
  expect(await ask(origin.at('/good'))).toMatchObject({ mime: 'image/webp' });
});

test('E-06 a drawing becomes pixels, loads nothing, and cannot grow without limit', async () => {
  const svg = (inside: string, head = '') =>
    Buffer.from(
      `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"><rect width="40" height="20" fill="lime"/>${inside}</svg>`,
    );
  files['/outside'] = svg(
    `<script>fetch("${origin.at('/leak')}")</script><image width="40" height="20" xlink:href="${origin.at('/leak', '127.0.0.1')}"/><image width="40" height="20" xlink:href="file:///etc/hostname"/><style>@import url("${origin.at('/leak', '127.0.0.1')}");</style>`,
  );
  const laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
  files['/laughs'] = svg('<text>&b;</text>', laughs);
  files['/wide'] = svg(`<!-- ${'x'.repeat(300_000)} -->`);
  const { ask } = openProxy();
  const copy = await ask(origin.at('/outside'), { s: 's' });
  expect(await seen(copy)).toMatchObject({ width: 192, height: 96, format: 'webp' });
  const { dominant } = await sharp(typeof copy === 'object' ? copy.bytes : undefined).stats();
  expect(dominant.g).toBeGreaterThan(200);
  expect(await seen(await ask(origin.at('/outside'), { s: 'o' }))).toMatchObject({ width: 1_200 });
  expect(await ask(origin.at('/laughs'))).toBe(415);
  expect(await ask(origin.at('/wide'))).toBe(413);
  expect(origin.asked).not.toContain('/leak');
});

test('E-24 only the public internet is asked, in bounded time, through few redirects', async () => {
  files['/good'] = await noise(50, 50).png().toBuffer();
  for (let n = 0; n < 10; n++)
    files[`/hop${n}`] = (_, response) =>
      void response.writeHead(302, { Location: n === 9 ? '/good' : `/hop${n + 1}` }).end();
  files['/inside'] = (_, response) =>
    void response.writeHead(302, { Location: origin.at('/good', 'inside.example') }).end();
  files['/slow'] = (_, response) => void response.write('x');
  const { ask } = openProxy({ deadline: 300 });
  expect(await ask(origin.at('/hop0'))).toBe(404);
  expect(await ask(origin.at('/hop8'))).toMatchObject({ mime: 'image/webp' });
  expect(await ask(origin.at('/inside'))).toBe(404);
  for (const host of ['inside.example', 'localhost', '10.1.2.3', '[::1]', '169.254.169.254'])
    expect(await ask(origin.at('/good', host))).toBe(404);
  expect(await ask('http://media.example:22/good')).toBe(502);
  expect(await ask(origin.at('/slow'))).toBe(504);
  expect(origin.asked.filter((path) => path === '/good')).toHaveLength(1);
});

test('MEDIA-04 requests for one copy share it, and failures are remembered for a while', async () => {
  files['/a'] = await noise(900, 900).jpeg().toBuffer();
  const { ask } = openProxy();
  const all = await Promise.all(Array.from({ length: 8 }, () => ask(origin.at('/a'))));
  expect(new Set(all).size).toBe(1);
  expect(await ask(origin.at('/none'))).toBe(404);
  expect(await ask(origin.at('/none'), { s: 's' })).toBe(404);
  expect(origin.asked).toEqual(['/a', '/none']);
});

test('MEDIA-04 a copy that took too long is refused as 504, and soon made, at growing intervals', async () => {
  files['/a'] = await noise(20, 20).png().toBuffer();
  let tries = 0;
  const copy = () => {
    tries++;
    return Promise.resolve('interrupted' as const);
  };
  const { ask, wait } = openProxy({ makers: { copy, canCopy: () => true } });
  const triesAfter = async (span: number) => {
    wait(span);
    expect(await ask(origin.at('/a'))).toBe(504);
    return tries;
  };
  expect([await triesAfter(0), await triesAfter(14), await triesAfter(1)]).toEqual([1, 1, 2]);
  expect([await triesAfter(29), await triesAfter(1)]).toEqual([2, 3]);
  expect(origin.asked).toEqual(['/a']);
});

test('MEDIA-04 variants asked for at once share one timeout, which counts once', async () => {
  files['/slow'] = (_, response) => void response.write('x');
  files['/a'] = await noise(20, 20).png().toBuffer();
  let copies = 0;
  const copy = () => {
    copies++;
    return Promise.resolve('interrupted' as const);
  };
  const { ask, wait } = openProxy({ deadline: 300, makers: { copy, canCopy: () => true } });
  const all = (path: string) =>
    Promise.all((['s', 'm', 'l'] as const).map((s) => ask(origin.at(path), { s })));
  for (const path of ['/slow', '/a']) expect(await all(path)).toEqual([504, 504, 504]);
  const triesAfter = async (span: number) => {
    wait(span);
    for (const path of ['/slow', '/a']) expect(await all(path)).toEqual([504, 504, 504]);
    return [origin.asked.filter((path) => path === '/slow').length, copies];
  };
  expect([await triesAfter(14), await triesAfter(1)]).toEqual([
    [1, 3],
    [2, 6],
  ]);
  expect([await triesAfter(29), await triesAfter(1)]).toEqual([
    [2, 6],
    [3, 9],
  ]);
});

test('MEDIA-04 our own files are read without a request, also under the address of another host', async () => {
  const { ask, blobs } = openProxy();
  const bytes = await noise(700, 700).png().toBuffer();
  const { path } = await blobs.putBlob(bytes, 'image/png');
  const copy = await ask(`https://own.example${path}`);
  expect(copy).toMatchObject({ isFixed: true });
  expect(await seen(copy)).toMatchObject({ width: 540 });
  expect(await ask(origin.at(path))).toMatchObject({ isFixed: true });
  expect(origin.asked).toEqual([]);
});

test('MEDIA-04 bytes never change only if their address names their hash', async () => {
  const { ask } = openProxy();
  const bytes = await noise(20, 20).png().toBuffer();
  files[`/${sha256Hex(bytes)}.png`] = bytes;
  files[`/${'a'.repeat(64)}.png`] = bytes;
  const [right, wrong] = Object.keys(files);
  expect(await ask(origin.at(right ?? ''))).toMatchObject({ isFixed: true });
  expect(await ask(origin.at(wrong ?? ''))).toMatchObject({ isFixed: false });
});

test('TRUST-09 one address cannot download without limit, or take all places', async () => {
  let open = 0;
  let most = 0;
  const picture = await noise(20, 20).png().toBuffer();
  const slow: RequestListener = (_, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end(picture);
    }, 40);
  };
  for (let n = 0; n < 12; n++) files[`/${n}`] = slow;
  const limits = { atOnce: { address: 2, all: 3 }, hourly: { address: 6, all: 100 } };
  const { ask } = openProxy({ limits });
  const mine = await Promise.all(
    Array.from({ length: 8 }, (_, n) => ask(origin.at(`/${n}`), { from: 'a' })),
  );
  expect(most).toBe(2);
  expect(mine.filter((one) => one === 503)).toHaveLength(2);
  expect(await ask(origin.at('/9'), { from: 'b' })).toMatchObject({ mime: 'image/webp' });
});

test('MEDIA-06 TRUST-08 where no copies can be made, originals are passed on, but no drawings', async () => {
  const copy = () => Promise.resolve('unable' as const);
  const { ask } = openProxy({ makers: { copy, canCopy: () => false } });
  const photo = await noise(900, 600).jpeg().toBuffer();
  files['/photo'] = photo;
  files['/drawing'] = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  files['/page'] = Buffer.from('<html>'.padEnd(600, ' '));
  expect(await ask(origin.at('/photo'), { s: 's' })).toMatchObject({
    mime: 'image/jpeg',
    bytes: photo,
  });
  expect(await ask(origin.at('/drawing'))).toBe(415);
  expect(await ask(origin.at('/page'))).toBe(415);
});
