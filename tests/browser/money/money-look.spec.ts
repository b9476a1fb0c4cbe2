import { leftDialogs, signIn } from '../support/pages/account.ts';
import { screenshots } from '../support/checks/screenshots.ts';
import { bolt, connect, opened, said, walletOf } from '../support/pages/money.ts';
import { peerEcash } from '../support/pages/peer-ecash.ts';
import { invoiceFrom } from '../support/pages/peer-wallet.ts';
import { expect, LONG, test } from '../support/test.ts';

test('ACCESS-01 ACCESS-02 every screen of money works in four themes and two widths', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(400_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { found, look } = screenshots(page, 'money');
  const site = await house({ town: 0.1 });
  const robin = walletOf(site, 'robin');
  const peer = await peerEcash(`${site.url}/mint`, robin, 50);
  await signIn(page, site);
  await connect(page, site, walletOf(site, 'jun'));
  await look('settings-nwc');
  await page.goto(`${site.url}/settings/zaps`);
  await expect(page.getByLabel('Amount in sats').first()).toBeVisible({ timeout: 20_000 });
  await look('settings-zaps');

  const both = await said(site, 'robin', {
    content: `Tea: ${await invoiceFrom(robin, 33, 'A pot of tea')}\n\nand ${await peer.token(7, 'Seven')}`,
  });
  const row = await opened(page, site, both);
  await expect(page.getByRole('group', { name: 'Ecash token' })).toBeVisible({ timeout: 20_000 });
  await look('cards');
  await page
    .getByRole('group', { name: 'Lightning invoice' })
    .getByRole('button', { name: 'Pay' })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('pay-dialog');
  await page.keyboard.press('Escape');

  // from here on by keyboard
  await bolt(row).focus();
  await page.keyboard.down('Enter');
  const dialog = page.getByRole('dialog', { name: /^Zap / });
  await expect(dialog).toBeVisible();
  await page.keyboard.up('Enter');
  await look('zap-dialog');
  const first = dialog.getByRole('radio').first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio').nth(1)).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Zap 420 play sats' })).toBeVisible();
  for (
    let tabs = 0;
    tabs < 12 &&
    !(await dialog
      .getByRole('button', { name: 'Zap 420 play sats' })
      .evaluate((one) => one === document.activeElement));
    tabs++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Paid/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('The zap receipt is here.')).toBeVisible({ timeout: 20_000 });
  await look('payment-paid');
  await page.keyboard.press('Escape');
  await expect(bolt(row)).toBeFocused();
  await leftDialogs(page);

  await page.goto(`${site.url}/settings/payments`);
  await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible({ timeout: 20_000 });
  await look('settings-payments');
  await page.goto(`${site.url}/settings/ecash`);
  await page.getByLabel('Address of the mint').fill(`${site.url}/mint`);
  await page.getByRole('button', { name: 'Add mint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled({
    timeout: 20_000,
  });
  await look('settings-ecash');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Amount in sats').fill('20');
  await page.getByRole('dialog').getByRole('button', { name: 'Make invoice' }).click();
  await expect(page.getByRole('dialog').getByText(/^lnbcrt/)).toBeVisible({ timeout: 20_000 });
  await look('ecash-add');
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  await page.goto(`${site.url}/premium`);
  await expect(page.getByRole('list', { name: 'Legends' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'See the price' })).toBeVisible({
    timeout: 20_000,
  });
  await look('premium');
  await page.goto(`${site.url}/jun?tab=zaps`);
  await expect(page.getByRole('article').first()).toBeVisible({ timeout: 20_000 });
  await look('profile-zaps');
  expect(found).toEqual([]);
});
