import { nsecEncode } from 'nostr-tools/nip19';
import { privateKeyFromSeedWords } from 'nostr-tools/nip06';
import { encrypt } from 'nostr-tools/nip49';
import { getPublicKey } from 'nostr-tools/pure';
import { fromMenu, leftDialogs } from '../support/pages/account.ts';
import { type TestService, startHouse } from '../support/service/test-service.ts';
import { stored } from '../support/service/stored-events.ts';
import { kept, leaksIn, listen, needlesOf, remembered } from '../support/hostile/secret-search.ts';
import { watch as watchFor } from '../support/hostile/secret-watch.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { notesBy, profile } from '../support/service/village.ts';
import { readEveryone } from '../support/pages/reading.ts';

/** The example of NIP-06. */
const WORDS = 'leader monkey parrot ring guide accident before fence cannon height naive bean';
const KEY = privateKeyFromSeedWords(WORDS);
const [NSEC, HEX, ME] = [nsecEncode(KEY), Buffer.from(KEY).toString('hex'), getPublicKey(KEY)];
const [PIN, WRONG, PASSWORD] = ['Quokka7Zeppelin', 'Walrus9Bicycle', 'Lantern4Meridian'];
const NEEDLES = needlesOf({ key: KEY, words: WORDS, typed: [PIN, WRONG, PASSWORD] });
/**
 * Values that the page forgets at once. The browser itself remembers the text of a field for a
 * while.
 */
const FORGOTTEN = needlesOf({ key: KEY, words: WORDS, typed: [] });

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const watch = (page: Page, found: string[]) => watchFor(page, found, NEEDLES, FORGOTTEN);

async function typeKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Key or address').fill(key);
  await page.keyboard.press('Enter');
}

async function typePin(page: Page, pin: string, repeated?: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  if (repeated !== undefined) await page.getByLabel('Repeat the PIN').fill(repeated);
  await page.keyboard.press('Enter');
}

const signedIn = (page: Page) => page.getByText('Signed in', { exact: true });
const heart = (page: Page) =>
  page
    .getByRole('feed')
    .getByRole('article')
    .getByRole('button', { name: /^Like/, pressed: false })
    .first();

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').fill(text);
  await page.keyboard.press('Control+Enter');
}

async function signOut(page: Page): Promise<void> {
  await fromMenu(page, 'Sign out');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
}

let house: TestService;
test.beforeAll(async () => {
  house = await startHouse({ events: [profile(1, { name: 'other' }), ...notesBy(1, 12, 3_600)] });
});
test.afterAll(() => house.clear());

test('E-32 TRUST-05 TOOL-02 a key with a PIN and the PIN itself leave no trace after locking and reload', {
  tag: LONG,
}, async ({ page, context }) => {
  test.setTimeout(300_000);
  const found: string[] = [];
  const { check, checkMemory, checkRecording, frames } = watch(page, found);
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(NSEC);
  await check('while the key is typed');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await page.getByLabel('Key or address').focus();
  await check('while the key is shown');
  await typeKey(page, `${NSEC}x`);
  await expect(page.getByText('Please enter a valid Nostr private key')).toBeVisible();
  await check('a key with a letter too many');
  await typeKey(page, NSEC);
  await expect(page.getByRole('dialog', { name: 'Create a PIN' })).toBeVisible();
  await check('before the PIN');
  await typePin(page, PIN, WRONG);
  await expect(page.getByText('PINs don’t match')).toBeVisible();
  await check('two PINs');
  await typePin(page, PIN, PIN);
  await expect(signedIn(page)).toBeVisible({ timeout: 20_000 });
  await check('signed in');
  await checkMemory('signed in');

  await readEveryone(page);
  await heart(page).click();
  await write(page, 'Written under watch');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await check('liked and written');
  await fromMenu(page, 'Lock the key');
  await check('locked');
  await write(page, 'Written after a lock');
  await typePin(page, WRONG);
  await expect(page.getByText('This is not the PIN of this account')).toBeVisible({
    timeout: 20_000,
  });
  await check('a wrong PIN');
  await typePin(page, PIN);
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await check('unlocked');
  await checkMemory('unlocked');
  await checkRecording('recorded');
  expect(frames()).toBeGreaterThan(5);

  const cdp = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // a crashed page never responds
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  const after = watch(again, found);
  await again.goto(`${house.url}/home`);
  await readEveryone(again);
  await heart(again).click();
  await typePin(again, PIN);
  await expect(again.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 });
  await after.check('unlocked after a crash');
  await again.reload();
  await fromMenu(again, 'Unlock the key');
  await typePin(again, PIN);
  await expect(signedIn(again)).toBeVisible({ timeout: 20_000 });
  await after.checkRecording('recorded after a reload');
  await signOut(again);
  await after.check('signed out');
  await after.checkMemory('signed out');
  await again.reload();
  await after.check('loaded anew');

  expect(await stored(house.url, { kinds: [1], authors: [ME] })).toHaveLength(2);
  expect(found).toEqual([]);
});

