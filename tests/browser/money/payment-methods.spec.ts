import { nip19 } from 'nostr-tools';
import { signIn } from '../support/pages/account.ts';
import { bolt, connect, keyOf, opened, said, walletOf, zapsIn } from '../support/pages/money.ts';
import { askWallet, payInvoice, satsIn } from '../support/pages/peer-wallet.ts';
import { expect, LONG, type Locator, type Page, test } from '../support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** Presses a bolt once and waits for the confirmation. */
async function zapped(page: Page, button: Locator): Promise<void> {
  await button.click();
  await expect(page.getByText(/ zapped successfully$/).first()).toBeVisible({ timeout: 30_000 });
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
}

test('ZAP-01 ZAP-02 ZAP-03 ZAP-05 WALLET-01 each of the three payment methods zaps a note once', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(180_000);
  const site = await house({ town: 0.1 });
  const [jun, robin] = [walletOf(site, 'jun'), walletOf(site, 'robin')];
  const robinHad = await satsIn(robin);
  const asked: string[] = [];
  await page.exposeFunction('payElsewhere', async (invoice: string) => {
    asked.push(invoice);
    return payInvoice(robin, invoice);
  });
  const me = await signIn(page, site);
  const ids: string[] = [];
  for (const way of ['shown', 'webln', 'wallet'])
    ids.push(await said(site, 'iris', { content: `To be zapped: ${way}` }));
  const [shown = '', webln = '', wallet = ''] = ids;

  let row = await opened(page, site, shown);
  await bolt(row).click();
  const dialog = page.getByRole('dialog', { name: 'Pay 42 play sats' });
  const href =
    (await dialog
      .getByRole('link', { name: 'Open a wallet' })
      .getAttribute('href', { timeout: 20_000 })) ?? '';
  await payInvoice(robin, href.replace('lightning:', ''));
  await expect(page.getByText('Iris Calder zapped successfully')).toBeVisible({ timeout: 30_000 });
  await expect(dialog).toHaveCount(0);
  await expect(bolt(row)).toHaveAccessibleName('Zap, 42');

  await page.addInitScript(() => {
    const pay: unknown = Reflect.get(window, 'payElsewhere');
    Object.assign(window, {
      webln: {
        enable: async () => undefined,
        sendPayment: async (invoice: string) => ({
          preimage: typeof pay === 'function' ? await pay(invoice) : '',
        }),
      },
    });
  });
  row = await opened(page, site, webln);
  await zapped(page, bolt(row));
  expect(asked).toHaveLength(1);
  expect(await satsIn(robin)).toBe(robinHad - 84);

  const had = await satsIn(jun);
  await connect(page, site, jun, 3);
  row = await opened(page, site, wallet);
  await zapped(page, bolt(row));
  expect([asked.length, await satsIn(jun), await satsIn(robin)]).toEqual([
    1,
    had - 42,
    robinHad - 84,
  ]);
  const { result } = await askWallet(jun, 'list_transactions', { type: 'outgoing' });
  expect(result?.transactions?.filter(({ amount }) => amount === 42_000)).toHaveLength(1);

  const providers = new Set<string>();
  for (const id of ids) {
    await expect.poll(async () => (await zapsIn(site.url, { '#e': [id] })).length).toBe(1);
    const [zap] = await zapsIn(site.url, { '#e': [id] });
    expect(zap).toMatchObject({
      sats: 42,
      message: 'Onward',
      sender: me,
      receiver: keyOf(site, 'iris'),
    });
    providers.add(zap?.provider ?? '');
    row = await opened(page, site, id);
    await expect(bolt(row)).toHaveAccessibleName('Zap, 42');
  }
  const { nostrPubkey } = await (await fetch(`${site.url}/.well-known/lnurlp/iris`)).json();
  expect([...providers]).toEqual([nostrPubkey]);
  await page.goto(`${site.url}/settings/nwc`);
  await expect(page.getByText(`${(had - 42).toLocaleString('en-US')} play sats`)).toBeVisible({
    timeout: 20_000,
  });
});

