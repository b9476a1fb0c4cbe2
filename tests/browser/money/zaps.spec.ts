import { verifyEvent } from 'nostr-tools';
import { fromMenu, openAs, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { publish, signedBy } from '../support/service/publish.ts';
import type { TestService } from '../support/service/test-service.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, type Locator, type Page, test } from '../support/test.ts';

const SMALL_TOWN = 0.1;

const bolt = (row: Locator): Locator => row.locator('[data-act=zap]');

/** The connection string of Jun's wallet with the given behaviour. */
function stringOf({ wallets }: Pick<TestService, 'wallets'>, mood: string): string {
  return wallets.find((one) => one.owner.name === 'jun' && one.mood === mood)?.uri ?? '';
}

async function connect(page: Page, site: TestService, mood: string): Promise<void> {
  await page.goto(`${site.url}/settings/nwc`);
  await addWallet(page, site, mood);
  await expect(page.getByText('play sats', { exact: false }).first()).toBeVisible({
    timeout: 20_000,
  });
}

async function addWallet(page: Page, site: TestService, mood: string): Promise<void> {
  await page.getByLabel('Connection string').fill(stringOf(site, mood));
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** A recent note in the open feed, by another author, without zaps. */
async function freshNote(
  page: Page,
  site: TestService,
): Promise<{ readonly id: string; readonly row: Locator }> {
  const iris = site.demo.find(({ name }) => name === 'iris');
  const note = signedBy(iris, { kind: 1, content: 'The lamps are lit.' });
  await publish(site.url, note);
  await page.goto(`${site.url}/home`);
  const row = page.locator(`[data-note="${note.id}"]`).first();
  // the payment methods of the recipients are loaded
  await expect(row.locator('[data-act=zap][aria-label="Zap"][title]')).toBeVisible({
    timeout: 20_000,
  });
  return { id: note.id, row };
}

const receiptsOf = (url: string, id: string) => stored(url, { kinds: [9735], '#e': [id] });

test('ZAP-01 ZAP-02 ZAP-03 ZAP-05 WALLET-01 SETTINGS-10 one press zaps the default amount', async ({
  page,
  house,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const site = await house({ town: SMALL_TOWN });
  const me = await openAs(page, site, '/settings/nwc');
  await page
    .getByLabel('Connection string')
    .fill(stringOf(site, 'plain').replace(/secret=\w+/, ''));
  await expect(
    page.getByRole('alert').filter({
      hasText: 'This connection string is not valid. The string is cut off: the secret is missing.',
    }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
  await addWallet(page, site, 'plain');
  await expect(page.getByText('100,000 play sats')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  expect(await faultsInThemes(page)).toEqual([]);

  const { id, row } = await freshNote(page, site);
  await bolt(row).click();
  await expect(bolt(row)).toHaveAccessibleName(/^Zap( on its way)?, 42$/);
  await expect(page.getByText(/ zapped successfully$/)).toBeVisible({ timeout: 20_000 });
  await expect(bolt(row)).toHaveAccessibleName('Zap, 42');
  await expect.poll(async () => (await receiptsOf(site.url, id)).length).toBe(1);
  const [receipt] = await receiptsOf(site.url, id);
  expect(receipt && verifyEvent(receipt)).toBe(true);
  const request = JSON.parse(receipt?.tags.find(([name]) => name === 'description')?.[1] ?? '{}');
  expect(request).toMatchObject({ kind: 9734, pubkey: me, content: 'Onward' });
  // after a reload it counts once, too
  await page.reload();
  await expect(bolt(row)).toHaveAccessibleName('Zap, 42');
  await expect(bolt(row)).toHaveAttribute('aria-pressed', 'true');

  await page.goto(`${site.url}/settings/payments`);
  const payment = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payment).toHaveCount(1);
  await expect(payment).toContainText(/Zap to .* for a note/);
  await expect(payment).toContainText('− 42');
  expect(await faultsInThemes(page)).toEqual([]);
  // the question before a sign-out names it (ACCOUNT-06)
  await fromMenu(page, 'Sign out');
  await expect(page.getByRole('alertdialog').getByText(/^Connected wallet: /)).toBeVisible();
});

test('ZAP-01 BEYOND-06 INV-PAY a custom zap by keyboard shows its state; a refusal reverts the count', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const site = await house({ town: SMALL_TOWN });
  await signIn(page, site);
  await connect(page, site, 'plain');
  const { id, row } = await freshNote(page, site);
  await bolt(row).focus();
  await page.keyboard.down('Enter');
  const dialog = page.getByRole('dialog', { name: /^Zap / });
  await expect(dialog).toBeVisible();
  await page.keyboard.up('Enter');
  expect(await faultsInThemes(page)).toEqual([]);
  await dialog.getByLabel('Another amount').fill('77');
  await dialog.getByLabel('Message, seen by everyone').fill('For the gulls');
  await dialog.getByRole('button', { name: 'Zap 77 play sats' }).press('Enter');
  await expect(dialog.getByText(/^Paid/)).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('button', { name: 'Copy proof' })).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(bolt(row)).toBeFocused();
  await expect(bolt(row)).toHaveAccessibleName('Zap, 77');
  const [receipt] = await receiptsOf(site.url, id);
  expect(receipt?.tags.find(([name]) => name === 'description')?.[1]).toContain('For the gulls');

  await connect(page, site, 'refuse');
  await expect(page.getByRole('radio')).toHaveCount(3);
  const second = page.getByRole('radio').nth(1);
  await second.click();
  await expect(second).toBeChecked();
  const other = await freshNote(page, site);
  await bolt(other.row).click({ button: 'right' });
  await dialog.getByRole('button', { name: /^Zap 42/ }).click();
  await expect(dialog.getByText('Not paid')).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText('Nothing left your wallet.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bolt(other.row)).toHaveAccessibleName('Zap');
  // one press: the toast leads to the reason
  await bolt(other.row).click();
  const alert = page.getByRole('alert').filter({ hasText: 'We were unable to send this Zap' });
  await alert.getByRole('button', { name: 'Why not?' }).click({ timeout: 20_000 });
  await expect(dialog.getByText('Not paid')).toBeVisible();
  await expect(dialog.getByText('Nothing left your wallet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Other wallet' }).click();
  await expect(dialog.getByLabel('Another amount')).toBeVisible();
  await expect(dialog.getByText('Your wallet sets the fee.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await receiptsOf(site.url, other.id)).toEqual([]);
});

test('ZAP-07 INV-PAY BEYOND-06 an open zap shows in every tab and after a reload; a second one asks first', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const site = await house({ town: SMALL_TOWN });
  await openAs(page, site, '/settings/nwc');
  await addWallet(page, site, 'silent');
  await expect(page.getByRole('radio')).toHaveCount(2, { timeout: 20_000 });
  let invoices = 0;
  page.context().on('request', (request) => {
    if (/lnurl\/pay/.test(request.url())) invoices += 1;
  });
  const { id, row } = await freshNote(page, site);
  // a tab that looks at the same note, and has not opened payments
  const other = await page.context().newPage();
  await other.emulateMedia({ reducedMotion: 'reduce' });
  await other.goto(`${site.url}/home`);
  const same = other.locator(`[data-note="${id}"]`).first();
  await expect(bolt(same)).toHaveAccessibleName('Zap', { timeout: 20_000 });
  await bolt(row).click();
  await expect.poll(() => invoices, { timeout: 20_000 }).toBe(1);

  for (const [tab, noteRow] of [
    [other, same],
    [page, row],
  ] as const) {
    if (tab === page) await tab.reload();
    await expect(bolt(noteRow)).toHaveAccessibleName(/^An earlier zap may still arrive/, {
      timeout: 20_000,
    });
    await bolt(noteRow).click();
    const question = tab.getByRole('alertdialog', { name: 'Zap again?' });
    await expect(question).toContainText('An earlier zap of 42 play sats may still arrive.');
    if (tab === page) expect(await faultsInThemes(tab)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    expect(invoices).toBe(1);
  }
  // a press right after a reload, before data has loaded, asks as well
  await page.reload();
  await expect(row.locator('[data-act=zap][aria-label="Zap"][title]')).toBeVisible({
    timeout: 20_000,
  });
  await bolt(row).click();
  await expect(page.getByRole('alertdialog', { name: 'Zap again?' })).toBeVisible({
    timeout: 20_000,
  });
  expect(invoices).toBe(1);
  await page.keyboard.press('Escape');
  // the custom zap dialog shows it above its button
  await bolt(row).click({ button: 'right' });
  await expect(
    page
      .getByRole('dialog', { name: /^Zap / })
      .getByRole('status')
      .filter({ hasText: 'may still arrive' }),
  ).toBeVisible();
});

test('ZAP-02 without a wallet the invoice is shown, and closing it pays nothing', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const site = await house({ town: SMALL_TOWN });
  await signIn(page, site);
  const { id, row } = await freshNote(page, site);
  await bolt(row).click();
  const dialog = page.getByRole('dialog', { name: 'Pay 42 play sats' });
  await expect(dialog.getByRole('img', { name: 'QR code of the invoice' })).toBeVisible({
    timeout: 20_000,
  });
  const module = () =>
    dialog
      .getByRole('img', { name: 'QR code of the invoice' })
      .evaluate((code) => code.clientWidth / Number(code.getAttribute('viewBox')?.split(' ')[2]));
  expect(await module()).toBeGreaterThanOrEqual(4);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await module()).toBeGreaterThanOrEqual(4);
  await expect(dialog.getByRole('link', { name: 'Open a wallet' })).toHaveAttribute(
    'href',
    /^lightning:lnbcrt\w+$/,
  );
  await expect(dialog.getByText(/^\d+:\d\d left$/)).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(bolt(row)).toHaveAccessibleName('Zap');
  expect(await receiptsOf(site.url, id)).toEqual([]);
});

test('ZAP-01 a long press on the bolt opens the dialog, and its release does not scroll the page', {
  tag: LONG,
}, async ({ browser, house }) => {
  test.slow();
  const site = await house({ town: SMALL_TOWN });
  for (const hasTouch of [false, true]) {
    const context = await browser.newContext({ hasTouch, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await signIn(page, site);
    const { row } = await freshNote(page, site);
    const place = await bolt(row).boundingBox();
    if (!place) throw new Error('the bolt is not drawn');
    const at = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
    const dialog = page.getByRole('dialog', { name: /^Zap / });
    const touch = hasTouch ? await context.newCDPSession(page) : undefined;
    if (touch)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    else {
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
    }
    await expect(dialog).toBeVisible();
    if (touch) await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    else await page.mouse.up();
    // the first click opens its target before the next click is handled
    await dialog.getByLabel('Another amount').click();
    await expect(dialog).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/home');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    // and the next press works
    await row.getByRole('link').first().click();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/home');
    await context.close();
  }
});

test('ZAP-03 ACCOUNT-01 a visitor who presses zap is asked to log in', { tag: LONG }, async ({
  page,
  town,
}) => {
  await page.goto(`${town.url}/home`);
  await page.getByRole('feed').locator('[data-act=zap]').first().click();
  await expect(page.getByText('You must be logged-in to perform a zap')).toBeVisible();
});
