import { getPublicKey, nip19 } from 'nostr-tools';
import { unfitOnPhones } from '../support/checks/dialog-fit.ts';
import { LANGUAGES, wordsOf } from '../support/checks/translation-checks.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import type { TestService } from '../support/service/test-service.ts';

const PIN = 'a good pin';

function demoNamed(
  { demo }: Pick<TestService, 'demo'>,
  name: string,
): { nsec: string; npub: string } {
  const nsec = demo.find((one) => one.name === name)?.nsec ?? '';
  const read = nip19.decode(nsec);
  if (read.type !== 'nsec') throw new Error(`nobody is called ${name}`);
  return { nsec, npub: nip19.npubEncode(getPublicKey(read.data)) };
}

async function openSignIn(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
}

async function typeKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Key or address').fill(key);
  await page.keyboard.press('Enter');
}

/** All data that the page stores, as text. */
function kept(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
}

test('ROUTE-09 ACCOUNT-02 ACCOUNT-03 ACCOUNT-04 ACCOUNT-06 E-32 sign-in by keyboard stores no plain key', async ({
  page,
  town,
}) => {
  const { nsec } = demoNamed(town, 'iris');
  await openSignIn(page);
  await typeKey(page, 'nsec1nonsense');
  await expect(page.getByText('Please enter a valid Nostr private key')).toBeVisible();
  await typeKey(page, nsec);

  await expect(page.getByRole('dialog', { name: 'Create a PIN' })).toBeVisible();
  await page.keyboard.type('abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('PIN must be at least 4 characters')).toBeVisible();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill('another');
  await page.keyboard.press('Enter');
  await expect(page.getByText('PINs don’t match')).toBeVisible();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 });
  const me = page.getByRole('link', { name: 'Your profile: Iris Calder' });
  await expect(me).toBeVisible();
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
  // locked with the PIN, and then sealed for this device
  expect(await kept(page)).toContain(String.raw`\"kept\":\"pin\",\"sealed\":`);
  expect(await kept(page)).not.toMatch(/nsec1|ncryptsec1/);
  expect(await kept(page)).not.toContain(nsec);

  // opened again the page works read-only, without a prompt
  await page.reload();
  await expect(me).toBeVisible();
  await expect(page.getByText('Key locked')).toBeVisible();
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await me.click();
  await expect(page).toHaveTitle('Iris Calder - Nostr Profile');

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Sign out?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  expect(await kept(page)).not.toContain('sealed');
});

test('ACCOUNT-02 an npub signs in read-only, and account switches leave no trace (INV-SCOPE)', {
  tag: LONG,
}, async ({ page, town }) => {
  const [iris, jun] = [demoNamed(town, 'iris'), demoNamed(town, 'jun')];
  await openSignIn(page);
  await typeKey(page, iris.npub);
  await expect(page.getByText('Read-only')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your profile: Iris Calder' })).toBeVisible();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add an account' }).click();
  await typeKey(page, jun.npub);
  await expect(page.getByRole('link', { name: 'Your profile: Jun Okafor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your profile: Iris Calder' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Switch to/ }).click();
  await expect(page.getByRole('link', { name: 'Your profile: Iris Calder' })).toBeVisible();
  // sign-out lands on the other account, also after a reload
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Your profile: Jun Okafor' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Your profile: Jun Okafor' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0);
});

test('ACCOUNT-03 leaving the sign-in at any step stores nothing', { tag: LONG }, async ({
  page,
  town,
}) => {
  const { nsec } = demoNamed(town, 'jun');
  await openSignIn(page);
  await typeKey(page, nsec);
  await page.getByRole('button', { name: 'Continue without a PIN' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Without a PIN?' })).toBeVisible();
  await page.keyboard.press('Escape');
  const pin = page.getByRole('dialog', { name: 'Create a PIN' });
  await expect(pin).toBeVisible();
  const spoken = await Promise.all(Object.values(LANGUAGES).map((one) => wordsOf(one, 'signIn')));
  const acts = spoken.map(({ pin: { skip, keep } }) => [skip, keep]);
  expect(await unfitOnPhones(page, pin, acts)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await kept(page)).not.toMatch(/ncryptsec1|nsec1/);
});

test('ACCOUNT-04 ACCOUNT-05 a wrong PIN opens nothing; a forgotten PIN erases the key after a warning', {
  tag: LONG,
}, async ({ page, town }) => {
  const { nsec } = demoNamed(town, 'jun');
  await openSignIn(page);
  await typeKey(page, nsec);
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
  const menu = page.getByRole('button', { name: 'Account', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Lock the key' }).click();
  await expect(page.getByText('Key locked')).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Unlock the key' }).click();
  await page.getByLabel('PIN', { exact: true }).fill('a wrong pin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the PIN of this account')).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'I forgot my PIN' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Erase the key?' })).toBeVisible();
  await page.getByRole('button', { name: 'Erase the key' }).click();
  await expect(page.getByText('Read-only')).toBeVisible();
  expect(await kept(page)).not.toContain('sealed');
});

test('ACCESS-01 ACCOUNT-02 the sign-in passes axe, and focus returns to the button', {
  tag: LONG,
}, async ({ page }) => {
  await openSignIn(page);
  await expect(page.getByLabel('Key or address')).toBeFocused();
  expect(await faultsInThemes(page)).toEqual([]);
  // a broken link is named as such, and stays to be corrected
  await page.getByLabel('Key or address').fill('bunker://abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not a valid signer link.')).toBeVisible();
  await expect(page.getByLabel('Key or address')).toHaveValue('bunker://abc');
  // a signer that is not reached names its relay, and its link stays
  const link = `bunker://${'a'.repeat(64)}?relay=ws://127.0.0.1:9&secret=once`;
  await page.getByLabel('Key or address').fill(link);
  await page.keyboard.press('Enter');
  const relay = page.getByRole('list', { name: 'Relays of the signer' }).getByRole('listitem');
  await expect(relay).toHaveText('ws://127.0.0.1:9Can’t be reached, trying again');
  expect(await faultsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Key or address')).toHaveValue(link);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeFocused();
});
