import { getPublicKey, nip19, verifyEvent } from 'nostr-tools';
import { decrypt } from 'nostr-tools/nip49';
import { privateKeyFromSeedWords } from 'nostr-tools/nip06';
import { inSeconds } from '../../../src/events/core/time.ts';
import {
  byJun,
  hasEntry,
  leftDialogs,
  neighbourhood,
  nsecOfJun,
  shownNsec,
  shownWords,
} from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const PIN = 'a good pin';
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const PASSWORD = 'kept in the drawer';

/** All data that the page stores, as text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
  );
}

/**
 * True if React's state still references the text: properties, state and everything reachable from
 * them, except DOM nodes.
 */
function reactHolds(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const root = document.getElementById('root');
    const name = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer'));
    const queue: unknown[] = [root && name !== undefined ? Reflect.get(root, name) : undefined];
    const seen = new Set<unknown>(queue);
    if (queue[0] === undefined) throw new Error('no React here');
    for (const one of queue) {
      if (typeof one === 'string' && one.includes(wanted)) return true;
      if (typeof one !== 'object' || one === null || one instanceof Node || one instanceof Window)
        continue;
      const parts = one instanceof Map || one instanceof Set ? [...one] : Object.values(one);
      for (const part of parts) {
        if (seen.has(part)) continue;
        seen.add(part);
        queue.push(part);
      }
    }
    if (seen.size < 1_000) throw new Error('this is not all of it');
    return false;
  }, text);
}

const secret = (page: Page, label: string) =>
  page.getByRole('group', { name: label, exact: true }).locator('code');

