import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, signIn } from '../support/pages/account.ts';
import { startKillableService } from '../support/service/killable-service.ts';
import { hide } from '../support/pages/page-visibility.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const [IRIS, TOMAS] = [2, 3];
const place = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ });
/** An event that reacts to a note, dated `ahead` seconds from now. */
const by = (key: number, kind: number, content: string, of: SignedEvent, ahead = 0) =>
  signed(
    {
      kind,
      content,
      tags: [
        ['e', of.id, '', 'root'],
        ['p', of.pubkey],
      ],
      created_at: now() + ahead,
    },
    key,
  );

/** Expect that number of new notifications in badge and title. */
async function expectNew(page: Page, count: number, screen: string): Promise<void> {
  if (count === 0) await expect(place(page).getByRole('img')).toHaveCount(0, { timeout: 30_000 });
  else
    await expect(place(page).getByRole('img')).toHaveAccessibleName(`${count} new`, {
      timeout: 30_000,
    });
  await expect(page).toHaveTitle(count === 0 ? screen : `(${count}) ${screen}`);
}

test('NOTIF-04 NOTIF-05 ROUTE-19 INV-SUBS two devices of one account agree on badge, title and seen marker', {
  tag: LONG,
}, async ({ page, browser }) => {
  test.setTimeout(180_000);
  const said = byJun({ kind: 1, content: 'The library lends umbrellas now.' });
  const site = await startKillableService(neighbourhood(said).events ?? []);
  try {
    const known = byJun({
      kind: 30_078,
      content: '{}',
      tags: [['d', 'Starling', 'get_app_settings']],
    });
    await fetch(`${site.url}/api`, {
      method: 'POST',
      body: JSON.stringify(['get_app_settings', { event_from_user: known }]),
    });
    const other = await (await browser.newContext()).newPage();
    await signIn(page, { ...site, demo: [] });
    await signIn(other, { ...site, demo: [] });
    await publish(
      site.url,
      by(IRIS, 7, '+', said),
      by(TOMAS, 1, 'Does that hold for parasols?', said),
    );
    for (const one of [page, other]) await expectNew(one, 2, 'Home');

    // reload, and sleep while more events arrive
    await page.reload();
    await expectNew(page, 2, 'Home');
    await hide(other, true);
    await publish(site.url, by(TOMAS, 7, '+', said));
    await expectNew(page, 3, 'Home');
    await hide(other, false);
    await expectNew(other, 3, 'Home');

    // the service is killed, and receives more events before the devices reconnect
    await site.kill();
    await site.again();
    await publish(site.url, by(IRIS, 6, '', said));
    for (const one of [page, other]) await expectNew(one, 4, 'Home');

    // notifications seen on one device are seen on the other, also after another kill
    await place(page).click();
    await expect(page.getByText('Does that hold for parasols?')).toBeVisible();
    await expectNew(page, 0, 'Notifications');
    // the reload closed the key, and signing the marker needs no PIN
    await expectNew(other, 0, 'Home');
    await site.kill();
    await site.again();
    await publish(site.url, by(IRIS, 1, 'And for walking sticks?', said, 2));
    await expectNew(other, 1, 'Home');
    await place(other).click();
    await expect(
      other.getByRole('article', {
        name: /iris and tomas liked your note|tomas and iris liked your note/,
      }),
    ).toHaveCount(1);
    await expect(other.getByText('Does that hold for parasols?')).toHaveCount(1);
    await expect(other.getByText('And for walking sticks?')).toHaveCount(1);
    await expectNew(other, 0, 'Notifications');
    await page.goto(`${site.url}/home`);
    await expectNew(page, 0, 'Home');
  } finally {
    await site.clear();
  }
});
