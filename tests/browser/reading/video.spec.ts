import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFeed, rows } from '../support/pages/reading.ts';
import { expect, LONG, MOTION, test } from '../support/test.ts';
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
