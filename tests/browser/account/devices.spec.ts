import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { createNostrConnectURI } from 'nostr-tools/nip46';
import { Relay } from 'nostr-tools/relay';
import { unfitOnPhones } from '../support/checks/dialog-fit.ts';
import { LANGUAGES, wordsOf } from '../support/checks/translation-checks.ts';
import { neighbourhood, openAs, signIn } from '../support/pages/account.ts';
import { readEveryone } from '../support/pages/reading.ts';
import { type TestService, startHouse } from '../support/service/test-service.ts';
import { stored } from '../support/service/stored-events.ts';
import { kept, leaksIn, listen, needlesIn } from '../support/hostile/secret-search.ts';
import { type Browser, expect, LONG, type Page, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

let house: TestService;
test.beforeAll(async () => {
  house = await startHouse(neighbourhood());
});
test.afterAll(() => house.clear());

const signedIn = (page: Page) => page.getByText('Signed in', { exact: true });
const main = (page: Page) => page.getByRole('main');

/** A separate browser, which shares only the service with the other one. */
async function otherDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').fill(text);
  await page.keyboard.press('Control+Enter');
}

/** Under Network: the device is listed, and beside the caching service only if permitted. */
async function permitsItsRelay(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Network' }).first().click();
  const line = main(page)
    .getByRole('listitem')
    .filter({ hasText: '1 connected device asks here' })
    .first();
  await expect(line).toContainText('Online');
  const proxy = main(page).getByRole('switch', { name: 'Send everything through' });
  await proxy.click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Don’t connect' }).click();
  await expect(line).toContainText('Paused: everything goes through the caching service');
  await line.getByRole('button', { name: 'anyway' }).click();
  await expect(line).toContainText('Online');
  await proxy.click();
  await page.goBack();
}