test('E-32 E-35 TRUST-05 TOOL-02 a key entered as hex, words or ncryptsec leaves no trace after erasure', {
  tag: LONG,
}, async ({ page }) => {
  test.setTimeout(300_000);
  const found: string[] = [];
  const { check, checkMemory, checkRecording } = watch(page, found);
  await page.goto(`${house.url}/home`);
  for (const [way, text] of Object.entries({ hex: HEX.toUpperCase(), words: WORDS })) {
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await typeKey(page, text);
    if (way !== 'words') {
      await expect(page.getByRole('dialog', { name: 'Which key is this?' })).toBeVisible();
      await check(`${way}, asked about`);
      await page.getByRole('button', { name: 'A private key' }).click();
    }
    await page.getByRole('button', { name: 'Continue without a PIN' }).click();
    await check(`${way}, warned`);
    await page.getByRole('button', { name: 'Skip PIN' }).last().click();
    await expect(signedIn(page)).toBeVisible({ timeout: 20_000 });
    await write(page, `Written with a key from ${way}`);
    await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
    await check(`${way}, signed in`);
    await checkMemory(`${way}, signed in`);
    await checkRecording(`${way}, recorded`);
    await page.reload();
    await readEveryone(page);
    await heart(page).click();
    await expect(signedIn(page)).toBeVisible();
    await check(`${way}, opened again`);
    await signOut(page);
    await check(`${way}, signed out`);
  }

  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await typeKey(page, encrypt(KEY, PASSWORD, 16));
  await page.getByRole('textbox', { name: 'Password' }).fill(WRONG);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the password of this key')).toBeVisible({
    timeout: 20_000,
  });
  await check('a wrong password');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(signedIn(page)).toBeVisible({ timeout: 20_000 });
  await check('ncryptsec, signed in');
  await checkMemory('ncryptsec, signed in');
  await checkRecording('ncryptsec, recorded');
  await fromMenu(page, 'Sign out');
  await page
    .getByRole('checkbox', { name: 'Also erase this account’s data in this browser' })
    .check();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await check('erased');
  expect(found).toEqual([]);
});

test('E-35 TRUST-05 a key without a PIN opens with the profile, and erasing it destroys the sealing key', {
  tag: LONG,
}, async ({ page }) => {
  const OTHER = privateKeyFromSeedWords(WORDS, '', 1);
  const other = getPublicKey(OTHER);
  await page.goto(`${house.url}/home`);
  const signIn = async (nsec: string): Promise<void> => {
    await typeKey(page, nsec);
    await page.getByRole('button', { name: 'Continue without a PIN' }).click();
    await expect(
      page.getByText(
        'Anyone who can open this browser, or copy its profile folder, can then act as you.',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Skip PIN' }).last().click();
    await expect(signedIn(page)).toBeVisible({ timeout: 20_000 });
  };
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await signIn(nsecEncode(OTHER));
  await fromMenu(page, 'Add an account');
  await signIn(NSEC);
  await leftDialogs(page);
  await page.goto(`${house.url}/settings/account`);
  await expect(
    page.getByText(
      'No PIN: anyone who can open this browser, or copy its profile folder, can act as you.',
    ),
  ).toBeVisible();

  const [mine, theirs] = [await page.evaluate(sealedOf, ME), await page.evaluate(sealedOf, other)];
  expect(await page.evaluate(openedBy, { sealed: mine, pubkey: ME })).toEqual([HEX]);
  await fromMenu(page, 'Sign out');
  await page
    .getByRole('checkbox', { name: 'Also erase this account’s data in this browser' })
    .check();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => page.evaluate(openedBy, { sealed: mine, pubkey: ME })).toEqual([]);
  expect(await page.evaluate(sealedOf, ME)).toBe('');
  expect(await page.evaluate(openedBy, { sealed: theirs, pubkey: other })).toEqual([
    Buffer.from(OTHER).toString('hex'),
  ]);
});

/** Runs in the page: returns the sealed key of an account, or an empty string. */
function sealedOf(pubkey: string): string {
  const record: unknown = JSON.parse(
    localStorage.getItem(`starling/global/secret/${pubkey}`) ?? '{}',
  );
  const value =
    typeof record === 'object' && record !== null && 'value' in record ? record.value : undefined;
  return typeof value === 'object' && value !== null && 'sealed' in value
    ? String(value.sealed)
    : '';
}

/**
 * Runs in the page: decrypts a sealed text with the keys of all databases of the profile. Returns
 * the results in hex.
 */
async function openedBy({ sealed, pubkey }: { sealed: string; pubkey: string }): Promise<string[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
  const bytes = Uint8Array.from(atob(sealed.slice(2)), (letter) => letter.charCodeAt(0));
  const algorithm = {
    name: 'AES-GCM',
    iv: bytes.slice(0, 12),
    additionalData: new TextEncoder().encode(pubkey),
  };
  const opened: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames)
      for (const key of await done<unknown[]>(
        database.transaction(store).objectStore(store).getAll(),
      )) {
        if (!(key instanceof CryptoKey)) continue;
        const made = await crypto.subtle
          .decrypt(algorithm, key, bytes.slice(12))
          .catch(() => undefined);
        if (made)
          opened.push(
            Array.from(new Uint8Array(made), (byte) => byte.toString(16).padStart(2, '0')).join(''),
          );
      }
    database.close();
  }
  // two databases may contain the same key, for open tabs of an earlier version
  return [...new Set(opened)];
}

