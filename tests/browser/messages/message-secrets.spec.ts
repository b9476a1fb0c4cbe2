import { finalizeEvent, getPublicKey } from 'nostr-tools';
import { foreignClient } from '../../support/messages/foreign-client.ts';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, PIN } from '../support/pages/account.ts';
import { badge, box, contacts, log, write } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import {
  filesOf,
  kept,
  leaksIn,
  needlesIn,
  type Places,
} from '../support/hostile/secret-search.ts';
import { watch } from '../support/hostile/secret-watch.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const RIO = 41;
const [UNSENT, SENT, FAILED, RECEIVED] = [
  'Quokka7Zeppelin unsent',
  'Walrus9Bicycle sent',
  'Lantern4Meridian failed',
  'Pelican3Tangerine received',
];
const NEEDLES = needlesIn([UNSENT, SENT, FAILED, RECEIVED]);

/**
 * Texts of the page outside the conversation: live regions, the list of conversations, the
 * navigation, the title. The list of conversations shows last lines, too.
 */
async function besides(page: Page): Promise<Places> {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true);
    if (!(copy instanceof HTMLElement)) return '';
    for (const own of copy.querySelectorAll(
      'main [role=log], main [role=group], main textarea, main a[href^="/dms/"]',
    ))
      own.remove();
    return copy.outerHTML;
  });
  return new Map([['page beside the conversation', html]]);
}

for (const form of ['nip04', 'nip17'] as const) {
  test(`E-32 INV-NO-LOSS DM-04 DM-09 message texts (${form}) never leave the conversation`, {
    tag: LONG,
  }, async ({ page, context, house }) => {
    test.setTimeout(300_000);
    const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
    const [jun, rio] = [getPublicKey(secretKey(9)), getPublicKey(secretKey(RIO))];
    const relay = ['relay', site.url.replace('http', 'ws')];
    if (form === 'nip17')
      for (const key of [9, RIO])
        await publish(
          site.url,
          finalizeEvent(
            { kind: 10_050, content: '', tags: [relay], created_at: now() },
            secretKey(key),
          ),
        );
    const them = foreignClient(site.url, secretKey(RIO));
    const found: string[] = [];
    const { check, checkRecording, frames } = watch(page, found, NEEDLES, NEEDLES);
    /** The text appears on the page only in the open conversation. */
    const checkOpen = async (step: string) =>
      check(step, await besides(page), ['document', 'text', 'fields']);

    await write(page, site, 9, rio);
    await box(page).fill(UNSENT);
    await checkOpen('unsent');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(page.getByRole('feed')).toBeVisible();
    await check('left unsent');
    await page.goBack();
    await expect(box(page)).toHaveValue(UNSENT);
    await page.reload();
    await expect(box(page)).toHaveValue(UNSENT, { timeout: 20_000 });
    await checkOpen('unsent, loaded anew');
    await log(page).getByRole('button', { name: 'Show messages' }).click();
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await page.keyboard.press('Enter');
    await expect(log(page)).toContainText('beginning of your conversation', { timeout: 20_000 });

    await box(page).fill(SENT);
    await box(page).press('Enter');
    await expect(log(page)).toContainText(SENT);
    await expect
      .poll(async () => (await them.read(form, jun)).map(({ text }) => text))
      .toEqual([SENT]);
    await checkOpen('sent');
    await context.setOffline(true);
    await box(page).fill(FAILED);
    await box(page).press('Enter');
    const sending = page.getByRole('group', { name: 'Sending' });
    await expect(
      sending.or(box(page)).or(log(page)).filter({ hasText: FAILED }).first(),
    ).toBeVisible();
    await checkOpen('without a net');
    await context.setOffline(false);

    // it is sent once the network is back, or by a retry
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Send again' });
      if (await again.isVisible()) await again.click();
      await expect(log(page)).toContainText(FAILED, { timeout: 3_000 });
    }).toPass({ timeout: 40_000 });
    await checkOpen('sent at last');

    await page.getByRole('link', { name: 'Home' }).first().click();
    await them.write(form, jun, RECEIVED);
    await expect(badge(page)).toBeVisible({ timeout: 20_000 });
    await check('told of one');
    await page
      .getByRole('link', { name: /Messages/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Others' }).click();
    await contacts(page).getByRole('link', { name: /rio/i }).click();
    await expect(log(page)).toContainText(RECEIVED);
    await checkOpen('received');
    await checkRecording('recorded');
    expect(frames()).toBeGreaterThan(5);

    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await check('signed out');
    await page.reload();
    await check('signed out, loaded anew');
    await site.stop();
    const files = filesOf(site.data);
    expect([...files.keys()].length).toBeGreaterThan(0);
    found.push(...leaksIn(files, NEEDLES));
    expect(found).toEqual([]);

    // planted: the search finds the text in every encoding
    await page.evaluate((text) => localStorage.setItem('planted', btoa(text)), SENT);
    expect(leaksIn(await kept(page), NEEDLES)).not.toEqual([]);
  });
}
