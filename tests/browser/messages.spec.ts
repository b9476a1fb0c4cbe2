import { getPublicKey } from 'nostr-tools';
import { secretKey } from '../support/signed.ts';
import { neighbourhood } from './support/account.ts';
import { badge, box, contacts, log, write } from './support/messages.ts';
import { expect, test } from './support/test.ts';
import { profile } from './support/village.ts';

const RIO = 41;

test('ROUTE-06 ROUTE-19 DM-01 DM-02 DM-04 DM-05 INV-NO-LOSS two people write to each other: text and counts are right on both sides, and what is being written outlives a reload sealed', async ({
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
  await other.getByRole('tab', { name: 'Others' }).click();
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