test.describe('without a content security policy', () => {
  test.use({ bypassCSP: true });

  test('E-32 caught (planted): a key or a PIN in any place and encoding', { tag: LONG }, async ({
    page,
  }) => {
    const ear = listen(page);
    await page.goto(`${house.url}/home`);
    await expect(heart(page)).toBeVisible();
    expect(leaksIn(new Map([...ear.heard(), ...(await kept(page))]), NEEDLES)).toEqual([]);
    await page.evaluate(plant, { nsec: NSEC, socket: house.url.replace('http', 'ws') });
    const places = new Map([...ear.heard(), ...(await kept(page)), ...(await remembered(page))]);
    const caught = new Set(leaksIn(places, NEEDLES).map((leak) => leak.split(' in ').at(-1)));
    // responses of the service are not the page’s own data
    expect(
      [...places.keys()].filter((place) => !caught.has(place) && place !== 'frames received'),
    ).toEqual([]);

    const base64 = Buffer.from(KEY).toString('base64');
    for (const text of [
      NSEC.toUpperCase(),
      `key ${HEX}`,
      HEX.slice(25).toUpperCase(),
      JSON.stringify({ key: base64 }),
      Buffer.from(KEY).toString('base64url'),
      Buffer.from(`{"key":"${NSEC}"}`).toString('base64'),
      Buffer.from(`x${HEX}`).toString('base64'),
      Buffer.from(NSEC).toString('hex'),
      JSON.stringify(KEY),
      JSON.stringify([...KEY]),
      encodeURIComponent(WORDS),
      new URLSearchParams({ words: WORDS }).toString(),
      JSON.stringify(WORDS.split(' ')),
      `pin=${PIN.toLowerCase()}`,
      Buffer.from(PASSWORD).toString('base64'),
    ])
      expect(leaksIn(new Map([['somewhere', text]]), NEEDLES), text).not.toEqual([]);
    expect(
      leaksIn(
        new Map([
          [
            'somewhere',
            `${nsecEncode(KEY.toReversed())} ${ME} ${WORDS.split(' ').toReversed().join(' ')}`,
          ],
        ]),
        NEEDLES,
      ),
    ).toEqual([]);
  });
});

/** Runs in the page: stores the key in every place that is searched. */
async function plant({ nsec, socket }: { nsec: string; socket: string }): Promise<void> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve) => request.addEventListener('success', () => resolve(request.result)));
  localStorage.setItem(nsec, '');
  sessionStorage.setItem('x', nsec);
  const opening = indexedDB.open('planted');
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys'));
  const database = await done(opening);
  await done(
    database
      .transaction('keys', 'readwrite')
      .objectStore('keys')
      .put(new Map([['deep', [new TextEncoder().encode(nsec)]]]), 1),
  );
  database.close();
  await (await caches.open('planted')).put('/x', new Response(nsec));
  const file = await (await navigator.storage.getDirectory()).getFileHandle('planted', {
    create: true,
  });
  const writing = await file.createWritable();
  await writing.write(nsec);
  await writing.close();
  document.cookie = `planted=${nsec}`;
  window.name = nsec;
  document.title = nsec;
  document.body.append(nsec);
  document.body.append(Object.assign(document.createElement('input'), { value: nsec }));
  performance.mark(nsec);
  await navigator.clipboard.writeText(nsec);
  console.log('', { nsec });
  history.replaceState({ nsec }, '', `#${nsec}`);
  const code = `(async () => {
    await fetch('${location.origin}/v1', { method: 'POST', body: '${nsec}' }).catch(() => undefined);
    const line = new WebSocket('${socket}');
    await new Promise((resolve) => line.addEventListener('open', resolve));
    line.send(JSON.stringify(['CLOSE', '${nsec}']));
    await fetch('${location.origin}/?${nsec}');
    postMessage('done');
  })()`;
  const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
  await new Promise((resolve) => worker.addEventListener('message', resolve));
}
