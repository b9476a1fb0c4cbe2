import { KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf } from '../../../src/events/nostr/nip19.ts';
import { signed } from '../../support/events/signed.ts';
import { openPictureOrigin } from '../../support/service/picture-origin.ts';
import { PIXEL } from '../support/pages/png.ts';
import { follow, openFeed, rows, sight } from '../support/pages/reading.ts';
import { note, now } from '../support/service/village.ts';
import { expect, test, LONG } from '../support/test.ts';

test('NOTE-08 FEED-14 a link in sight is asked for, and its card comes without a shift', {
  tag: LONG,
}, async ({ page, house }) => {
  const host = await openPictureOrigin((request, response) => {
    if (request.url === '/pic.png')
      return void response.setHeader('Content-Type', 'image/png').end(PIXEL);
    return void response
      .setHeader('Content-Type', 'text/html')
      .end('<title>Starlings at dusk</title><meta property="og:image" content="/pic.png">');
  });
  const at = (path: string) => host.at(path, '127.0.0.1');
  const article = signed({
    kind: KIND.LongForm,
    content: `First words\n\n${at('/page')}\n\nLast words with ${at('/other')}`,
    tags: [
      ['d', 'links'],
      ['title', 'Links'],
    ],
    created_at: now() - 30,
  });
  const events = [note(`Read ${at('/page')}`, { ago: 20 }), note('Above', { ago: 10 }), article];
  const { url } = await house({ events, peers: [{ url: at('/') }], previews: 'asked' });
  const answered = page.waitForResponse((one) => one.url().includes('/link-preview?u='));
  await openFeed(page, `${url}/home`);
  const row = rows(page).filter({ hasText: 'Read' });
  const before = await row.boundingBox();
  await answered;
  expect(host.asked).toContain('/page');
  // ten equal frames: a card that moved the list would be there
  await sight(page);
  expect((await row.boundingBox())?.height).toBe(before?.height);
  await page.reload();
  await expect(row.getByText('Starlings at dusk')).toBeVisible();
  await follow(page, `/a/${naddrOf({ ...article, identifier: 'links' })}`);
  const card = page.locator('main a[data-link-card]');
  await expect(card).toHaveText(/Starlings at dusk/);
  await expect(card).toHaveCount(1);
  await follow(page, '/settings/appearance');
  await page.getByRole('switch', { name: 'Cards for links' }).click();
  await openFeed(page, `${url}/home`);
  await expect(row.getByRole('link', { name: /\/page$/ })).toBeVisible();
  await expect(card).toHaveCount(0);
  host.close();
});
