import { nip19 } from 'nostr-tools';
import { secretKey } from '../../../support/events/signed.ts';
import { PIN } from './account.ts';
import type { TestService } from '../service/test-service.ts';
import { expect, type Locator, type Page } from '../test.ts';

const npub = (pubkey: string) => nip19.npubEncode(pubkey);

/** Sign in at a profile and open the conversation with that person. The key stays open. */
export async function write(
  page: Page,
  { url }: Pick<TestService, 'url'>,
  key: number,
  peer: string,
): Promise<void> {
  await page.goto(`${url}/p/${npub(peer)}`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nip19.nsecEncode(secretKey(key)));
  await page.keyboard.press('Enter');
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Send a message' }).click();
}

/** The input box for a message. */
export const box = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });
/** The messages of the open conversation. */
export const log = (page: Page): Locator => page.getByRole('log');
/** The list of conversations. */
export const contacts = (page: Page): Locator =>
  page.getByRole('region', { name: 'Conversations' });
/** The unread count in the navigation. */
export const badge = (page: Page): Locator =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: /Messages/ })
    .getByRole('img');
