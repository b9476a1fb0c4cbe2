import { faultsInThemes } from '../support/checks/axe.ts';
import { leftDialogs, signIn } from '../support/pages/account.ts';
import { connect, walletOf } from '../support/pages/money.ts';
import { satsIn } from '../support/pages/peer-wallet.ts';
import { expect, LONG, test } from '../support/test.ts';

const TIPS = /Show \d+ Monero tips/;

test('XMR-01 a Monero tip shows an exact payment link and code, apart from zaps', {
  tag: LONG,
}, async ({ page, town }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${town.url}/jun`);
  await page.getByRole('button', { name: 'Tip Jun Okafor in Monero' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tip Jun Okafor in Monero' });
  const link = dialog.getByRole('link', { name: 'Open a wallet' });
  await expect(link).toHaveAttribute('href', /^monero:5\w{94}\?tx_amount=0\.0008$/);
  await expect(dialog.getByText('Coins there are worth nothing')).toBeVisible();
  await dialog.getByText('0.00005').click();
  await expect(link).toHaveAttribute('href', /tx_amount=0\.00005$/);
  await dialog.getByLabel('Another amount').fill('0.1234567890123');
  await expect(dialog.getByRole('alert')).toContainText('at most 12 digits');
  await expect(link).toHaveCount(0);
  await dialog.getByLabel('Another amount').fill('0.123456789012');
  await expect(
    dialog.getByRole('img', { name: 'QR code: 0.123456789012 XMR for Jun Okafor' }),
  ).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  await expect(page.getByRole('button', { name: 'Tip Jun Okafor in Monero' })).toBeFocused();

  await page.goto(`${town.url}/jun?tab=zaps`);
  await page.getByRole('button', { name: TIPS }).click();
  const tips = page.getByRole('dialog', { name: 'Monero tips' });
  await expect(tips.getByText(/tips confirmed by recipients: 0\.005 XMR/)).toBeVisible();
  await expect(tips.getByRole('listitem').filter({ hasText: 'Says they sent it' })).toHaveCount(1);
  expect(await faultsInThemes(page)).toEqual([]);
});

test('MEMBER-02 MEMBER-03 PROFILE-11 a legend sees the membership page, and a new colour is saved', {
  tag: LONG,
}, async ({ page, house }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { url, demo } = await house({ town: 0.02 });
  await signIn(page, { url, demo });
  await page.goto(`${url}/premium`);
  const own = page.getByRole('region', { name: 'Your membership' });
  await expect(own.getByText('Legend', { exact: true })).toBeVisible({ timeout: 20_000 });
  const row = page
    .getByRole('list', { name: 'Legends' })
    .getByRole('listitem', { name: 'Jun Okafor' });
  await expect(row.getByText('You')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  const colour = own
    .locator('label')
    .filter({ has: page.getByRole('radio', { checked: false }) })
    .first();
  // next to the picture, which may be only a letter
  const name = await colour.locator('[data-legend]').last().innerText();
  await colour.click();
  const save = own.getByRole('button', { name: 'Save look' });
  await save.click();
  // the button is also disabled while saving
  await expect(save).toHaveJSProperty('disabled', true, { timeout: 20_000 });
  await page.reload();
  await expect(own.getByRole('radio', { name: name.trim(), checked: true })).toBeVisible({
    timeout: 20_000,
  });
});

test('MEMBER-02 a membership is bought once: price first, then payment, then the active tier', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(300_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const site = await house({ town: 0.02 });
  const wallet = walletOf(site, 'robin');
  // an account without history in the town
  await signIn(page, { url: site.url, demo: [] });
  await connect(page, site, wallet);
  const had = await satsIn(wallet);
  await page.goto(`${site.url}/premium`);
  const buy = page.getByRole('region', { name: 'Become a member' });
  await expect(buy).toBeVisible({ timeout: 30_000 });
  await buy.getByLabel('Your name at this service (optional)').fill('Jun Okafor');
  await buy.getByRole('button', { name: 'See the price' }).click();
  await expect(buy.getByText('Up to 30 small letters, digits, dots and lines.')).toBeVisible();
  await buy.getByLabel('Your name at this service (optional)').fill('robin');
  await buy.getByRole('button', { name: 'See the price' }).click();
  await expect(buy.getByText('The service says: “that name is taken”')).toBeVisible({
    timeout: 20_000,
  });
  await buy.getByLabel('Your name at this service (optional)').fill('new.here');
  expect(await faultsInThemes(page)).toEqual([]);
  await buy.getByRole('button', { name: 'See the price' }).click();
  await expect(buy.getByText('7,000 play sats, 7 dollars according to the service')).toBeVisible({
    timeout: 20_000,
  });
  await buy.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 7,000 play sats' }).click();
  await expect(
    page.getByRole('region', { name: 'Your membership' }).getByText('Premium', { exact: true }),
  ).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText('Paid and active.')).toBeVisible({ timeout: 20_000 });
  expect(await faultsInThemes(page)).toEqual([]);
  expect(await satsIn(wallet)).toBe(had - 7_000);
  await page.reload();
  const own = page.getByRole('region', { name: 'Your membership' });
  await expect(own.getByText('Premium', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(own.getByText(/^new\.here@/)).toBeVisible();
  await expect(own.getByText(/^Until /)).toBeVisible();
  expect(await satsIn(wallet)).toBe(had - 7_000);
});