test('ROUTE-11 ACCOUNT-07 ACCOUNT-19 SETTINGS-11 BEYOND-12 E-32 E-35 create, back up and sign in', {
  tag: LONG,
}, async ({ page, town: { url } }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Create account' }).click();
  await expect(page).toHaveTitle('Create account');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('two words');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Spaces and special characters are not allowed in the username'),
  ).toBeVisible();
  await page.getByLabel('Username').fill('wren');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeFocused();
  for (const name of ['Add a banner', 'Display name']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(name).or(page.getByRole('button', { name }))).toBeFocused();
  }
  await page.keyboard.type('Wren Tidewater');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Watches birds.');

  // typed text survives navigation, and leaving asks before it is lost
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByLabel('Username')).toHaveValue('wren');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Display name')).toHaveValue('Wren Tidewater');
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without an account?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  // the entry of the form, which asks before it is left
  await hasEntry(page);
  // so does a reload of the tab
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByLabel('Display name')).toHaveValue('Wren Tidewater');

  // a failed upload keeps the form, and the preview shows the chosen file at once
  await page.route('**/upload', (route) => route.abort());
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Crop and upload' }).click();
  const failure = page.getByText('Your picture was not uploaded.');
  await expect(failure).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview of your profile' });
  await expect(preview).toContainText('Wren Tidewater');
  await expect(preview.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(page.getByLabel('Display name')).toHaveValue('Wren Tidewater');
  await page.unroute('**/upload');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toHaveCount(0);
  expect(await faultsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Follow all: Night sky' }).click();
  await expect(page.getByText(/^You follow \d+ people$/)).toBeVisible();
  await page.getByRole('button', { name: 'Follow none: Night sky' }).click();
  // scrolling puts this button where the last one was: a press at once would be a double tap's
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: 'Choose people: Birds' }).click();
  const people = page.getByRole('checkbox');
  await expect(people.first()).toBeVisible();
  await people.first().check();
  await people.nth(2).check();
  await expect(page.getByText('You follow 2 people')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');

  await expect(page.getByText('Welcome, wren')).toBeVisible({ timeout: 20_000 });
  // only the step is kept for a reload
  expect(await page.evaluate(() => sessionStorage.getItem('starling/new'))).not.toContain('wren');
  await expect(page.getByText('Accepted by 1 relay')).toHaveCount(4, { timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Your profile: Wren Tidewater' })).toBeVisible();
  expect(await page.content()).not.toMatch(/nsec1|ncryptsec1/);
  await page.getByRole('button', { name: 'Show the private key' }).click();
  const words = await shownWords(page);
  // the public key is no copy, and the check fits the form that is shown
  expect(await page.getByRole('main').textContent()).not.toContain('npub1');
  expect(await faultsInThemes(page)).toEqual([]);
  const nsec = await shownNsec(page);
  const read = nip19.decode(nsec);
  if (read.type !== 'nsec') throw new Error('no nsec');
  const me = getPublicKey(read.data);
  expect(getPublicKey(privateKeyFromSeedWords(words))).toBe(me);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Private key: save as a file' }).click();
  expect((await file).suggestedFilename()).toBe('nostr-key.txt');
  await page.getByRole('tab', { name: 'With a password' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(secret(page, 'With a password')).toHaveText(/^ncryptsec1/, {
    timeout: 20_000,
  });
  const ncryptsec = (await secret(page, 'With a password').textContent()) ?? '';
  expect(getPublicKey(decrypt(ncryptsec, PASSWORD))).toBe(me);
  expect(await faultsInThemes(page)).toEqual([]);
  for (const text of [nsec, words, ncryptsec]) expect(await reactHolds(page, text)).toBe(false);
  // the search works: it finds the name
  expect(await reactHolds(page, 'Wren Tidewater')).toBe(true);
  await page.getByRole('button', { name: 'Hide it' }).click();
  for (const text of [nsec, words, ncryptsec]) {
    expect(await page.content()).not.toContain(text);
    expect(await kept(page)).not.toContain(text);
  }

  const mine = await stored(url, { authors: [me] });
  expect(mine.map(({ kind }) => kind).toSorted((a, b) => a - b)).toEqual([0, 3, 10_002, 10_050]);
  expect(mine.every((event) => verifyEvent(event))).toBe(true);
  const of = (kind: number) => mine.find((event) => event.kind === kind);
  expect(JSON.parse(of(0)?.content ?? '')).toEqual({
    name: 'wren',
    display_name: 'Wren Tidewater',
    about: 'Watches birds.',
    picture: expect.stringMatching(/^http:.*\/[0-9a-f]{64}\.png$/),
  });
  expect(of(3)?.tags.map(([name]) => name)).toEqual(['p', 'p']);
  expect(of(10_002)?.tags[0]).toEqual(['r', url.replace('http', 'ws')]);

  // a reload asks, and returns to this step without the words
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.type();
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');
  await expect(page.getByText('Step 4 of 4')).toBeVisible();
  await expect(page.getByText('The twelve words are gone')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);

  // the first steps are shown once, over the first screen
  await page.getByRole('button', { name: 'Continue without a copy' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const start = page.getByRole('dialog', { name: 'Getting started' });
  await expect(start.getByText('2 of 5 done')).toBeVisible();
  await expect(start.getByRole('button', { name: 'Choose a feed' })).toBeFocused();
  await page.keyboard.press('Escape');
  await leftDialogs(page);

  // the settings remind the user until they confirm a backup of the key
  await page.goto(`${url}/settings/account`);
  await expect(page.getByText('You haven’t saved a copy of this key yet.')).toBeVisible();
  await expect(page.getByText(nip19.npubEncode(me))).toBeVisible();
  await page.getByRole('combobox', { name: 'Lock the key when you are away' }).click();
  await page.getByRole('option', { name: 'After 5 minutes' }).click();
  await page.getByRole('button', { name: 'Show the private key' }).click();
  await page.getByLabel('Your PIN').fill('a wrong pin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the PIN of this account')).toBeVisible({
    timeout: 20_000,
  });
  await page.getByLabel('Your PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(secret(page, 'Private key')).toHaveText(nsec, { timeout: 20_000 });
  expect(await faultsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const saved = { name: 'nostr-key.txt', mimeType: 'text/plain' };
  const picker = page.getByLabel('Open the saved file');
  await picker.setInputFiles({ ...saved, buffer: Buffer.from('another text') });
  await expect(page.getByText('This file doesn’t contain your key.')).toBeVisible();
  await picker.setInputFiles({ ...saved, buffer: Buffer.from(`${nsec}\n`) });
  await expect(page.getByText('You haven’t saved a copy of this key yet.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show the private key' })).toBeVisible();
  await expect(page.getByText('You haven’t saved a copy of this key yet.')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Lock the key when you are away' })).toHaveText(
    'After 5 minutes',
  );
  await expect(start).toHaveCount(0);

  // sign out, and sign in again with the saved key
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('checkbox').check();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await expect.poll(() => kept(page)).not.toContain(me);
  for (const key of [nsec, words]) {
    await page.goto(`${url}/home`);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByLabel('Key or address').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue without a PIN' }).click();
    await page.getByRole('button', { name: 'Skip PIN' }).click();
    await expect(page.getByRole('link', { name: 'Your profile: Wren Tidewater' })).toBeVisible({
      timeout: 20_000,
    });
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  }
});

test('PROFILE-10 INV-PRESERVE a profile edit keeps unknown fields, and is saved once the relay accepts it', {
  tag: LONG,
}, async ({ page, house }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const content =
    '{"name":"jun","bot":false, "big":12345678901234567890,"birthday":{"year":1990},"lud06":"LNURL1","displayName":"Jun"}';
  const before = byJun({ kind: 0, content, tags: [['i', 'github:jun', 'proof']] });
  const { url } = await house(neighbourhood(before));
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nsecOfJun());
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Continue without a PIN' }).click();
  await page.getByRole('button', { name: 'Skip PIN' }).click();
  await page.getByRole('link', { name: 'Your profile: Jun' }).click();
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveTitle('Edit profile');
  await expect(page.getByLabel('Username')).toHaveValue('jun');
  await page.getByLabel('Username').fill('two words');
  await page.getByRole('textbox', { name: 'Website' }).fill('jun.example');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Spaces and special characters are not allowed in the username'),
  ).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill('jun');
  expect(await faultsInThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Save these changes?' });
  await expect(question.getByRole('term')).toHaveText(['Website']);
  expect(await faultsInThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated successfully')).toBeVisible({ timeout: 20_000 });
  const [after] = await stored(url, { authors: [before.pubkey], kinds: [0] });
  expect(after && verifyEvent(after)).toBe(true);
  expect(after?.content).toBe(`${content.slice(0, -1)},"website":"jun.example"}`);
  expect(after?.tags).toEqual(before.tags);
  expect(after?.created_at).toBeGreaterThan(inSeconds(before.created_at));

  // a link asks before it discards the changes
  await page.getByRole('textbox', { name: 'About' }).fill('Half a thought');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(page).toHaveTitle('Account');
});
