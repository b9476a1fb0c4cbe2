import { getPublicKey, nip19 } from 'nostr-tools';
import type { SignedEvent } from '../../../../src/events/nostr/event.ts';
import { secretKey, signed } from '../../../support/events/signed.ts';
import type { Filling, TestService } from '../service/test-service.ts';
import { expect, type Locator, type Page } from '../test.ts';
import { note, now, profile } from '../service/village.ts';

export const PIN = 'a good pin';

const JUN = 9;
const NEIGHBOURS = ['iris', 'tomas', 'noor'];

/** An event by Jun of the neighbourhood, dated now. */
export const byJun = (fields: { kind: number; content?: string; tags?: string[][] }): SignedEvent =>
  signed({ ...fields, created_at: now() }, JUN);

export const pubkeyOfJun = (): string => getPublicKey(secretKey(JUN));

export const keyOfJun = (): Uint8Array => secretKey(JUN);

export const nsecOfJun = (): string => nip19.nsecEncode(keyOfJun());

/**
 * Jun, who can sign in and follows two of three neighbours, with the events of the three and
 * others. Faster to start than a town.
 */
export function neighbourhood(...more: readonly SignedEvent[]): Filling {
  const keys = NEIGHBOURS.map((_, at) => at + 2);
  const follows = keys.slice(0, 2).map((key) => ['p', getPublicKey(secretKey(key))]);
  return {
    events: [
      profile(JUN, { name: 'jun', display_name: 'Jun' }),
      signed({ kind: 3, tags: follows, created_at: now() - 1_000 }, JUN),
      ...keys.map((key, at) => profile(key, { name: NEIGHBOURS[at] })),
      ...Array.from({ length: 9 }, (_, at) =>
        note(`Said over the fence, the ${at}th.`, { key: (at % 3) + 2, ago: at * 60 }),
      ),
      ...more,
    ],
  };
}

/** The secret key of Jun, of the neighbourhood or of a town. */
function keyIn({ demo }: Pick<TestService, 'demo'>): Uint8Array {
  const known = demo.find(({ name }) => name === 'jun')?.nsec;
  const read = known === undefined ? undefined : nip19.decode(known);
  return read?.type === 'nsec' ? read.data : keyOfJun();
}

/**
 * Sign in as Jun by keyboard and mouse, and return the public key. Tests that neither test the
 * sign-in nor lock the key use `openAs`, which is faster. Deriving a key from a PIN takes a second
 * in a browser, so only tests that lock the key set one. Without a PIN the device opens the key by
 * itself.
 */
export async function signIn(
  page: Page,
  site: Pick<TestService, 'url' | 'demo'>,
  pin?: string,
): Promise<string> {
  const key = keyIn(site);
  await page.goto(`${site.url}/home`);
  await signInAs(page, key, pin);
  return getPublicKey(key);
}

/** Open a page as Jun, who signed in here earlier without a PIN, and return the public key. */
export async function openAs(
  page: Page,
  site: Pick<TestService, 'url' | 'demo'>,
  path = '/home',
): Promise<string> {
  const key = keyIn(site);
  await storeKey(page, site.url, key);
  await page.goto(`${site.url}${path}`);
  return getPublicKey(key);
}

