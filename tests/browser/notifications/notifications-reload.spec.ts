import { signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, signIn } from '../support/pages/account.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const [IRIS, TOMAS] = [2, 3];
const place = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
const badge = (page: Page) => place(page).getByRole('img');
/** Rows that the list marks as new. */
const rowsNew = (page: Page) =>
  page.getByRole('region', { name: 'Notifications: All' }).getByRole('article', { name: /New/ });

test('NOTIF-04 NOTIF-05 a key without a PIN marks notifications as seen after a reload, on all devices', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  const said = byJun({ kind: 1, content: 'The library lends umbrellas now.' });
  const site = await house(neighbourhood(said));
  const tags = [
    ['e', said.id],
    ['p', said.pubkey],
  ];
  const known = byJun({
    kind: 30_078,
    content: '{}',
    tags: [['d', 'Starling', 'get_app_settings']],
  });
  await fetch(`${site.url}/api`, {
    method: 'POST',
    body: JSON.stringify(['get_app_settings', { event_from_user: known }]),
  });
  await signIn(page, site);
  await publish(site.url, signed({ kind: 7, content: '+', tags, created_at: now() }, IRIS));
  await expect(badge(page)).toHaveAccessibleName('1 new');

  await page.reload();
  await expect(badge(page)).toHaveAccessibleName('1 new');
  await place(page).click();
  await expect(rowsNew(page)).toHaveCount(1);
  await expect(badge(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark as seen' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const marker = async () => {
    const body = JSON.stringify(['get_notifications_seen', { pubkey: said.pubkey }]);
    const answer: unknown = await (await fetch(`${site.url}/api`, { method: 'POST', body })).json();
    return JSON.stringify(answer);
  };
  await expect.poll(marker).toContain('10000111');

  // one more notification proves the count arrived: it is the only new one on both devices
  await page.goto(`${site.url}/home`);
  await publish(site.url, signed({ kind: 6, content: '', tags, created_at: now() + 2 }, TOMAS));
  await expect(badge(page)).toHaveAccessibleName('1 new');
  await page.reload();
  await expect(badge(page)).toHaveAccessibleName('1 new');
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, site);
  await expect(badge(other)).toHaveAccessibleName('1 new');
  await place(other).click();
  await expect(rowsNew(other)).toHaveCount(1);
  const rows = other.getByRole('region', { name: 'Notifications: All' }).getByRole('article');
  await expect(rows).toHaveCount(2);
  await context.close();
});