test('ZAP-01 ZAP-03 PROFILE-07 PROFILE-02 NOTE-15 people, articles, feeds and goals can be zapped', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(180_000);
  const site = await house({ town: 0.1 });
  const wallet = walletOf(site, 'jun');
  const [iris, robin] = [keyOf(site, 'iris'), keyOf(site, 'robin')];
  const me = await signIn(page, site);
  const begun = Math.floor(Date.now() / 1_000);
  await connect(page, site, wallet);
  const had = await satsIn(wallet);

  await page.goto(`${site.url}/iris`);
  await zapped(
    page,
    page.getByRole('main').getByRole('button', { name: 'Zap', exact: true }).first(),
  );
  await expect
    .poll(async () =>
      (await zapsIn(site.url, { '#p': [iris], since: begun })).filter(
        ({ sender }) => sender === me,
      ),
    )
    .toHaveLength(1);

  await said(site, 'iris', {
    kind: 30_023,
    content: 'Of gulls.',
    tags: Object.entries({ d: 'gulls', title: 'Gulls' }),
  });
  const address = `30023:${iris}:gulls`;
  await page.goto(
    `${site.url}/a/${nip19.naddrEncode({ kind: 30_023, pubkey: iris, identifier: 'gulls' })}`,
  );
  const article = page.getByRole('main').locator('[data-act=zap]').first();
  await expect(article).toHaveAttribute('title', /^Zap 42/, { timeout: 20_000 });
  await zapped(page, article);
  await expect.poll(async () => (await zapsIn(site.url, { '#a': [address] })).length).toBe(1);

  await page.goto(`${site.url}/explore`);
  const feed = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'The town today' })
    .locator('[data-act=zap]')
    .first();
  await expect(feed).toHaveAttribute('title', /^Zap 42/, { timeout: 20_000 });
  await zapped(page, feed);
  await expect
    .poll(async () =>
      (await zapsIn(site.url, { '#a': [`31990:${iris}:town-day`] })).map(({ sender }) => sender),
    )
    .toEqual([me]);

  const goal = await said(site, 'robin', {
    kind: 9_041,
    content: 'A boat',
    tags: [
      ['amount', '420000'],
      ['relays', site.url.replace('http', 'ws')],
    ],
  });
  const asking = await said(site, 'robin', { content: 'Help me sail', tags: [['goal', goal]] });
  await opened(page, site, asking);
  const card = page.getByRole('region', { name: 'Zap goal' });
  await expect(card.getByText('0 of 420 play sats')).toBeVisible({ timeout: 20_000 });
  await page.goto(`${site.url}/e/${nip19.noteEncode(goal)}`);
  const target = page.getByRole('main').locator('[data-act=zap][title]').first();
  await expect(target).toBeVisible({ timeout: 20_000 });
  await zapped(page, target);
  await expect.poll(async () => (await zapsIn(site.url, { '#e': [goal] })).length).toBe(1);
  await page.reload();
  await expect(page.getByText('42 of 420 play sats')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('progressbar', { name: 'Zap goal' }).first()).toHaveAttribute(
    'aria-valuenow',
    '10',
  );

  const tags = [
    ['zap', iris, '', '1'],
    ['zap', robin, '', '3'],
  ];
  const shared = await said(site, 'iris', { content: 'We both wrote this', tags });
  const row = await opened(page, site, shared);
  await bolt(row).click({ button: 'right' });
  const dialog = page.getByRole('dialog', { name: /^Zap / });
  await dialog.getByLabel('Another amount').fill('100');
  await dialog.getByLabel('Message, seen by everyone').fill('For both of you');
  await expect(dialog.getByRole('region', { name: 'Shares' }).getByRole('listitem')).toHaveText([
    /25 %\s*25$/,
    /75 %\s*75$/,
  ]);
  await dialog.getByRole('button', { name: 'Zap 100 play sats' }).click();
  await expect(dialog.getByText(/^Paid/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('The zap receipt is here.')).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(bolt(row)).toHaveAccessibleName('Zap, 100');
  const parts = await zapsIn(site.url, { '#e': [shared] });
  expect(
    parts.map(({ receiver, sats, message }) => `${receiver} ${sats} ${message}`).toSorted(),
  ).toEqual([`${iris} 25 For both of you`, `${robin} 75 For both of you`].toSorted());

  const mine = (await zapsIn(site.url, { since: begun })).filter(({ sender }) => sender === me);
  await page.goto(`${site.url}/jun?tab=zaps`);
  await page.getByRole('combobox', { name: /zaps/i }).first().click();
  await page.getByRole('option', { name: 'Sent' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'For both of you' })).toHaveCount(2, {
    timeout: 20_000,
  });
  await page.goto(`${site.url}/settings/payments`);
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(6, { timeout: 20_000 });
  const spent = (await payments.allInnerTexts())
    .map((text) => Number(/− ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')))
    .reduce((a, b) => a + b, 0);
  expect(had - (await satsIn(wallet))).toBe(spent);
  expect(mine).toHaveLength(6);
});

