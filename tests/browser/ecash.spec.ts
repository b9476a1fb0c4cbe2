import { signIn } from './support/account.ts';
import { faultsInThemes } from './support/axe.ts';
import { payInvoice } from './support/peer-wallet.ts';
import { expect, LONG, test } from './support/test.ts';

test('ECASH-01 ecash is added by an invoice, sent as a token, received again and shown by mint', { tag: LONG }, async ({ page, house }) => {
  const site = await house({ town: 0.1 });
  await page.goto(`${site.url}/settings/ecash`);
  await signIn(page, site);
  await page.goto(`${site.url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByLabel('Address of the mint').fill(`${site.url}/mint`);
  await main.getByRole('button', { name: 'Add mint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(main.getByText('0 play sats')).toBeVisible();

  await main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in sats').fill('100');
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  const invoice = (await dialog.getByText(/^lnbcrt/).textContent()) ?? '';
  await expect(dialog.getByRole('img', { name: 'Invoice to pay' })).toBeVisible();
  await page.screenshot({ path: 'artifacts/ecash-add.png' });
  await payInvoice(site.wallets.find(({ mood }) => mood === 'plain')?.uri ?? '', invoice);
  await expect(dialog.getByText('Done')).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Escape');
  await expect(main.getByText('100 play sats').first()).toBeVisible();

  await main.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByLabel('Amount in sats').fill('21');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = (await dialog.getByText(/^cashu/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(main.getByText('79 play sats').first()).toBeVisible();
  await expect(main.getByText('Not taken yet')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await page.screenshot({ path: 'artifacts/ecash-1280.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: 'artifacts/ecash-390.png', fullPage: true });
  await main.getByRole('button', { name: 'Take back' }).click();
  await expect(main.getByText('100 play sats', { exact: true }).first()).toBeVisible({ timeout: 15_000 });
  expect(token).toMatch(/^cashuB/);

  // nothing of it lies in the clear, and it is there after a reload
  await page.reload();
  await expect(main.getByText('100 play sats', { exact: true }).first()).toBeVisible();

  // what is paid with it stands among the payments
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
  await dialog
    .getByLabel(/address/i)
    .first()
    .fill(`jun@${new URL(site.url).host}`);
  await dialog.getByLabel('Amount in sats').fill('10');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: /Pay/ }).click();
  await expect(main.getByText(/^(89|90) play sats$/).first()).toBeVisible({ timeout: 15_000 });
  await page.goto(`${site.url}/settings/payments`);
  await expect(main.getByText(/^Paid by Ecash of /)).toBeVisible();
});
