import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { browser } from '../../../scripts/browser.ts';
import { openKillable } from '../../kills/killable-browser.ts';
import { fromMenu, neighbourhood, signInAs, withoutPin } from '../support/pages/account.ts';
import { type TestService, startHouse } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

let house: TestService;
test.beforeAll(async () => {
  house = await startHouse(neighbourhood());
});
test.afterAll(() => house.clear());

/** The current account of the browser, as the page has stored it. */
const current = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const kept: { value?: { current?: string } } = JSON.parse(
      localStorage.getItem('starling/global/secret') ?? '{}',
    );
    return kept.value?.current;
  });

const databases = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));

/** Runs with a browser profile of its own, which outlives killed browsers. */
async function inProfile(
  work: (start: () => ReturnType<typeof openKillable>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'killed '));
  const options = await browser();
  try {
    await work(() => openKillable(folder, options));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

test('ACCOUNT-07 INV-NO-LOSS a browser killed right after “Your account is ready” has the account', {
  tag: LONG,
}, async () => {
  test.setTimeout(240_000);
  await inProfile(async (start) => {
    const first = await start();
    await first.page.goto(`${house.url}/home`);
    await expect(first.page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await first.page.waitForTimeout(3_000);
    expect(await databases(first.page)).toEqual([]);
    await first.page.goto(`${house.url}/new`);
    await first.page.getByLabel('Username').fill('wren');
    await first.page.keyboard.press('Enter');
    await first.page.getByRole('button', { name: 'Next' }).click();
    await first.page.getByRole('button', { name: 'Create account' }).click();
    await withoutPin(first.page);
    await expect(first.page.getByText(/^Your account is ready/)).toBeVisible();
    await first.kill();

    const second = await start();
    await second.page.goto(`${house.url}/home`);
    // local storage had lost it
    expect(await current(second.page)).toBeUndefined();
    await expect.poll(() => current(second.page), { timeout: 20_000 }).toMatch(/^[0-9a-f]{64}$/);
    await expect(second.page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
    await second.close();
  });
});

test('ACCOUNT-06 E-35 a sign-out that local storage lost when the browser was killed is done again', {
  tag: LONG,
}, async () => {
  test.setTimeout(240_000);
  await inProfile(async (start) => {
    const key = generateSecretKey();
    const first = await start();
    await first.page.goto(`${house.url}/home`);
    await signInAs(first.page, key, '1234');
    // a normal end writes local storage
    await first.close();
    const second = await start();
    await second.page.goto(`${house.url}/home`);
    await second.page.waitForTimeout(5_000);
    await fromMenu(second.page, 'Sign out');
    await second.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(second.page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await expect
      .poll(() => databases(second.page))
      .not.toContain(`starling-key seal pin ${getPublicKey(key)}`);
    await second.kill();

    const third = await start();
    await third.page.goto(`${house.url}/home`);
    await expect
      .poll(() => third.page.evaluate(() => Object.keys(localStorage).join('\n')))
      .not.toContain(`secret/${getPublicKey(key)}`);
    expect(await current(third.page)).toBeUndefined();
    await expect(third.page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    await third.close();
  });
});
