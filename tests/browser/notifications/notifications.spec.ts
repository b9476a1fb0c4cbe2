import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, openAs, pubkeyOfJun } from '../support/pages/account.ts';
import { faults } from '../support/checks/axe.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const [IRIS, TOMAS, NOOR, STRANGER] = [2, 3, 4, 77];
const to = (event: SignedEvent) => [
  ['e', event.id],
  ['p', event.pubkey],
];
const by = (key: number, kind: number, content: string, tags: string[][], ahead = 0) =>
  signed({ kind, content, tags, created_at: now() + ahead }, key);

test('NOTIF-01 NOTIF-02 NOTIF-03 NOTIF-04 NOTIF-05 NOTIF-06 NOTIF-07 SETTINGS-11 ROUTE-07 count and groups', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  // notifications begin once the service knows the account's settings
  let asked = 0;
  const settings = async () => {
    // each signature counts once
    const content = JSON.stringify({ asked: asked++ });
    const known = byJun({ kind: 30_078, content, tags: [['d', 'Starling', 'get_app_settings']] });
    const body = JSON.stringify(['get_app_settings', { event_from_user: known }]);
    return (await fetch(`${site.url}/api`, { method: 'POST', body })).text();
  };
  await settings();
  await openAs(page, site);
  const said = byJun({
    kind: 1,
    content: 'The library lends umbrellas now. Two weeks, no questions about the weather.',
  });
  await publish(site.url, said);
  await publish(
    site.url,
    ...[IRIS, TOMAS].map((key) => by(key, 7, '+', to(said))),
    by(IRIS, 6, '', to(said)),
    by(TOMAS, 1, 'Does that hold for parasols?', [
      ['e', said.id, '', 'root'],
      ['p', said.pubkey],
    ]),
    by(IRIS, 3, '', [['p', pubkeyOfJun()]]),
  );
  const place = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Notifications/ });
  await expect(place.getByRole('img', { name: '5 new' })).toBeVisible();
  await expect(page).toHaveTitle('(5) Home');

  await place.click();
  const list = page.getByRole('region', { name: 'Notifications: All' });
  await expect(
    list.getByRole('article', {
      name: /iris and tomas liked your note|tomas and iris liked your note/,
    }),
  ).toBeVisible();
  await expect(list.getByRole('article', { name: /iris started following you/ })).toBeVisible();
  await expect(list.getByText('Does that hold for parasols?')).toBeVisible();
  const summary = page.getByRole('complementary', { name: 'Summary' });
  const counts = ['1', '0', '2', '0', '1', '1', '0'];
  await expect(summary.getByRole('definition')).toHaveText(counts);
  // the marker is an event that is signed without a prompt, and it stays
  await expect(place.getByRole('img')).toHaveCount(0);
  await expect(page).toHaveTitle('Notifications');
  expect(await faults(page)).toEqual([]);

  const follower = list.getByRole('article', { name: /iris started following you/ });
  await follower.press('Enter');
  await expect(page).toHaveURL(/\/p\//);
  await page.goBack();
  await expect(follower).toBeFocused();
  // the same ones are new as before
  await expect(summary.getByRole('definition')).toHaveText(counts);

  await publish(
    site.url,
    by(TOMAS, 6, '', to(said), 2),
    by(NOOR, 7, '🇩🇪', to(said), 2),
    by(
      STRANGER,
      7,
      ':soapbox:',
      [...to(said), ['emoji', 'soapbox', 'https://example.com/soapbox.png']],
      2,
    ),
  );
  await page.getByRole('button', { name: 'Show 3 new' }).click();
  await expect(list.getByRole('article', { name: /noor reacted 🇩🇪 to your note/ })).toBeVisible();
  await expect(list.getByRole('article', { name: /reacted :soapbox: to your note/ })).toBeVisible();
  await expect(list.getByRole('article', { name: /tomas .*reposted your note/ })).toBeVisible();
  await page.getByRole('tab', { name: /^Replies/ }).click();
  await expect(
    page.getByRole('region', { name: 'Notifications: Replies' }).getByRole('article'),
  ).toHaveCount(1);
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(
    page.getByRole('switch', { name: 'Ignore events with too many mentions' }),
  ).toBeChecked();
  // each of 21 types, four more, and those of this device with the quiet hours
  await expect(page.getByRole('switch')).toHaveCount(34);
  await page.getByRole('switch', { name: 'Your note is liked' }).uncheck();
  await expect.poll(settings).toContain('\\"YOUR_POST_WAS_LIKED\\":false');

  await page.goto(`${site.url}/notifications`);
  await expect(page.getByText('Does that hold for parasols?')).toBeVisible();
  await expect(place.getByRole('img')).toHaveCount(0);
});
