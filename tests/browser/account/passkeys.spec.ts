import { generateSecretKey } from 'nostr-tools';
import {
  fromMenu,
  leftDialogs,
  neighbourhood,
  PIN,
  signIn,
  signInAs,
} from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { kept, leaksIn, listen, needlesOf, remembered } from '../support/hostile/secret-search.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

/** A passkey needs a host name, not an IP address. */
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    }),
});

const named = (url: string): string => url.replace('127.0.0.1', 'localhost');
/** A random key. A key of small numbers would be found in any memory. */
const KEY = generateSecretKey();
const NEEDLES = needlesOf({ key: KEY, words: 'no words at all', typed: [PIN] });
const FORGOTTEN = needlesOf({ key: KEY, words: 'no words at all', typed: [] });

/**
 * Add an authenticator with user verification to the browser. `hasPrf`: it supports PRF. Returns a
 * function that removes it.
 */
async function plugIn(page: Page, hasPrf = true): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').fill(text);
  await page.keyboard.press('Control+Enter');
}

async function addPasskey(page: Page, name: string, pin = PIN): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Your PIN').fill(pin);
  await page.getByRole('button', { name: 'Add it' }).click();
}

test('BEYOND-12 E-32 a passkey unlocks, signs and signs in; the PIN still works if it is lost', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(300_000);
  const ear = listen(page);
  const found: string[] = [];
  const computed: Uint8Array[] = [];
  await page.exposeFunction(
    'passkeyComputed',
    (bytes: number[]) => void computed.push(Uint8Array.from(bytes)),
  );
  await page.addInitScript(tellComputed);
  const check = async (step: string): Promise<void> => {
    const places = new Map([...ear.heard(), ...(await kept(page))]);
    const secrets = [NEEDLES, ...computed.map((key) => needlesOf({ key, typed: [] }))];
    found.push(
      ...secrets.flatMap((needles) => leaksIn(places, needles)).map((leak) => `${step}: ${leak}`),
    );
  };
  const home = await house(neighbourhood());
  const url = named(home.url);
  const unplug = await plugIn(page);
  await page.goto(`${url}/home`);
  await signInAs(page, KEY, PIN);
  await leftDialogs(page);
  await page.goto(`${url}/settings/account`);
  await addPasskey(page, 'Laptop', 'a wrong pin');
  await expect(page.getByText('This is not the PIN of this account')).toBeVisible({
    timeout: 20_000,
  });
  await page.getByLabel('Your PIN').fill(PIN);
  await page.getByRole('button', { name: 'Add it' }).click();
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible({ timeout: 20_000 });
  await check('a passkey');
  await addPasskey(page, 'Laptop, once more');
  await expect(page.getByText('This passkey opens your account already.')).toBeVisible({
    timeout: 20_000,
  });
  await unplug();
  const unplugSecond = await plugIn(page);
  await page.getByRole('button', { name: 'Add it' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Phone');
  await page.getByLabel('Your PIN').fill(PIN);
  await page.getByRole('button', { name: 'Add it' }).click();
  await expect(page.getByText('Phone', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await faultsInThemes(page)).toEqual([]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('heading', { name: 'Passkeys' }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `artifacts/passkeys-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  // a new page has no open key: the passkey opens it to sign
  await page.goto(`${url}/home`);
  await write(page, 'Written with a passkey');
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible();
  await page.screenshot({ path: 'artifacts/passkeys-unlock.png' });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await check('unlocked with a passkey');

  // sign in to a stored account
  await page.reload();
  await fromMenu(page, 'Add an account');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 });
  await write(page, 'Signed in with a passkey');
  await expect(page.getByText('Note posted successfully').last()).toBeVisible({ timeout: 20_000 });
  await check('signed in with a passkey');

  // the authenticator is lost
  await unplugSecond();
  await page.goto(`${url}/home`);
  await write(page, 'Written with the PIN');
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await leftDialogs(page);
  await page.goto(`${url}/settings/account`);
  await page.getByRole('button', { name: 'Remove Laptop', exact: true }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(page.getByText('Laptop', { exact: true })).toHaveCount(0);
  await check('removed');
  // the secrets that the search looked for did exist
  expect(computed.length).toBeGreaterThan(2);
  found.push(...leaksIn(await remembered(page), FORGOTTEN).map((leak) => `in memory: ${leak}`));
  expect(found).toEqual([]);
});

test('BEYOND-12 an authenticator without PRF and an IP address are explained', {
  tag: LONG,
}, async ({ page, house }) => {
  const home = await house(neighbourhood());
  await plugIn(page, false);
  await signIn(page, { ...home, url: named(home.url) }, PIN);
  await leftDialogs(page);
  await page.goto(`${named(home.url)}/settings/account`);
  await addPasskey(page, 'Old key');
  await expect(page.getByText(/can’t keep a key/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Old key', { exact: true })).toHaveCount(0);
  await signIn(page, home, PIN);
  await leftDialogs(page);
  await page.goto(`${home.url}/settings/account`);
  await expect(
    page.getByText('Passkeys need an address with a name.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
});

/**
 * Runs in the page: reports the authenticator's PRF output to the test. It opens the key, so it
 * must be stored nowhere.
 */
function tellComputed(): void {
  const tell = (credential: Credential | null) => {
    const results: unknown =
      credential instanceof PublicKeyCredential
        ? credential.getClientExtensionResults().prf?.results?.first
        : undefined;
    const bytes =
      results instanceof ArrayBuffer
        ? new Uint8Array(results)
        : ArrayBuffer.isView(results)
          ? new Uint8Array(results.buffer)
          : undefined;
    if (bytes) Reflect.get(window, 'passkeyComputed')([...bytes]);
    return credential;
  };
  for (const name of ['get', 'create'] as const) {
    const real = navigator.credentials[name].bind(navigator.credentials);
    navigator.credentials[name] = async (
      options?: CredentialRequestOptions & CredentialCreationOptions,
    ) => tell(await real(options));
  }
}