/** Store a key as a sign-in without a PIN does: sealed with a device key, for the first account. */
async function storeKey(page: Page, url: string, key: Uint8Array): Promise<void> {
  const empty = `${url}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(empty);
  await page.unroute(empty);
  await page.evaluate(
    async ({ pubkey, bytes }) => {
      const name = `seal ${pubkey}`;
      const device = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ]);
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(`starling-key ${name}`, 1);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('keys').put(device, name),
        );
        opening.addEventListener('error', () => reject(new Error(String(opening.error))));
        opening.addEventListener('success', () => {
          opening.result.close();
          resolve();
        });
      });
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const how = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(pubkey) };
      const text = await crypto.subtle.encrypt(how, device, new Uint8Array(bytes));
      const sealed = `2:${btoa(String.fromCharCode(...iv, ...new Uint8Array(text)))}`;
      const accounts = [{ pubkey, method: 'key', lock: 'device' }];
      for (const [part, value] of Object.entries({
        [`/${pubkey}`]: { kept: 'device', sealed },
        '': { accounts, current: pubkey, autoLock: 'close' },
      }))
        localStorage.setItem(
          `starling/global/secret${part}`,
          JSON.stringify({ version: 1, value }),
        );
    },
    { pubkey: getPublicKey(key), bytes: [...key] },
  );
}

/** Sign in with any key in the open dialog. */
export async function enterKey(page: Page, key: Uint8Array, pin?: string): Promise<void> {
  await page.getByLabel('Key or address').fill(nip19.nsecEncode(key));
  await page.keyboard.press('Enter');
  if (pin === undefined) await withoutPin(page);
  else {
    await page.getByLabel('PIN', { exact: true }).fill(pin);
    await page.getByLabel('Repeat the PIN').fill(pin);
    await page.keyboard.press('Enter');
  }
}

/** Sign in with any key on an open page. */
export async function signInAs(page: Page, key: Uint8Array, pin?: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await enterKey(page, key, pin);
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
}

/** Picks an entry of the account menu. */
export async function fromMenu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Signs out, and on request erases the data of the account. */
export async function signOut(page: Page, erase = false): Promise<void> {
  await fromMenu(page, 'Sign out');
  const leave = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  if (erase) await leave.getByRole('checkbox').check();
  await leave.getByRole('button', { name: 'Sign out' }).click();
}

/** The button that starts a note. */
export const newNote = (page: Page): Locator =>
  page.getByRole('button', { name: 'New note' }).first();

/** Stores a typed key on the device without a PIN. */
export async function withoutPin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue without a PIN' }).click();
  await page.getByRole('button', { name: 'Skip PIN', exact: true }).click();
}

/**
 * Waits until all dialogs and their history entries are gone. Leaving an entry would abort a
 * navigation.
 */
export async function leftDialogs(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectLayers(page, 0);
}

/** Waits for the history entry of the open dialog. Going back earlier would leave the page. */
export const hasEntry = (page: Page): Promise<void> => expectLayers(page, 1);

const expectLayers = (page: Page, count: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => Reflect.get(Object(history.state), 'layers') ?? 0))
    .toBe(count);

/** The shown twelve words of a new key. */
export async function shownWords(page: Page): Promise<string> {
  const items = page.getByRole('group', { name: 'Twelve words' }).getByRole('listitem');
  await expect(items).toHaveCount(12);
  return (await items.allTextContents()).join(' ');
}

/** The shown private key, after its tab was chosen. */
export async function shownNsec(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Private key' }).click();
  const code = page.getByRole('group', { name: 'Private key', exact: true }).locator('code');
  await expect(code).toHaveText(/^nsec1/);
  return (await code.textContent()) ?? '';
}

/** Confirms that the shown form of the key was saved, and types the two requested parts. */
export async function proveCopy(page: Page, saved: string): Promise<void> {
  await page.getByRole('button', { name: 'I have saved it' }).click();
  if (saved.startsWith('nsec1')) {
    await page.getByLabel('The 4 characters after nsec1').fill(saved.slice(5, 9));
    await page.getByLabel('The last 4 characters').fill(saved.slice(-4));
  } else {
    const fields = page.getByLabel(/^Word \d+$/);
    await expect(fields).toHaveCount(2);
    for (const field of await fields.all()) {
      const label = await field.evaluate((one) =>
        one instanceof HTMLInputElement ? (one.labels?.[0]?.textContent ?? '') : '',
      );
      await field.fill(saved.split(' ')[Number(label.replace('Word ', '')) - 1] ?? '');
    }
  }
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}

/** Open a section of the settings by its links, without a load. */
export async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: section }).click();
  await expect(page).toHaveTitle(new RegExp(`^${section}`));
}
