import { openPictureOrigin } from '../../support/service/picture-origin.ts';
import { neighbourhood, signIn } from '../support/pages/account.ts';
import { inbox, nip04Message } from '../support/pages/direct-messages.ts';
import { contacts, log } from '../support/pages/messages.ts';
import { PIXEL } from '../support/pages/png.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, test } from '../support/test.ts';
import { profile } from '../support/service/village.ts';

const [JUN, RIO] = [9, 41];
/** Longer than the timeout for the first bytes. */
const SLOW_MS = 7_000;

test('DM-07 TRUST-08 a slow picture of a message loads from its own host, and a failed one again', {
  tag: LONG,
}, async ({ page, house }) => {
  let failures = 1;
  const host = await openPictureOrigin((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'image/png');
    if (request.url === '/moved.png')
      return void response.writeHead(302, { location: '/slow.png' }).end();
    if (request.url === '/broken.png' && failures-- > 0) return void response.writeHead(404).end();
    if (request.url !== '/slow.png') return void response.end(PIXEL);
    response.write(PIXEL.subarray(0, 20));
    setTimeout(() => response.end(PIXEL.subarray(20)), SLOW_MS);
  });
  const at = (path: string) => host.at(path, '127.0.0.1');
  const site = await house({
    ...neighbourhood(profile(RIO, { name: 'rio', display_name: 'Rio' })),
    mediaCache: 1e8,
  });
  const text = `Slow ${at('/moved.png')}\nbroken ${at('/broken.png')}`;
  await publish(
    site.url,
    inbox(JUN, site.url),
    nip04Message({ from: RIO, to: JUN, text, ago: 100 }),
  );
  await signIn(page, site);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .click();
  await page.getByRole('tab', { name: 'All' }).click();
  await contacts(page).getByRole('link', { name: /Rio/ }).click();
  const press = log(page).getByRole('button', { name: /Show picture/ });
  await expect(press).toHaveCount(2);
  await press.last().press('Enter');
  await expect(log(page).getByText('This picture didn’t load')).toBeVisible();
  await press.first().press('Enter');
  await expect(log(page).getByRole('status', { name: 'Loading' })).toBeVisible();
  await log(page).getByRole('button', { name: 'Try again' }).press('Enter');
  const shown = log(page).locator('img[src^="blob:"]');
  await expect(shown).toHaveCount(2);
  for (const picture of await shown.all())
    await expect(picture).toHaveJSProperty('naturalWidth', 1);
  // the focus is still in the message
  expect(await log(page).locator(':focus').count()).toBe(1);
  host.close();
});
