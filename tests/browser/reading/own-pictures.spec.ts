import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPictureOrigin } from '../../support/service/picture-origin.ts';
import { PIXEL } from '../support/pages/png.ts';
import { follow, openFeed, rows } from '../support/pages/reading.ts';
import { note, profile } from '../support/service/village.ts';
import { expect, test, LONG } from '../support/test.ts';

const CLIP = readFileSync(join(import.meta.dirname, '../../../town/clips/lamp.webm'));
const BLURHASH = 'LEHV6nWB2yk8pyo0adR*.7kCMdnj';

test('MEDIA-05 MEDIA-06 TRUST-08 pictures come from the own service, also after a failure', {
  tag: LONG,
}, async ({ page, house }) => {
  const host = await openPictureOrigin((request, response) => {
    if (request.url === '/refused.png') return void response.writeHead(403).end();
    if (request.url === '/film.webm')
      return void response.setHeader('Content-Length', CLIP.byteLength).end(CLIP);
    return void response.setHeader('Content-Type', 'image/png').end(PIXEL);
  });
  const at = (path: string) => host.at(path, '127.0.0.1');
  const events = [
    profile(1, { name: 'ann', picture: at('/face.png') }),
    note(`Shown ${at('/shown.png')}`, {
      ago: 20,
      tags: [['imeta', `url ${at('/shown.png')}`, `blurhash ${BLURHASH}`]],
    }),
    note(`Film ${at('/film.webm')}`, {
      ago: 15,
      tags: [['imeta', `url ${at('/film.webm')}`, 'duration 600', `image ${at('/still.png')}`]],
    }),
    note(`Refused ${at('/refused.png')}`, { ago: 10 }),
  ];
  const { url } = await house({ events, peers: [{ url: at('/') }], mediaCache: 1e8 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openFeed(page, `${url}/home`);
  const shown = rows(page).filter({ hasText: 'Shown' });
  const loaded = (path: string) => shown.locator(`img[src*="${path}"]`);
  for (const [path, size] of [
    ['face.png', 's'],
    ['shown.png', 'm'],
  ] as const) {
    await expect(loaded(path)).toHaveAttribute('src', new RegExp(`/media-cache\\?s=${size}&`));
    await expect(loaded(path)).toHaveJSProperty('naturalWidth', 1);
  }
  await expect(
    rows(page).filter({ hasText: 'Refused' }).getByText('This picture didn’t load'),
  ).toBeVisible();
  // under the picture until it came
  await expect(shown.locator('canvas[hidden]')).toHaveCount(1);
  const film = rows(page).filter({ hasText: 'Film' });
  await expect(film.locator('img[src*="still.png"]')).toHaveJSProperty('naturalWidth', 1);
  expect(asked.filter((address) => address.startsWith(at('/')))).toEqual([]);
  expect(host.asked.toSorted()).toEqual(['/face.png', '/refused.png', '/shown.png', '/still.png']);
  await film.getByRole('button', { name: 'Tap to load the video' }).click();
  await expect(film.locator('video')).toHaveAttribute('src', /\/media-cache\?s=o&/);
  await expect(film.locator('video')).toHaveJSProperty('videoWidth', 640);
  // the page itself allows no other source
  const foreign = (src: string) =>
    new Promise((done) =>
      Object.assign(new Image(), {
        src,
        onload: () => done('loaded'),
        onerror: () => done('none'),
      }),
    );
  expect(await page.evaluate(foreign, at('/foreign.png'))).toBe('none');
  expect(host.asked).not.toContain('/foreign.png');

  await follow(page, '/settings/appearance');
  await page.getByRole('switch', { name: 'Pictures and videos through this service' }).click();
  await expect(page.getByText('until the page is loaded again')).toBeVisible();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await openFeed(page, `${url}/home`);
  await expect(loaded('shown.png')).toHaveAttribute('src', at('/shown.png'));
  host.close();
});
