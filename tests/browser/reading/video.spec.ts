import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPictureOrigin } from '../../support/service/picture-origin.ts';
import { openFeed, rows } from '../support/pages/reading.ts';
import { expect, LONG, MOTION, type Page, test } from '../support/test.ts';
import { note } from '../support/service/village.ts';

test.use(MOTION);

const CLIP = readFileSync(join(import.meta.dirname, '../../../town/clips/lamp.webm'));
const PLAYLIST =
  '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfirst.ts\n#EXT-X-ENDLIST\n';

test('NOTE-06 a video plays muted while visible and pauses below the fold', {
  tag: LONG,
}, async ({ page, house }) => {
  const imeta = ['imeta', 'url https://media.example/a.webm', 'm video/webm', 'dim 640x360'];
  const tall = note('Below.\n'.repeat(12), { ago: 60 });
  const film = note('Look https://media.example/a.webm', { tags: [imeta] });
  const stream = note('Live https://media.example/live.m3u8', { ago: 30 });
  const { url } = await house({
    events: [
      film,
      stream,
      ...Array.from({ length: 12 }, (_, at) => note(`${tall.content} ${at}`, { ago: 90 + at })),
    ],
  });
  const asked: string[] = [];
  await page.route('https://media.example/**', (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const headers = { 'access-control-allow-origin': '*' };
    if (pathname.endsWith('.m3u8'))
      return route.fulfill({
        contentType: 'application/vnd.apple.mpegurl',
        body: PLAYLIST,
        headers,
      });
    return pathname.endsWith('.webm')
      ? route.fulfill({ contentType: 'video/webm', body: CLIP, headers })
      : route.fulfill({ status: 404, headers });
  });
  await openFeed(page, `${url}/home`);
  const video = rows(page).first().locator('video');
  const isPlaying = () =>
    video.evaluate((one: HTMLVideoElement) => !one.paused && one.muted && one.currentTime > 0);
  await expect.poll(isPlaying).toBe(true);
  await page.mouse.wheel(0, 900);
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  await expect.poll(() => asked.includes('/live.m3u8') && asked.includes('/first.ts')).toBe(true);
  await expect(page.getByText('This video didn’t load')).toHaveCount(1, { timeout: 30_000 });
});

test('MEDIA-04 TRUST-08 a stream is loaded after a press, with all its parts through the service', {
  tag: LONG,
}, async ({ page, house }) => {
  const host = await openPictureOrigin((request, response) =>
    request.url === '/live.m3u8' ? response.end(PLAYLIST) : response.end(Buffer.alloc(376, 0x47)),
  );
  const live = host.at('/live.m3u8', '127.0.0.1');
  const events = [note(`Live ${live}`)];
  const { url } = await house({ events, peers: [{ url: host.at('/') }], mediaCache: 1e8 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openFeed(page, `${url}/home`);
  const press = rows(page).getByRole('button', { name: 'Tap to load the video' });
  await expect(press).toBeVisible();
  expect(host.asked).toEqual([]);
  await press.click();
  await expect.poll(() => host.asked).toContain('/first.ts');
  const parts = () => asked.filter((address) => address.includes('/media-cache'));
  // a browser's own player may ask for the playlist twice
  const uses = () => new Set(parts().map((address) => new URL(address).searchParams.get('k')));
  await expect.poll(uses).toEqual(new Set(['playlist', 'part']));
  expect(
    asked.filter((address) => !address.startsWith(url) && !/^(?:blob|data):/.test(address)),
  ).toEqual([]);
  // these bytes are no video
  await expect(page.getByText('This video didn’t load')).toBeVisible({ timeout: 30_000 });
  host.close();
});

/** A fragmented video of a second, recorded by the browser: its head, and its only part. */
async function recorded(page: Page): Promise<{ readonly head: Buffer; readonly part: Buffer }> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 64, height: 48 });
    const paint = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), {
      mimeType: 'video/mp4;codecs=vp9',
    });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const end = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 40; frame++) {
      if (paint) paint.fillStyle = `hsl(${frame * 9} 80% 50%)`;
      paint?.fillRect(0, 0, 64, 48);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await end;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  const file = Buffer.from(bytes);
  // the recorder writes no level, without which the codec has no valid name
  file[file.indexOf('vpcC') + 9] = 10;
  const at = file.indexOf('moof') - 4;
  return { head: file.subarray(0, at), part: file.subarray(at) };
}

test('NOTE-06 MEDIA-04 a browser without streams plays one by hls.js, all through the service', {
  tag: LONG,
}, async ({ page, house }) => {
  const { head, part } = await recorded(page);
  const files: Readonly<Record<string, string | Buffer>> = {
    '/film.m3u8':
      '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n#EXT-X-MAP:URI="head.mp4"\n#EXTINF:1,\npart.m4s\n#EXT-X-ENDLIST\n',
    '/head.mp4': head,
    '/part.m4s': part,
  };
  const host = await openPictureOrigin((request, response) =>
    response.end(files[request.url ?? ''] ?? ''),
  );
  const film = host.at('/film.m3u8', '127.0.0.1');
  const events = [note(`Film ${film}`)];
  const { url } = await house({ events, peers: [{ url: host.at('/') }], mediaCache: 1e8 });
  await page.addInitScript(() => {
    const { canPlayType } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return /mpegurl/i.test(type) ? '' : canPlayType.call(this, type);
    };
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openFeed(page, `${url}/home`);
  await rows(page).getByRole('button', { name: 'Tap to load the video' }).click();
  const video = rows(page).locator('video');
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime), { timeout: 15_000 })
    .toBeGreaterThan(0);
  expect(await video.evaluate((one: HTMLVideoElement) => one.src)).toMatch(/^blob:/);
  expect(host.asked.toSorted()).toEqual(['/film.m3u8', '/head.mp4', '/part.m4s']);
  expect(
    asked.filter((address) => !address.startsWith(url) && !/^(?:blob|data):/.test(address)),
  ).toEqual([]);
  host.close();
});
