import { openPictureOrigin } from '../../support/service/picture-origin.ts';
import { PIXEL } from '../support/pages/png.ts';
import { openFeed, rows } from '../support/pages/reading.ts';
import { note, profile } from '../support/service/village.ts';
import { expect, test } from '../support/test.ts';

test('MEDIA-06 TRUST-08 pictures come from the own service, also after a failure', async ({
  page,
  house,
}) => {
  const host = await openPictureOrigin((request, response) => {
    if (request.url === '/refused.png') return void response.writeHead(403).end();
    return void response.setHeader('Content-Type', 'image/png').end(PIXEL);
  });
  const at = (path: string) => host.at(path, '127.0.0.1');
  const events = [
    profile(1, { name: 'ann', picture: at('/face.png') }),
    note(`Shown ${at('/shown.png')}`, { ago: 20 }),
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
  expect(asked.filter((address) => address.startsWith(at('/')))).toEqual([]);
  expect(host.asked.toSorted()).toEqual(['/face.png', '/refused.png', '/shown.png']);

  await page.goto(`${url}/settings/appearance`);
  await page.getByRole('switch', { name: 'Pictures through this service' }).click();
  await openFeed(page, `${url}/home`);
  await expect(loaded('shown.png')).toHaveAttribute('src', at('/shown.png'));
  host.close();
});