test('BEYOND-12 RELAY-08 E-32 ACCESS-02 a shown code signs another device in, until it is removed', {
  tag: LONG,
}, async ({ page, browser }) => {
  const ear = listen(page);
  const me = await openAs(page, house, '/settings/devices');
  await main(page).getByRole('button', { name: 'Show code' }).press('Enter');
  await expect(page.getByRole('img', { name: 'Code for the other device' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hide code' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy code' }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^bunker:\/\/[0-9a-f]{64}\?/);
  expect(code).not.toContain(me);

  const other = await otherDevice(browser);
  await other.getByLabel('Key or address').fill(code);
  await other.keyboard.press('Enter');
  await expect(signedIn(other)).toBeVisible();
  await expect(main(page).getByText('Device connected.', { exact: false })).toBeVisible();
  await expect(main(page).getByText('Starling', { exact: true })).toBeVisible();
  await permitsItsRelay(page);

  await readEveryone(other);
  await write(other, 'Written on the other device');
  const question = page.getByRole('alertdialog', { name: 'Starling asks' });
  await expect(question).toContainText('Written on the other device');
  expect(await stored(house.url, { kinds: [1], authors: [me] })).toEqual([]);
  const spoken = await Promise.all(Object.values(LANGUAGES).map((one) => wordsOf(one, 'devices')));
  const acts = spoken.map(({ question: { refuse, always, unlock } }) => [refuse, always, unlock]);
  expect(await unfitOnPhones(page, question, acts)).toEqual([]);
  await question.getByRole('button', { name: 'Allow once' }).click();
  await expect(other.getByText('Note posted successfully')).toBeVisible();
  expect(await stored(house.url, { kinds: [1], authors: [me] })).toHaveLength(1);

  const secret = new URL(code.replace('bunker://', 'https://')).searchParams.get('secret') ?? '';
  const needles = needlesIn([secret]);
  for (const one of [page, other]) {
    // the clipboard may contain it, because the user copied it
    const places = [...(await kept(one))].filter(([place]) => place !== 'clipboard');
    expect(leaksIn(new Map(places), needles)).toEqual([]);
  }
  expect(leaksIn(ear.heard(), needles)).toEqual([]);

  await main(page).getByRole('button', { name: 'Remove Starling' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(main(page).getByText('No other device uses your key.')).toBeVisible();
  await write(other, 'Written after it was removed');
  // the device shows the reason, and the host asks nothing
  await expect(other.getByText('This device was removed by the browser')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(await stored(house.url, { kinds: [1], authors: [me] })).toHaveLength(1);
  await other.context().close();
});

test('BEYOND-12 a scanned code grants nothing before consent, and survives a reload', {
  tag: LONG,
}, async ({ page, browser }) => {
  await signIn(page, house);
  const other = await otherDevice(browser);
  await other.getByRole('button', { name: 'Use a signer on your phone' }).click();
  const code =
    (await other.getByRole('link', { name: 'Open in a signer here' }).getAttribute('href')) ?? '';
  await page.goto(`${house.url}/settings/devices`);
  await main(page).getByLabel('Code of the other device').fill('nostrconnect://nonsense');
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('That isn’t a code of an app', { exact: false })).toBeVisible();
  await main(page).getByLabel('Code of the other device').fill(code);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connect Starling?' });
  await expect(dialog).toContainText(house.url);
  await expect(dialog.getByRole('switch', { name: 'Everyday posts' })).not.toBeChecked();
  await expect(signedIn(other)).toHaveCount(0);
  await dialog.getByRole('switch', { name: 'Everyday posts' }).check();
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(signedIn(other)).toBeVisible();

  // the page subscribes by itself some seconds after it has loaded
  const listening = new Promise<void>((resolve) =>
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (payload.toString().includes('"kinds":[24133]')) resolve();
      }),
    ),
  );
  await page.goto(`${house.url}/home`);
  await readEveryone(other);
  await listening;
  await write(other, 'Posted without a question');
  await expect(other.getByText('Note posted successfully')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.goto(`${house.url}/settings/devices`);
  await main(page).getByRole('button', { name: 'Permissions and log of Starling' }).click();
  await expect(main(page).getByRole('region', { name: 'Log' })).toContainText('Post a note, done');
  await other.context().close();
});

test('ACCOUNT-23 TRUST-07 a device that may post asks for other actions, and each question shows the event', {
  tag: LONG,
}, async ({ page }) => {
  const me = await signIn(page, house);
  await page.goto(`${house.url}/settings/devices`);
  const key = generateSecretKey();
  const client = getPublicKey(key);
  const relay = await Relay.connect(house.url.replace('http', 'ws'));
  const signer = Promise.withResolvers<string>();
  relay.subscribe([{ kinds: [24_133], '#p': [client] }], {
    onevent: ({ pubkey }) => signer.resolve(pubkey),
  });
  const uri = createNostrConnectURI({
    clientPubkey: client,
    relays: [relay.url],
    secret: 's',
    name: 'Star\u202eling',
    perms: ['sign_event'],
  });
  await main(page).getByLabel('Code of the other device').fill(uri);
  await page.keyboard.press('Enter');
  const joining = page.getByRole('dialog', { name: 'Connect Star[U+202E]ling?' });
  await joining.getByRole('switch', { name: 'Everyday posts' }).check();
  await joining.getByRole('button', { name: 'Connect' }).click();
  const to = await signer.promise;
  const ask = async (kind: number, tags: string[][], content = '') => {
    const template = { kind, content, tags, created_at: now() };
    const request = JSON.stringify({
      id: String(kind),
      method: 'sign_event',
      params: [JSON.stringify(template)],
    });
    const sealed = encrypt(request, getConversationKey(key, to));
    await relay.publish(
      finalizeEvent({ kind: 24_133, content: sealed, tags: [['p', to]], created_at: now() }, key),
    );
  };
  const question = page.getByRole('alertdialog', { name: 'Star[U+202E]ling asks' });
  const answered = async (how: string) => {
    await question.getByRole('button', { name: how }).click();
    await expect(question).toHaveCount(0);
  };

  await ask(3, [['p', me]]);
  await expect(question).toContainText('Change your follows');
  await expect(question.getByRole('listitem').filter({ hasText: 'Removed' })).toHaveCount(2);
  await expect(question.getByRole('button', { name: 'Always allow' })).toHaveCount(0);
  await answered('Allow once');

  await ask(27_235, [
    ['u', 'https://bank.example@evil.example/'],
    ['method', 'POST'],
  ]);
  await expect(question.getByText('evil.example', { exact: true })).toBeVisible();
  await answered('Refuse');

  // the proof is refused, and the note is signed, without a question
  await ask(30_078, [['d', 'Starling', 'direct_messages']]);
  await ask(1, [], 'An everyday post');
  await main(page)
    .getByRole('button', { name: /^Permissions and log of/ })
    .click();
  const log = main(page).getByRole('region', { name: 'Log' });
  await expect(log).toContainText('Post a note, done');
  await expect(log).toContainText('Save settings of an app, refused');
  await expect(question).toHaveCount(0);
  relay.close();
});
