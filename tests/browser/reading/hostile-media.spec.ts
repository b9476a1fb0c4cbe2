import type { ServerResponse } from 'node:http';
import { openPictureOrigin } from '../../support/service/picture-origin.ts';
import { PIXEL } from '../support/pages/png.ts';
import { openFeed, rows } from '../support/pages/reading.ts';
import { note } from '../support/service/village.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const MB = 2 ** 20;

/** Sends a file without an end, and without a length. */
function sendForever(response: ServerResponse, chunk: Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

const html = (title: string, image = '') =>
  `<title>${title}</title>${image && `<meta property="og:image" content="${image}">`}`;

/** Pages and pictures by path. Others are redirected to themselves. */
function answer(path: string, response: ServerResponse): void {
  const type = (mime: string) => response.setHeader('Content-Type', mime);
  switch (path) {
    case '/good':
      return void type('text/html').end(html('A good page', '/good.png'));
    case '/good.png':
      return void type('text/html').end(PIXEL);
    case '/lying.png':
      return void type('image/png').end(html('A page').padEnd(9_000));
    case '/lying':
      return void type('text/html').end(PIXEL);
    case '/inward':
      return void response.writeHead(302, { Location: 'http://10.0.0.1/' }).end();
    case '/bomb':
      return sendForever(type('text/html'), Buffer.alloc(MB, 'x'));
    case '/bomb.png':
      return sendForever(type('image/png'), Buffer.concat([PIXEL, Buffer.alloc(MB)]));
    default:
      return void response.writeHead(302, { Location: path }).end();
  }
}

const PAGES = ['good', 'lying', 'inward', 'bomb', 'round'];
const PICTURES = ['good.png', 'lying.png', 'bomb.png', 'round.png'];

const row = (page: Page, text: string) => rows(page).filter({ hasText: `About ${text} ` });

test('NOTE-08 MEDIA-06 E-52 cards and pictures of a hostile host are right or absent', {
  tag: LONG,
}, async ({ page, house }) => {
  const host = await openPictureOrigin(({ url = '' }, response) => answer(url, response));
  const at = (path: string) => host.at(`/${path}`, '127.0.0.1');
  const events = [...PICTURES, ...PAGES].map((path, ago) =>
    note(`About ${path} ${at(path)}`, { ago }),
  );
  const offers = { peers: [{ url: at('') }], mediaCache: 1e8, previews: 'asked' } as const;
  const { url } = await house({ events, ...offers });
  // the service knows all answers before the first drawing
  const titles = await Promise.all(
    PAGES.map(async (path) => {
      const asking = `${url}/link-preview?u=${encodeURIComponent(at(path))}`;
      const { title = '' } = await (await page.request.get(asking)).json();
      return String(title);
    }),
  );
  expect(titles.filter((title) => title !== '')).toEqual(['A good page']);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && request.url().startsWith('http'))
      foreign.push(request.url());
  });
  await openFeed(page, `${url}/home`);
  await expect(row(page, 'good.png').locator('button img')).toHaveJSProperty('naturalWidth', 1);
  for (const path of ['lying.png', 'bomb.png', 'round.png'])
    await expect(row(page, path).getByText('This picture didn’t load')).toBeVisible();
  await row(page, PAGES.at(-1) ?? '').scrollIntoViewIfNeeded();
  await expect(page.locator('a[data-link-card] img')).toHaveJSProperty('naturalWidth', 1);
  await expect(page.locator('a[data-link-card]')).toHaveText(/A good page/);
  for (const path of PAGES.slice(1))
    await expect(row(page, path).locator(`a[href="${at(path)}"]`)).toBeVisible();
  expect(foreign).toEqual([]);
  host.close();
});
