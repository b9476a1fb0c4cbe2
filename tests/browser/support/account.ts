import { getPublicKey, nip19 } from 'nostr-tools';
import type { SignedEvent } from '../../../src/events/event.ts';
import { secretKey, signed } from '../../support/signed.ts';
import type { Filling, House } from './start.ts';
import { expect, type Page } from './test.ts';
import { note, now, profile } from './village.ts';

export const PIN = 'a good pin';

const JUN = 9;
const NEIGHBOURS = ['iris', 'tomas', 'noor'];

/** What Jun of the neighbourhood says now. */
export const byJun = (fields: { kind: number; content?: string; tags?: string[][] }): SignedEvent =>
  signed({ ...fields, created_at: now() }, JUN);

export const pubkeyOfJun = (): string => getPublicKey(secretKey(JUN));

export const nsecOfJun = (): string => nip19.nsecEncode(secretKey(JUN));

/** Jun, who can sign in, follows two of three neighbours; what the three say, and what else is told. Quicker to have than a town. */
export function neighbourhood(...more: readonly SignedEvent[]): Filling {
  const keys = NEIGHBOURS.map((_, at) => at + 2);
  const follows = keys.slice(0, 2).map((key) => ['p', getPublicKey(secretKey(key))]);
  return {
    events: [
      profile(JUN, { name: 'jun', display_name: 'Jun' }),
      signed({ kind: 3, tags: follows, created_at: now() - 1_000 }, JUN),
      ...keys.map((key, at) => profile(key, { name: NEIGHBOURS[at] })),
      ...Array.from({ length: 9 }, (_, at) => note(`Said over the fence, the ${at}th.`, { key: (at % 3) + 2, ago: at * 60 })),
      ...more,
    ],
  };
}

/** Signs in with a PIN: as Jun of the neighbourhood, or by the key of somebody of a town. Gives the public key. */
export async function signIn(page: Page, { url, demo }: Pick<House, 'url' | 'demo'>, who = 'jun'): Promise<string> {
  const known = demo.find(({ name }) => name === who)?.nsec;
  const read = known === undefined ? undefined : nip19.decode(known);
  const key = read?.type === 'nsec' ? read.data : secretKey(JUN);
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Key or address').fill(nip19.nsecEncode(key));
  await page.keyboard.press('Enter');
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
  return getPublicKey(key);
}

/** All dialogs are closed, and their entries of the history left: leaving them calls off a page that is opened meanwhile. */
export async function leftDialogs(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => Reflect.get(Object(history.state), 'layers') ?? 0)).toBe(0);
}

/** Says that a key that is shown was saved, and types the two pieces that are asked for. `words`: where it is shown in words, too. */
export async function proveCopy(page: Page, nsec: string, words?: string): Promise<void> {
  await page.getByRole('button', { name: 'I have saved it' }).click();
  if (words === undefined) {
    await page.getByLabel('The 4 characters after nsec1').fill(nsec.slice(5, 9));
    await page.getByLabel('The last 4 characters').fill(nsec.slice(-4));
  } else {
    const fields = page.getByLabel(/^Word \d+$/);
    await expect(fields).toHaveCount(2);
    for (const field of await fields.all()) {
      const label = await field.evaluate((one) => (one instanceof HTMLInputElement ? (one.labels?.[0]?.textContent ?? '') : ''));
      await field.fill(words.split(' ')[Number(label.replace('Word ', '')) - 1] ?? '');
    }
  }
  await page.getByRole('button', { name: 'Check', exact: true }).click();
}
