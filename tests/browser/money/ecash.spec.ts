import { fromMenu, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { bolt, keyOf, opened, said, walletOf, zapsIn } from '../support/pages/money.ts';
import { payInvoice, satsIn } from '../support/pages/peer-wallet.ts';
import { expect, LONG, test } from '../support/test.ts';

test('ECASH-01 ecash is added by an invoice, sent as a token, received again and shown by mint', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house({ town: 0.1 });
  await page.goto(`${site.url}/settings/ecash`);
  await signIn(page, site);
  await page.goto(`${site.url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByLabel('Address of the mint').fill(`${site.url}/mint`);
  await main.getByRole('button', { name: 'Add mint' }).click();
  // the address stays until the mint is allowed
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(main.getByLabel('Address of the mint')).toHaveValue(`${site.url}/mint`);
  await main.getByRole('button', { name: 'Add mint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(main.getByLabel('Address of the mint')).toHaveValue('');
  await expect(main.getByText('0 play sats')).toBeVisible();

  await main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in sats').fill('100');
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  const invoice = (await dialog.getByText(/^lnbcrt/).textContent()) ?? '';
  await expect(dialog.getByRole('img', { name: 'Invoice to pay' })).toBeVisible();
  await page.screenshot({ path: 'artifacts/ecash-add.png' });
  // the open order still offers its invoice after a reload
  await page.reload();
  await main.getByRole('button', { name: 'QR code' }).click();
  await expect(dialog.getByText(invoice)).toBeVisible();
  await payInvoice(site.wallets.find(({ mood }) => mood === 'plain')?.uri ?? '', invoice);
  await expect(dialog.getByText('Added 100 play sats')).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Escape');
  await expect(main.getByText('100 play sats').first()).toBeVisible();

  await main.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByLabel('Amount in sats').fill('21');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = (await dialog.getByText(/^cashu/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await expect(main.getByText('79 play sats').first()).toBeVisible();
  await expect(main.getByText('Not checked')).toBeVisible();
  await main.getByRole('button', { name: 'Check if redeemed' }).click();
  await expect(main.getByText('Not redeemed yet')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await page.screenshot({ path: 'artifacts/ecash-1280.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: 'artifacts/ecash-390.png', fullPage: true });
  await main.getByRole('button', { name: 'Take back' }).click();
  await expect(main.getByText('100 play sats', { exact: true }).first()).toBeVisible({
    timeout: 15_000,
  });
  await expect(main.getByText('Taken back', { exact: true })).toBeVisible();
  expect(token).toMatch(/^cashuB/);

  // the ecash is never stored in plain text, and exists after a reload
  await page.reload();
  await expect(main.getByText('100 play sats', { exact: true }).first()).toBeVisible();

  // payments with ecash are listed among the payments
  await main.getByRole('button', { name: 'Pay', exact: true }).click();
  await dialog
    .getByLabel(/address/i)
    .first()
    .fill(`jun@${new URL(site.url).host}`);
  await dialog.getByLabel('Amount in sats').fill('10');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  // recipient, wallet and maximum fee are shown before
  const asked = page.getByRole('alertdialog');
  await expect(asked).toContainText(`${new URL(site.url).host}/mint pays it from your ecash to`);
  await expect(asked).toContainText(`jun@${new URL(site.url).host}`);
  await expect(asked).toContainText('Its fee is 10 play sats at most.');
  await asked.getByRole('button', { name: /Pay/ }).click();
  await expect(main.getByText(/^(89|90) play sats$/).first()).toBeVisible({ timeout: 15_000 });
  await page.goto(`${site.url}/settings/payments`);
  await expect(main.getByText(/^Paid by Ecash of /)).toBeVisible();
});

test('ZAP-01 ZAP-02 ECASH-01 INV-PAY ecash zaps a note with one press, if the balance suffices', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(240_000);
  const site = await house({ town: 0.1 });
  const robin = walletOf(site, 'robin');
  const me = await signIn(page, site);
  await page.goto(`${site.url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByLabel('Address of the mint').fill(`${site.url}/mint`);
  await main.getByRole('button', { name: 'Add mint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  const adding = page.getByRole('dialog');
  await adding.getByLabel('Amount in sats').fill('300');
  await adding.getByRole('button', { name: 'Make invoice' }).click();
  await payInvoice(robin, (await adding.getByText(/^lnbcrt/).textContent()) ?? '');
  await expect(adding.getByText('Added 300 play sats')).toBeVisible({ timeout: 15_000 });

  const ids: string[] = [];
  for (const what of ['chosen', 'one press', 'shares']) {
    const tags =
      what === 'shares' ? ['iris', 'robin'].map((name) => ['zap', keyOf(site, name), '', '1']) : [];
    ids.push(await said(site, 'iris', { content: `To be zapped: ${what}`, tags }));
  }
  const [chosen = '', press = '', shares = ''] = ids;
  const had = await satsIn(robin);
  let row = await opened(page, site, chosen);
  await bolt(row).click({ button: 'right' });
  const dialog = page.getByRole('dialog', { name: /^Zap / });
  const payer = dialog.getByRole('combobox', { name: 'Paid by' });
  await expect(payer).toContainText('Another wallet, by QR code');
  await payer.click();
  await page.getByRole('option', { name: /^Ecash of / }).click();
  await dialog.getByLabel('Another amount').fill('301');
  await expect(dialog.getByRole('button', { name: 'Choose another way to pay' })).toBeDisabled();
  await dialog.getByLabel('Another amount').fill('42');
  await expect(dialog.getByText('Fee of the mint: 10 play sats at most')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Always pay this way' }).click();
  await dialog.getByRole('button', { name: 'Zap 42 play sats' }).click();
  await expect(dialog.getByText(/^Paid/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('The zap receipt is here.')).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();

  // after a reload, by one press
  for (const id of [press, shares]) {
    row = await opened(page, site, id);
    await bolt(row).click();
    await expect(page.getByText(/ zapped successfully$/).first()).toBeVisible({ timeout: 30_000 });
    await expect(bolt(row)).toHaveAccessibleName('Zap, 42');
  }
  await expect
    .poll(async () => (await zapsIn(site.url, { '#e': [shares] })).map(({ sats }) => sats))
    .toEqual([21, 21]);
  for (const id of [chosen, press])
    expect(await zapsIn(site.url, { '#e': [id] })).toMatchObject([{ sats: 42, sender: me }]);
  expect(await satsIn(robin)).toBe(had + 21);
  await page.goto(`${site.url}/settings/payments`);
  await expect(main.getByText(/^Paid by Ecash of /)).toHaveCount(4, { timeout: 20_000 });
  await page.goto(`${site.url}/settings/nwc`);
  await expect(page.getByRole('radio', { name: /^Ecash of / })).toBeChecked({ timeout: 20_000 });
  await page.screenshot({ path: 'artifacts/ecash-wallets.png' });
  // after a reload the question before a sign-out knows the ecash that nothing opened (ACCOUNT-06)
  await page.reload();
  await fromMenu(page, 'Sign out');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/^Ecash: \d+ play sats$/)).toBeVisible();
  await question.getByRole('checkbox').check();
  await expect(question.getByText(/^Ecash is money/)).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await page.screenshot({ path: 'artifacts/sign-out-question.png' });
});
