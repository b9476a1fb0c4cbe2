import { signIn } from '../support/pages/account.ts';
import { connect, opened, bolt, said, walletOf } from '../support/pages/money.ts';
import { peerEcash, restored } from '../support/pages/peer-ecash.ts';
import { askWallet, invoiceFrom, satsIn } from '../support/pages/peer-wallet.ts';
import { leaksIn, needlesIn, needlesOfWords } from '../support/hostile/secret-search.ts';
import { watch } from '../support/hostile/secret-watch.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const total = (page: Page) => page.getByRole('region', { name: 'On this device' });

async function holds(page: Page, sats: number): Promise<void> {
  await expect(total(page).getByText(`${sats} play sats`)).toBeVisible({ timeout: 30_000 });
}

/** Confirms the dialog that asks before an action. */
async function agree(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name }).click({ timeout: 20_000 });
}

test('E-32 E-36 ECASH-01 ECASH-02 NOTE-20 NOTE-21 WALLET-01 money secrets do not leak', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(240_000);
  const found: string[] = [];
  const needles = new Map<string, string>();
  const { check, checkRecording } = watch(page, found, needles, needles);
  const site = await house({ town: 0.1 });
  const mint = `${site.url}/mint`;
  const [jun, robin] = [walletOf(site, 'jun'), walletOf(site, 'robin')];
  const peer = await peerEcash(mint, robin, 100);
  /** A request to a mint must contain the secrets of the proofs it spends. No other request may. */
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(mint))
      bodies.push(request.postDataBuffer()?.toString('latin1') ?? '');
  });
  await signIn(page, site);
  const secret = new URL(jun).searchParams.get('secret') ?? '';
  await page.goto(`${site.url}/settings/nwc`);
  await page.getByLabel('Connection string').fill(jun.replace('relay=', 'realy='));
  await expect(page.getByRole('alert').filter({ hasText: 'The relay is missing' })).toBeVisible();
  await connect(page, site, jun);
  for (const [name, needle] of needlesIn([secret])) needles.set(name, needle);
  await check('a wallet is connected');

  await page.goto(`${site.url}/settings/ecash`);
  const main = page.getByRole('main');
  await main.getByLabel('Address of the mint').fill(mint);
  await main.getByRole('button', { name: 'Add mint' }).click();
  await agree(page, 'Allow');
  await main.getByRole('button', { name: 'Show the words' }).click();
  const words = (await main.getByText(/^([a-z]+ ){11}[a-z]+$/).textContent()) ?? '';
  await main.getByRole('button', { name: 'Hide the words' }).click();
  for (const [name, needle] of needlesOfWords(words)) needles.set(name, needle);
  await check('the words were shown');

  const had = { jun: await satsIn(jun), robin: await satsIn(robin) };
  const dialog = page.getByRole('dialog');
  await main.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByLabel('Amount in sats').fill('100');
  await dialog.getByRole('button', { name: 'Make invoice' }).click();
  await dialog.getByRole('button', { name: 'Pay 100 play sats' }).click({ timeout: 20_000 });
  await expect(dialog.getByText('Added 100 play sats')).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await holds(page, 100);
  expect(await satsIn(jun)).toBe(had.jun - 100);

  await main.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByLabel('Amount in sats').fill('21');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const sent = (await dialog.getByText(/^cashu/).textContent({ timeout: 20_000 })) ?? '';
  await page.keyboard.press('Escape');
  expect(await peer.take(sent)).toBe(21);
  await holds(page, 79);

  await main.getByRole('button', { name: 'Receive', exact: true }).click();
  await dialog.getByLabel('Token').fill(await peer.token(10));
  await dialog.getByRole('button', { name: 'Redeem' }).click();
  await agree(page, 'Redeem');
  await holds(page, 89);

  await main.getByRole('button', { name: 'Pay', exact: true }).click();
  await dialog.getByLabel('Invoice or lightning address').fill(`robin@${new URL(site.url).host}`);
  await dialog.getByLabel('Amount in sats').fill('30');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await agree(page, 'Pay');
  await holds(page, 59);
  expect(await satsIn(robin)).toBe(had.robin + 30);

  await opened(
    page,
    site,
    await said(site, 'robin', {
      content: `For whoever reads this: ${await peer.token(7, 'Seven')}`,
    }),
  );
  const ecash = page.getByRole('group', { name: 'Ecash token' });
  await expect(ecash).toContainText('Seven');
  await ecash.getByRole('button', { name: 'Redeem' }).click();
  await agree(page, 'Redeem');
  await expect(ecash).toContainText('Redeemed by you', { timeout: 30_000 });

  const invoice = await invoiceFrom(robin, 33, 'A pot of tea');
  await opened(page, site, await said(site, 'robin', { content: `Tea: ${invoice}` }));
  const card = page.getByRole('group', { name: 'Lightning invoice' });
  await expect(card).toContainText('A pot of tea');
  await card.getByRole('button', { name: 'Pay' }).click();
  await dialog.getByRole('button', { name: 'Pay 33 play sats' }).click();
  await expect(card).toContainText('proof saved', { timeout: 30_000 });
  const row = await opened(page, site, await said(site, 'iris', { content: 'And a zap' }));
  await bolt(row).click();
  await expect(page.getByText(/ zapped successfully$/).first()).toBeVisible({ timeout: 30_000 });
  expect([await satsIn(jun), await satsIn(robin)]).toEqual([
    had.jun - 100 - 33 - 42,
    had.robin + 30 + 33,
  ]);

  await page.goto(`${site.url}/settings/ecash`);
  await holds(page, 66);
  const ours = await restored(mint, words);
  expect(ours.sats).toBe(66);
  expect(ours.secrets.length).toBeGreaterThan(10);
  const { result } = await askWallet(jun, 'list_transactions');
  const preimages = (result?.transactions ?? []).flatMap(({ type, preimage }) =>
    type === 'outgoing' && preimage ? [preimage] : [],
  );
  expect(preimages).toHaveLength(3);
  for (const [name, needle] of needlesIn([...ours.secrets, ...preimages]))
    needles.set(name, needle);
  await check('all of it', new Map([['what others than the mint were sent', bodies.join('\n')]]), [
    'request bodies',
    'frames received',
  ]);
  await page.reload();
  await holds(page, 66);
  await check('loaded anew', new Map(), ['request bodies']);
  await checkRecording('recorded');
  await page.goto(`${site.url}/settings/payments`);
  await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(4);
  await check('the list of payments', new Map(), ['request bodies']);
  expect(found).toEqual([]);
});

test('E-32 caught (planted): secrets of money in any encoding', () => {
  const [secret, words] = [
    '5f'.repeat(32),
    'leader monkey parrot ring guide accident before fence cannon height naive bean',
  ];
  const needles = new Map([...needlesIn([secret]), ...needlesOfWords(words)]);
  for (const text of [
    `nostr+walletconnect://x?secret=${secret}`,
    JSON.stringify({ proofs: [{ secret }] }),
    Buffer.from(`a${secret}`).toString('base64url'),
    Buffer.from(`ab${JSON.stringify({ secret })}`).toString('base64'),
    secret.toUpperCase(),
    words.toUpperCase(),
    encodeURIComponent(words),
  ])
    expect(leaksIn(new Map([['somewhere', text]]), needles), text).not.toEqual([]);
  expect(
    leaksIn(
      new Map([['somewhere', `${'f5'.repeat(30)} ${words.split(' ').toReversed().join(' ')}`]]),
      needles,
    ),
  ).toEqual([]);
});
