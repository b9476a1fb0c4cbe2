import { faults } from '../support/checks/axe.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const ME = 'd'.repeat(64);

/** An extension whose user answers slowly. */
async function slowExtension(page: Page): Promise<void> {
  await page.addInitScript((pubkey) => {
    const nostr = {
      getPublicKey: () => Promise.resolve(pubkey),
      signEvent: () => new Promise(() => undefined),
    };
    Object.assign(window, { nostr });
  }, ME);
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/home');
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: 'Use a browser extension' }).click();
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible();
}

const queue = (page: Page) => page.getByRole('region', { name: 'Waiting for your signer' });

test('BEYOND-03 a pending signature is listed above the composer, and cancelling it keeps the text', {
  tag: LONG,
}, async ({ page }) => {
  await slowExtension(page);
  await signIn(page);
  await expect(queue(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type('patience');
  await page.keyboard.press('Control+Enter');
  await expect(queue(page).getByText('Publish a note', { exact: true })).toBeVisible();
  await expect(queue(page).getByText(/^Asked \d s ago, allow it in your extension$/)).toBeVisible();
  await expect(page.getByLabel('Your text')).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await queue(page).getByRole('button', { name: 'Cancel: Publish a note' }).click();
  await expect(queue(page)).toHaveCount(0);
  await expect(page.getByText('Note not signed').first()).toBeVisible();
  await expect(page.getByLabel('Your text')).toHaveValue('patience');
});
