import { getPublicKey, nip19 } from 'nostr-tools';
import type { House } from './start.ts';
import { expect, type Page } from './test.ts';

export const PIN = 'a good pin';

/** Signs in by the key of somebody of the town, with a PIN. Gives the public key. */
export async function signIn(page: Page, { url, demo }: Pick<House, 'url' | 'demo'>, who = 'jun'): Promise<string> {
  const nsec = demo.find(({ name }) => name === who)?.nsec ?? '';
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Key or address').fill(nsec);
  await page.keyboard.press('Enter');
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
  const read = nip19.decode(nsec);
  if (read.type !== 'nsec') throw new Error(`nobody is called ${who}`);
  return getPublicKey(read.data);
}
