import { getPublicKey } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood } from '../support/pages/account.ts';
import { badge, box, contacts, log, write } from '../support/pages/messages.ts';
import { expect, LONG, test } from '../support/test.ts';
import { profile } from '../support/service/village.ts';

const RIO = 41;

test('ROUTE-06 ROUTE-19 DM-01 DM-02 DM-04 DM-05 INV-NO-LOSS two people exchange messages', async ({
  page,
  browser,
  house,
}) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  const rio = getPublicKey(secretKey(RIO));
  await write(page, site, 9, rio);
  await box(page).fill('The lamps came on at 16:42');
  await box(page).press('Enter');
  await expect(log(page)).toContainText('The lamps came on at 16:42');
  await expect(box(page)).toHaveValue('');

  const other = await browser.newPage();
  await write(other, site, RIO, getPublicKey(secretKey(2)));
  await expect(contacts(other)).toContainText('1 conversation is under “Others”.');
  await contacts(other).getByRole('button', { name: 'Show others' }).click();
  await expect(contacts(other).getByRole('img', { name: '1 new' })).toBeVisible();
  await expect(badge(other)).toHaveAccessibleName('1 new');
  await contacts(other).getByRole('link', { name: /jun/i }).click();
  await expect(log(other)).toContainText('The lamps came on at 16:42');
  await expect(contacts(other).getByRole('img', { name: '1 new' })).toHaveCount(0);
  await expect(badge(other)).toHaveCount(0);
  await box(other).fill('Keep them there');
  await box(other).press('Enter');
  await expect(log(page)).toContainText('Keep them there');

  await box(page).fill('half a thought');
  await page.reload();
  await expect(box(page)).toHaveValue('half a thought');
});

test('DM-05 INV-NO-LOSS letters after Enter belong to the next message, and both arrive in order', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  await write(page, site, 9, getPublicKey(secretKey(RIO)));
  await expect(log(page)).toContainText('This is the beginning');
  await box(page).focus();
  await page.keyboard.type('first', { delay: 20 });
  await page.keyboard.press('Enter');
  await page.keyboard.type('second', { delay: 20 });
  await page.keyboard.press('Enter');
  await expect(box(page)).toHaveValue('');
  const said = log(page).locator('[data-message]');
  await expect(said).toHaveText([/^first/, /^second/]);
  await expect(page.getByText('Sending…', { exact: true })).toHaveCount(0);
  await page.keyboard.type('third', { delay: 20 });
  await page.keyboard.press('Enter');
  await expect(said).toHaveText([/^first/, /^second/, /^third/]);
});

test('DM-05 INV-NO-LOSS a draft of a message survives a page killed 300 ms after the last key', {
  tag: LONG,
}, async ({ page, context, house }) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  await write(page, site, 9, getPublicKey(secretKey(RIO)));
  await expect(log(page)).toContainText('This is the beginning');
  await box(page).pressSequentially('half a thought');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const { pathname } = new URL(page.url());
  const cdp = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // a crashed page never responds
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(`${site.url}${pathname}`);
  await expect(box(again)).toHaveValue('half a thought');
});
