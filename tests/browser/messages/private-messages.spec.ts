import { finalizeEvent, getPublicKey, type NostrEvent } from 'nostr-tools';
import { unwrapEvent } from 'nostr-tools/nip17';
import { wrapEvent } from 'nostr-tools/nip59';
import { Relay } from 'nostr-tools/relay';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, PIN } from '../support/pages/account.ts';
import { box, log, write } from '../support/pages/messages.ts';
import { PIXEL } from '../support/pages/png.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const [JUN, RIO] = [9, 41];
const TEXT = 'Behind the third lamp';

/** The gift wraps that a relay returns to their authenticated recipient (NIP-42). */
async function wrapsTo(url: string, key: number): Promise<readonly NostrEvent[]> {
  const relay = await Relay.connect(url.replace('http', 'ws'));
  relay.onauth = async (template) => finalizeEvent(template, secretKey(key));
  const found = new Map<string, NostrEvent>();
  const ask = () =>
    new Promise<void>((resolve) => {
      const filter = { kinds: [1059], '#p': [getPublicKey(secretKey(key))] };
      const subscription = relay.subscribe([filter], {
        onevent: (event) => found.set(event.id, event),
        oneose: () => subscription.close(),
        onclose: () => resolve(),
      });
    });
  await ask();
  await relay
    .auth(async (template) => finalizeEvent(template, secretKey(key)))
    .catch(() => undefined);
  await ask();
  relay.close();
  return [...found.values()];
}

test('DM-09 INV-OUTCOME a recipient with DM relays gets a gift wrap, and the box shows the form', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  const rio = getPublicKey(secretKey(RIO));
  const home = site.url.replace('http', 'ws');
  await publish(
    site.url,
    finalizeEvent(
      { kind: 10_050, content: '', tags: [['relay', home]], created_at: now() },
      secretKey(RIO),
    ),
  );
  await write(page, site, JUN, rio);
  await expect(page.getByRole('button', { name: 'Private', exact: true })).toBeVisible();
  await expect(page.getByText('Relays can’t see who writes to whom.')).toBeVisible();
  await box(page).fill(TEXT);
  await box(page).press('Enter');
  await expect(box(page)).toHaveValue('');

  await expect(async () => {
    const [theirs, own] = await Promise.all([wrapsTo(site.url, RIO), wrapsTo(site.url, JUN)]);
    expect([theirs.length, own.length]).toEqual([1, 1]);
    for (const [wraps, key] of [
      [theirs, RIO],
      [own, JUN],
    ] as const) {
      const [wrap] = wraps;
      if (!wrap) throw new Error('no wrap');
      expect(unwrapEvent(wrap, secretKey(key))).toMatchObject({
        kind: 14,
        content: TEXT,
        pubkey: getPublicKey(secretKey(JUN)),
        tags: [['p', rio]],
      });
      expect(JSON.stringify(wrap.tags)).not.toContain(
        key === RIO ? getPublicKey(secretKey(JUN)) : rio,
      );
    }
  }).toPass({ timeout: 10_000 });

  // while everything goes through the caching service a message waits, and goes out after that
  const privacy = page.getByRole('switch', { name: 'Send everything through the caching service' });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Network' }).click();
  await privacy.click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .click();
  await box(page).fill('Later');
  await box(page).press('Enter');
  const waits = page.getByRole('status').filter({ hasText: 'It is sent as soon as you turn that' });
  await expect(waits).toContainText('Until then your text stays here.');
  await expect(page.getByText('was not sent')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Sending…' })).toHaveText('Later');
  await expect(box(page)).toHaveValue('');
  await waits.getByRole('link', { name: 'Network' }).click();
  await privacy.click();
  await expect.poll(async () => (await wrapsTo(site.url, RIO)).length, { timeout: 20_000 }).toBe(2);
  await page.goBack();
  await expect(page.getByRole('group', { name: 'Sending…' })).toHaveCount(0);
  await expect(waits).toHaveCount(0);

  // the key is locked now, and with it the relay
  await page.reload();
  await log(page).getByRole('button', { name: 'Show messages' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText(TEXT);
});

test('DM-09 E-21 an encrypted file from another client is fetched and shown only on a press', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  const [jun, rio] = [JUN, RIO].map((key) => getPublicKey(secretKey(key))) as [string, string];
  const [key, nonce] = [32, 12].map((size) => crypto.getRandomValues(new Uint8Array(size))) as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ];
  const sealer = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const body = Buffer.from(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, sealer, new Uint8Array(PIXEL)),
  );
  const asked: string[] = [];
  await page.route('https://files.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      body,
      contentType: 'application/octet-stream',
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  const tags = [
    ['p', jun],
    ['file-type', 'image/png'],
    ['encryption-algorithm', 'aes-gcm'],
    ['decryption-key', Buffer.from(key).toString('hex')],
    ['decryption-nonce', Buffer.from(nonce).toString('hex')],
    ['size', String(PIXEL.length)],
  ];
  await publish(
    site.url,
    wrapEvent(
      { kind: 15, content: 'https://files.example/sealed', tags, created_at: now() },
      secretKey(RIO),
      jun,
    ),
  );
  await write(page, site, JUN, rio);
  await expect(log(page).getByText('files.example will learn that you open it')).toBeVisible();
  expect(asked).toEqual([]);
  await log(page).getByRole('button', { name: 'Open file' }).click();
  const picture = log(page).getByRole('img', { name: /^A file, image\/png/ });
  await expect
    .poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);
  expect(asked).toEqual(['https://files.example/sealed']);
});