test('BEYOND-06 INV-PAY WALLET-01 an unresolved payment is looked up until settled, and never paid twice', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(300_000);
  const site = await house({ town: 0.1 });
  const [silent, lost, robin] = [
    walletOf(site, 'jun', 'silent'),
    walletOf(site, 'jun', 'lost'),
    walletOf(site, 'robin'),
  ];
  const invoices = new Set<string>();
  // the browser does not keep a body that the page streamed
  await page.route(/\/lnurl\/pay\//, async (route) => {
    const response = await route.fetch();
    const { pr }: { pr?: string } = await response.json();
    if (pr !== undefined) invoices.add(pr);
    await route.fulfill({ response });
  });
  await signIn(page, site);
  await connect(page, site, silent);
  await connect(page, site, robin, 3);
  const [first, second] = [page.getByRole('radio').first(), page.getByRole('radio').nth(1)];
  await first.click();
  await expect(first).toBeChecked();
  const [junHad, robinHad] = [await satsIn(silent), await satsIn(robin)];

  const one = await said(site, 'iris', { content: 'Nobody says anything' });
  const row = await opened(page, site, one);
  await bolt(row).click({ button: 'right' });
  const dialog = page.getByRole('dialog', { name: /^Zap / });
  await dialog.getByRole('button', { name: /^Zap 42/ }).click();
  await expect(dialog.getByText('We don’t know yet.')).toBeVisible({ timeout: 90_000 });
  await expect(dialog.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(bolt(row)).toHaveAccessibleName('An earlier zap may still arrive, 42');
  // another press asks first
  await bolt(row).click();
  await page
    .getByRole('alertdialog', { name: 'Zap again?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  expect(invoices.size).toBe(1);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.reload();
  await page.goto(`${site.url}/settings/payments`);
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toHaveCount(1);
  await expect(payments.first()).toContainText('We don’t know yet', { timeout: 20_000 });
  // the invoice is paid from elsewhere
  await payInvoice(robin, [...invoices][0] ?? '');
  await expect(payments.first()).not.toContainText('We don’t know yet', { timeout: 60_000 });
  await expect(payments.first()).toContainText('− 42');
  expect([await satsIn(silent), await satsIn(robin)]).toEqual([junHad, robinHad - 42]);
  expect(await zapsIn(site.url, { '#e': [one] })).toHaveLength(1);

  await page.goto(`${site.url}/settings/nwc`);
  await second.click();
  await expect(second).toBeChecked();
  const two = await said(site, 'iris', { content: 'The other one pays' });
  await zapped(page, bolt(await opened(page, site, two)));
  expect([await satsIn(silent), await satsIn(robin)]).toEqual([junHad, robinHad - 84]);

  await connect(page, site, lost, 4);
  await page.getByRole('radio').nth(2).click();
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  const three = await said(site, 'iris', { content: 'The answer is lost' });
  const last = await opened(page, site, three);
  await bolt(last).click();
  await expect
    .poll(async () => (await zapsIn(site.url, { '#e': [three] })).length, { timeout: 30_000 })
    .toBe(1);
  await page.goto(`${site.url}/settings/payments`);
  await expect(payments).toHaveCount(3);
  await expect(payments.first()).toContainText('Paid', { timeout: 120_000 });
  expect([await satsIn(silent), await satsIn(robin)]).toEqual([junHad - 42, robinHad - 84]);
  expect(await zapsIn(site.url, { '#e': [three] })).toHaveLength(1);
});
