import { finalizeEvent, getPublicKey } from 'nostr-tools';
import { foreignClient } from '../../support/messages/foreign-client.ts';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, PIN } from '../support/pages/account.ts';
import { startKillableService } from '../support/service/killable-service.ts';
import { badge, box, contacts, log, write } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import { hide } from '../support/pages/page-visibility.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const [JUN, RIO] = [9, 41];

/** Sends a message in the open conversation, after the OK of the previous one. */
async function say(page: Page, text: string): Promise<void> {
  await expect(page.getByText('Sending…', { exact: true })).toHaveCount(0);
  await expect(box(page)).toHaveValue('');
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Number of occurrences of each text in the open conversation. */
const times = async (page: Page, texts: readonly string[]): Promise<number[]> => {
  const said = await log(page).innerText();
  return texts.map((text) => said.split(text).length - 1);
};
const once = (texts: readonly string[]): number[] => texts.map(() => 1);

async function chooseForm(page: Page, form: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^(Private|Old form)$/ }).click();
  await page.getByRole('menuitemradio', { name: form }).click();
}

/** Reloads the page, and opens the key to decrypt messages. */
async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Show messages' }).first().click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
}

test('DM-02 DM-04 DM-05 DM-09 INV-NO-LOSS ROUTE-19 both message forms arrive exactly once', {
  tag: LONG,
}, async ({ page, browser }) => {
  test.setTimeout(180_000);
  page.setDefaultTimeout(20_000);
  const site = await startKillableService(
    neighbourhood(profile(RIO, { name: 'rio' })).events ?? [],
  );
  try {
    const home = site.url.replace('http', 'ws');
    const [jun, rio] = [JUN, RIO].map((key) => getPublicKey(secretKey(key))) as [string, string];
    for (const key of [JUN, RIO])
      await publish(
        site.url,
        finalizeEvent(
          { kind: 10_050, content: '', tags: [['relay', home]], created_at: now() },
          secretKey(key),
        ),
      );
    const other = await (await browser.newContext()).newPage();
    other.setDefaultTimeout(20_000);
    const asked: string[] = [];
    other.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => asked.push(String(payload))),
    );
    const them = foreignClient(site.url, secretKey(RIO));

    // in the private form, counted although its conversation is not open
    await write(page, site, JUN, rio);
    await write(other, site, RIO, getPublicKey(secretKey(2)));
    await expect(page.getByRole('button', { name: 'Private', exact: true })).toBeVisible();
    // messages older than the first use of this device count as read
    await expect.poll(() => asked.some((frame) => frame.includes('"kinds":[1059]'))).toBe(true);
    await say(page, 'first, sealed');
    await expect(log(page)).toContainText('first, sealed');
    await expect(badge(other)).toHaveAccessibleName('1 new', { timeout: 20_000 });
    await other.getByRole('tab', { name: 'Others' }).click();
    await expect(contacts(other).getByRole('img', { name: '1 new' })).toBeVisible();
    await contacts(other).getByRole('link').first().click();
    await expect(log(other)).toContainText('first, sealed');
    await expect(badge(other)).toHaveCount(0);

    // a message in the old form, and both forms from the other implementation
    await chooseForm(page, /Old form/);
    await say(page, 'second, old');
    await expect(log(other)).toContainText('second, old', { timeout: 20_000 });
    await expect(badge(other)).toHaveCount(0);
    await them.write('nip17', jun, 'third, foreign and sealed');
    await them.write('nip04', jun, 'fourth, foreign and old');
    const four = [
      'first, sealed',
      'second, old',
      'third, foreign and sealed',
      'fourth, foreign and old',
    ];
    await expect.poll(() => times(page, four), { timeout: 30_000 }).toEqual(once(four));
    await expect(badge(page)).toHaveCount(0);
    // also in the account that wrote with another program
    await expect.poll(() => times(other, four), { timeout: 30_000 }).toEqual(once(four));
    // messages within one second have no defined order
    const read = async (form: 'nip04' | 'nip17') =>
      (await them.read(form, jun)).map(({ text }) => text).toSorted();
    expect(await read('nip17')).toEqual(['first, sealed', 'third, foreign and sealed']);
    expect(await read('nip04')).toEqual(['fourth, foreign and old', 'second, old']);

    // after a reload messages are the same, and read ones stay read
    await reload(other);
    await expect.poll(() => times(other, four), { timeout: 30_000 }).toEqual(once(four));
    await expect(badge(other)).toHaveCount(0);

    // asleep: the message counts after waking up
    await page.getByRole('link', { name: 'Home' }).first().click();
    await hide(page, true);
    await say(other, 'fifth, while you slept');
    await expect(log(other)).toContainText('fifth, while you slept');
    await hide(page, false);
    await expect(badge(page)).toHaveAccessibleName('1 new', { timeout: 20_000 });

    // the service is killed while both write
    await page.goBack();
    await expect(log(page)).toContainText('fifth, while you slept');
    await expect(badge(page)).toHaveCount(0);
    await site.kill();
    await expect(page.getByRole('status').filter({ hasText: /^Offline\./ })).toBeVisible({
      timeout: 20_000,
    });
    await chooseForm(page, /Private/);
    await say(page, 'sixth, into the dark');
    await say(other, 'seventh, into the dark');
    await site.again();
    const all = [
      ...four,
      'fifth, while you slept',
      'sixth, into the dark',
      'seventh, into the dark',
    ];
    for (const one of [page, other]) {
      await expect
        .poll(
          async () => {
            const retry = one.getByRole('button', { name: 'Send again' });
            if (await retry.isVisible()) await retry.click();
            return times(one, all);
          },
          { timeout: 60_000 },
        )
        .toEqual(once(all));
      await expect(box(one)).toHaveValue('');
      await expect(badge(one)).toHaveCount(0);
    }
    const sealed = (await them.read('nip17', jun)).map(({ text }) => text);
    expect(new Set(sealed)).toEqual(new Set([all[0], all[2], all[4], all[5], all[6]]));
    expect(sealed).toHaveLength(5);
    await reload(page);
    await expect.poll(() => times(page, all), { timeout: 30_000 }).toEqual(once(all));
    await expect(badge(page)).toHaveCount(0);
  } finally {
    await site.clear();
  }
});
