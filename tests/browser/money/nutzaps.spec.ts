import { nip19 } from 'nostr-tools';
import { draftNutzapInfo } from '../../../src/events/money/nutzaps/nutzap.ts';
import { leftDialogs, signIn, signInAs } from '../support/pages/account.ts';
import { screenshots } from '../support/checks/screenshots.ts';
import { bolt, keyOf, opened, said, walletOf, zapsIn } from '../support/pages/money.ts';
import { restored } from '../support/pages/peer-ecash.ts';
import { payInvoice } from '../support/pages/peer-wallet.ts';
import { publish, signedBy } from '../support/service/publish.ts';
import type { TestService } from '../support/service/test-service.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, type Locator, LONG, type Page, test } from '../support/test.ts';

const mintOf = ({ url }: Pick<TestService, 'url'>): string => `${url}/mint`;

/** Allows the mint on the ecash screen, which stays open. */
async function allowMint(page: Page, site: Pick<TestService, 'url'>): Promise<void> {
  await page.goto(`${site.url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByLabel('Address of the mint').fill(mintOf(site));
  await main.getByRole('button', { name: 'Add mint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(main.getByText('0 play sats').first()).toBeVisible();
}

async function addEcash(page: Page, sats: number, payer: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in sats').fill(String(sats));
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  await payInvoice(payer, (await dialog.getByText(/^lnbcrt/).textContent()) ?? '');
  await expect(dialog.getByText(`Added ${sats} play sats`)).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Escape');
  // its history.back() would abort the next navigation
  await leftDialogs(page);
}

/** Opens the list of a note's nutzaps. */
async function nutzapsOf(
  page: Page,
  site: Pick<TestService, 'url'>,
  note: string,
): Promise<Locator> {
  await page.goto(`${site.url}/e/${nip19.noteEncode(note)}`);
  const row = page.locator(`[data-note="${note}"]`).first();
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reactions' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: /Zaps/ }).click();
  return page.getByRole('dialog').getByRole('region', { name: 'Nutzaps' });
}

/** Balance at the mint of a wallet's seed words, as another implementation computes it. */
async function worthAtMint(page: Page, site: Pick<TestService, 'url'>): Promise<number> {
  await page.goto(`${site.url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Show the words' }).click();
  const words = (await main.getByText(/^([a-z]+ ){11}[a-z]+$/).textContent()) ?? '';
  return (await restored(mintOf(site), words)).sats;
}

test('ZAP-01 NOTE-21 ECASH-01 NIP-61 a recipient without a lightning address redeems a nutzap, to the sat', {
  tag: LONG,
}, async ({ page, browser, house }) => {
  test.setTimeout(240_000);
  const { found, look } = screenshots(page, 'money');
  const site = await house({ town: 0.1 });
  const iris = site.demo.find(({ name }) => name === 'iris');
  const read = nip19.decode(iris?.nsec ?? '');
  // Iris has no lightning address any more
  await publish(
    site.url,
    signedBy(iris, {
      kind: 0,
      content: JSON.stringify({ name: 'iris', display_name: 'Iris' }),
      tags: [],
    }),
  );
  const note = await said(site, 'iris', { content: 'Paid in ecash only.' });

  const other = await browser.newContext({
    timezoneId: 'UTC',
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const hers = await other.newPage();
  await hers.goto(`${site.url}/home`);
  await signInAs(hers, read.type === 'nsec' ? read.data : new Uint8Array());
  await allowMint(hers, site);
  const herMain = hers.getByRole('main');
  await herMain.getByRole('switch', { name: /mint/ }).click();
  await herMain.getByRole('button', { name: 'Accept nutzaps at these mints' }).click();
  await expect(herMain.getByText('Others can send you nutzaps at 1 mint.')).toBeVisible({
    timeout: 20_000,
  });

  await signIn(page, site);
  await allowMint(page, site);
  await addEcash(page, 300, walletOf(site, 'robin'));
  await page.goto(`${site.url}/e/${nip19.noteEncode(note)}`);
  const row = page.locator(`[data-note="${note}"]`).first();
  await expect(bolt(row)).toBeVisible();
  await bolt(row).click();
  const dialog = page.getByRole('dialog', { name: 'Zap Iris' });
  await expect(dialog.getByText('As a nutzap: ecash that only they can redeem')).toBeVisible({
    timeout: 20_000,
  });
  await expect(dialog.getByRole('combobox', { name: 'Paid by' })).toContainText('Nutzap, ecash of');
  await look('nutzap-dialog');
  await dialog.getByLabel('Another amount').fill('301');
  await expect(dialog.getByRole('button', { name: 'Choose another way to pay' })).toBeDisabled();
  await dialog.getByLabel('Another amount').fill('42');
  await dialog.getByRole('button', { name: 'Zap 42 play sats' }).click();
  await expect(dialog.getByText(/^Paid/)).toBeVisible({ timeout: 30_000 });
  await expect(
    dialog.getByText('The nutzap is published; only they can redeem its ecash.'),
  ).toBeVisible();
  await look('nutzap-paid');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await leftDialogs(page);
  const [nutzap, ...more] = await stored(site.url, { kinds: [9_321], '#e': [note] });
  expect([nutzap?.tags.find(([name]) => name === 'p')?.[1], more]).toEqual([
    keyOf(site, 'iris'),
    [],
  ]);

  await expect(herMain.getByText('42 play sats from')).toBeVisible({ timeout: 20_000 });
  await herMain.getByRole('button', { name: 'Redeem' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Redeem' }).click();
  await expect(herMain.getByText('Redeemed', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect([await worthAtMint(page, site), await worthAtMint(hers, site)]).toEqual([258, 42]);
  await expect(page.getByText('258 play sats').first()).toBeVisible();
  await expect(herMain.getByText('42 play sats', { exact: true }).first()).toBeVisible();
  await hers.screenshot({ path: 'artifacts/nutzap-redeemed.png', fullPage: true });
  await other.close();

  // The nutzap counts only for users who allowed its mint, since its keys prove the signature.
  const given = await nutzapsOf(page, site, note);
  await expect(given.getByText('1 nutzap: 42 play sats')).toBeVisible({ timeout: 20_000 });
  await look('nutzap-counted');
  expect(found).toEqual([]);
});

test('ZAP-01 NIP-61 a split zap pays one share as nutzap, one to an address', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(240_000);
  const { found, look } = screenshots(page, 'money');
  const site = await house({ town: 0.1 });
  const [iris, robin] = [keyOf(site, 'iris'), keyOf(site, 'robin')];
  const takes = draftNutzapInfo([mintOf(site)], [site.url.replace('http', 'ws')], '7'.repeat(64));
  await said(site, 'robin', {
    kind: takes.kind,
    content: '',
    tags: takes.tags.map((tag) => [...tag]),
  });
  const note = await said(site, 'iris', {
    content: 'Half of this is Robin’s.',
    tags: [
      ['zap', iris, '', '2'],
      ['zap', robin, '', '1'],
    ],
  });
  await signIn(page, site);
  await allowMint(page, site);
  await addEcash(page, 300, walletOf(site, 'robin'));
  const row = await opened(page, site, note);
  await bolt(row).click({ button: 'right' });
  const dialog = page.getByRole('dialog', { name: /^Zap / });
  await dialog.getByRole('combobox', { name: 'Paid by' }).click();
  await page.getByRole('option', { name: /^Nutzap/ }).click();
  await expect(dialog.getByText('Nutzaps to those who accept them')).toBeVisible();
  await dialog.getByLabel('Another amount').fill('100');
  await expect(dialog.getByRole('region', { name: 'Shares' })).toContainText('Nutzap · 33 %33');
  await look('nutzap-split');
  await dialog.getByRole('button', { name: 'Zap 100 play sats' }).click();
  await expect(dialog.getByText(/^Paid/)).toBeVisible({ timeout: 40_000 });
  await look('nutzap-split-paid');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await leftDialogs(page);
  await expect(bolt(row)).toContainText('67');
  const gifts = await stored(site.url, { kinds: [9_321], authors: [keyOf(site, 'jun')] });
  const proofs = gifts.flatMap(({ tags }) =>
    tags.flatMap(([name, text = '']) =>
      name === 'proof' ? [Number(JSON.parse(text).amount)] : [],
    ),
  );
  expect([
    proofs.reduce((sum, one) => sum + one, 0),
    gifts.map(({ tags }) => tags.find(([name]) => name === 'p')?.[1]),
  ]).toEqual([33, [robin]]);
  expect(
    (await zapsIn(site.url, { '#e': [note] })).map(({ sats, receiver }) => [sats, receiver]),
  ).toEqual([[67, iris]]);
  expect(await worthAtMint(page, site)).toBe(200);
  // a share paid that way counts, though its recipient is not the author
  await expect((await nutzapsOf(page, site, note)).getByText('1 nutzap: 33 play sats')).toBeVisible(
    { timeout: 20_000 },
  );
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  await page.goto(`${site.url}/settings/payments`);
  await expect(page.getByText(/Zap to .* for a note/).first()).toBeVisible({ timeout: 20_000 });
  await look('nutzap-split-payments');
  expect(found).toEqual([]);
});
