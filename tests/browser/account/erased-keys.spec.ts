import { createDecipheriv } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nsecEncode } from 'nostr-tools/nip19';
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { browser } from '../../../scripts/browser.ts';
import { openKillable } from '../../kills/killable-browser.ts';
import { fromMenu, neighbourhood, withoutPin } from '../support/pages/account.ts';
import { type TestService, startHouse } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const KEY = generateSecretKey();
const ME = getPublicKey(KEY);
const PIN = '1234';

let house: TestService;
test.beforeAll(async () => {
  house = await startHouse(neighbourhood());
});
test.afterAll(() => house.clear());

const signedIn = (page: Page) => page.getByText('Signed in', { exact: true });

async function typeKey(page: Page): Promise<void> {
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nsecEncode(KEY));
  await page.keyboard.press('Enter');
}

async function typePin(page: Page, ...fields: readonly string[]): Promise<void> {
  for (const field of fields) await page.getByLabel(field, { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
}

/** The secret of the account in local storage, as JSON. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate((me) => localStorage.getItem(`starling/global/secret/${me}`) ?? '', ME);

const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));

/** All files of the browser's profile, by path. */
function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [join(one.parentPath, one.name)] : [],
  );
  return new Map(paths.map((path) => [path, readFileSync(path)]));
}

/** True if any 32 consecutive bytes in the databases' files decrypt the sealed text. */
function opensBy(files: ReadonlyMap<string, Buffer>, sealed: string, owner: string): boolean {
  const whole = Buffer.from(sealed.slice(2), 'base64');
  const [iv, text, tag] = [whole.subarray(0, 12), whole.subarray(12, -16), whole.subarray(-16)];
  for (const [path, bytes] of files) {
    if (!path.includes('IndexedDB')) continue;
    for (let at = 0; at + 32 <= bytes.length; at++) {
      const key = bytes.subarray(at, at + 32);
      // a random key has more different bytes
      if (new Set(key).size < 18) continue;
      const cipher = createDecipheriv('aes-256-gcm', key, iv)
        .setAuthTag(tag)
        .setAAD(Buffer.from(owner));
      try {
        cipher.update(text);
        cipher.final();
        return true;
      } catch {
        // not this one
      }
    }
  }
  return false;
}

test('ACCOUNT-22 E-35 E-36 an erased key with a PIN cannot be recovered from the browser’s files', {
  tag: LONG,
}, async () => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'erased '));
  const options = await browser();
  try {
    const first = await openKillable(folder, options);
    await typeKey(first.page);
    await typePin(first.page, 'PIN', 'Repeat the PIN');
    await expect(signedIn(first.page)).toBeVisible({ timeout: 20_000 });
    const sealed = /"sealed":"([^"]+)"/.exec(await keptBy(first.page))?.[1] ?? '';
    await first.close();
    const before = filesIn(folder);
    expect([...before.values()].some((bytes) => bytes.includes('ncryptsec1'))).toBe(false);
    // the attack works: an earlier copy of the profile opens the seal, and then only the PIN
    // protects the key
    expect(opensBy(before, sealed, `pin ${ME}`)).toBe(true);

    const second = await openKillable(folder, options);
    await second.page.goto(`${house.url}/home`);
    await fromMenu(second.page, 'Unlock the key');
    await typePin(second.page, 'PIN');
    await expect(signedIn(second.page)).toBeVisible({ timeout: 20_000 });
    await fromMenu(second.page, 'Lock the key');
    await fromMenu(second.page, 'Unlock the key');
    await second.page.getByRole('button', { name: 'I forgot my PIN' }).click();
    await second.page.getByRole('button', { name: 'Erase the key' }).click();
    await expect.poll(() => keptBy(second.page)).toBe('');
    await expect.poll(() => databases(second.page)).not.toContain(`starling-key seal pin ${ME}`);
    // the browser rewrites its files a little later
    await expect.poll(() => opensBy(filesIn(folder), sealed, `pin ${ME}`)).toBe(false);
    await second.close();
    expect(opensBy(filesIn(folder), sealed, `pin ${ME}`)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Stores the device's keys of two accounts in one database, as an earlier version did. */
const keepAsBefore = (page: Page): Promise<void> =>
  page.evaluate(
    async (names) => {
      const [mine = '', other = ''] = names;
      const done = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error('no database')));
        });
      const own = await done(indexedDB.open(`starling-key ${mine}`));
      const key: unknown = await done(own.transaction('keys').objectStore('keys').get(mine));
      own.close();
      await done(indexedDB.deleteDatabase(`starling-key ${mine}`));
      const shared = await done(indexedDB.open('starling-keys', 1));
      const rows = shared.transaction('keys', 'readwrite').objectStore('keys');
      await Promise.all([done(rows.put(key, mine)), done(rows.put(key, other))]);
      shared.close();
    },
    [`seal ${ME}`, `seal ${'b'.repeat(64)}`],
  );

/** The names of the keys in the database of earlier versions. */
const sharedKeys = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve) => {
        const opening = indexedDB.open('starling-keys', 1);
        opening.addEventListener('success', () => {
          const asked = opening.result.transaction('keys').objectStore('keys').getAllKeys();
          asked.addEventListener('success', () => {
            opening.result.close();
            resolve(asked.result.map(String));
          });
        });
      }),
  );

test('ACCOUNT-22 E-36 a key without a PIN stays readable for tabs of an earlier version until it is erased', {
  tag: LONG,
}, async ({ page }) => {
  await typeKey(page);
  await withoutPin(page);
  await expect(signedIn(page)).toBeVisible({ timeout: 20_000 });
  expect(await sharedKeys(page)).toEqual([`seal ${ME}`]);
  await keepAsBefore(page);
  await page.reload();
  await page
    .getByRole('feed')
    .getByRole('article')
    .getByRole('button', { name: /^Like/, pressed: false })
    .first()
    .click();
  await expect(signedIn(page)).toBeVisible();
  expect((await sharedKeys(page)).toSorted()).toEqual(
    [`seal ${ME}`, `seal ${'b'.repeat(64)}`].toSorted(),
  );
  await fromMenu(page, 'Sign out');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => sharedKeys(page)).toEqual([`seal ${'b'.repeat(64)}`]);
  await expect.poll(() => databases(page)).not.toContain(`starling-key seal ${ME}`);
  await expect.poll(() => databases(page)).toContain(`starling-key seal ${'b'.repeat(64)}`);
});
