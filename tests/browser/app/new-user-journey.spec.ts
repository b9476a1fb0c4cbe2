import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getPublicKey } from 'nostr-tools';
import { privateKeyFromSeedWords } from 'nostr-tools/nip06';
import { secretKey, signed } from '../../support/events/signed.ts';
import { PIN, proveCopy, shownWords } from '../support/pages/account.ts';
import type { ReadBack } from '../support/pages/read-back.ts';
import { readEveryone } from '../support/pages/reading.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

// tall enough for all rows of the test
test.use({ viewport: { width: 1_280, height: 3_000 } });

const NEIGHBOURS = ['iris', 'tomas', 'noor', 'linh', 'ada', 'pia'];
const keyOf = (at: number) => at + 2;
const pubkeyOf = (at: number) => getPublicKey(secretKey(keyOf(at)));

/** Six neighbours who follow each other, and a note by each. */
const village = () => [
  ...NEIGHBOURS.map((name, at) => profile(keyOf(at), { name })),
  ...NEIGHBOURS.map((_, at) =>
    signed(
      {
        kind: 3,
        tags: NEIGHBOURS.map((__, other) => ['p', pubkeyOf(other)]),
        created_at: now() - 1_000,
      },
      keyOf(at),
    ),
  ),
  ...NEIGHBOURS.map((name, at) =>
    note(`Good evening from ${name}.`, { key: keyOf(at), ago: 60 * at }),
  ),
];

/**
 * Events of an account that another Nostr program, run as its own process, reads from the relay.
 */
async function readBack(url: string, pubkey: string): Promise<readonly ReadBack[]> {
  const script = join(import.meta.dirname, '../support/pages/read-back.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    url.replace('http', 'ws'),
    pubkey,
  ]);
  return JSON.parse(stdout);
}

const row = (page: Page, text: string) =>
  page.getByRole('article').filter({ hasText: text }).first();
const idOf = async (page: Page, text: string) =>
  (await row(page, text).getAttribute('data-note')) ?? '';
const act = (page: Page, text: string, name: RegExp) =>
  row(page, text).getByRole('button', { name });
const posted = (page: Page) =>
  expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });

/** Dismisses the current message, so that the next one of its kind is a new one. */
async function dismiss(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0, { timeout: 15_000 });
}

test('ACCOUNT-07 COMPOSE-01 MEDIA-02 BEYOND-12 another program reads all that a new user published', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const { url } = await house({ events: village() });
  await page.emulateMedia({ reducedMotion: 'reduce' });

  // an account with a PIN, five people to follow, the key backed up
  await page.goto(`${url}/new`);
  await page.getByLabel('Username').fill('wren');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Next' }).click();
  for (const name of NEIGHBOURS.slice(0, 5))
    await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Accepted by 1 relay')).toHaveCount(4, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Show the private key' }).click();
  const words = await shownWords(page);
  const me = getPublicKey(privateKeyFromSeedWords(words));
  await proveCopy(page, words);
  await expect(page.getByText('You have a copy of your key.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: 'Getting started' })
    .getByRole('button', { name: 'Later' })
    .click();

  // a note with a picture and a mention
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').pressSequentially('Hello @iris');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('look');
  const picture = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 40;
    canvas.height = 30;
    canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  await page.locator('dialog input[type="file"]').setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.from(picture, 'base64'),
  });
  await expect(page.getByText(/^Uploaded/).first()).toBeVisible({ timeout: 20_000 });
  await page.getByLabel('Description of a.png').pressSequentially('Black and nothing else');
  await page.keyboard.press('Control+Enter');
  await posted(page);
  await dismiss(page);

  // like, repost, quote, reply, bookmark
  await readEveryone(page);
  const from = NEIGHBOURS.map((name) => `Good evening from ${name}.`);
  const [iris = '', tomas = '', noor = '', linh = '', ada = '', pia = ''] = from;
  const ids = await Promise.all(from.map((text) => idOf(page, text)));
  await act(page, iris, /^Like/).click();
  await act(page, tomas, /^Repost/).click();
  await page.getByRole('menuitem', { name: 'Repost' }).click();
  await act(page, noor, /^Repost/).click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await page.getByLabel('Your text').fill('Worth a look');
  await page.keyboard.press('Control+Enter');
  await posted(page);
  await expect(page.getByText('Reposted successfully')).toBeVisible({ timeout: 10_000 });
  await act(page, linh, /^Reply/).click();
  await page.getByLabel('Your text').fill('And to you');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 });
  await act(page, ada, /bookmark/i).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(act(page, ada, /bookmark/i)).toHaveAttribute('aria-pressed', 'true');
  await expect(act(page, ada, /bookmark/i)).not.toHaveAttribute('aria-busy', 'true');

  // mute, and ask for a deletion
  await act(page, pia, /^More/).click();
  await page.getByRole('menuitem', { name: 'Mute user' }).click();
  await expect(row(page, pia)).toHaveCount(0);
  const before = await readBack(url, me);
  const quote = before.find(({ event }) => event.content.startsWith('Worth a look'));
  await page.goto(`${url}/e/${quote?.event.id ?? ''}`);
  await act(page, 'Worth a look', /^More/).click();
  await page.getByRole('menuitem', { name: 'Request delete' }).click();
  await page.getByRole('button', { name: 'Request delete' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Delete request sent')).toBeVisible({ timeout: 20_000 });

  // out, and in again with the PIN
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(words);
  await page.keyboard.press('Enter');
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Repeat the PIN').fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(page.getByText('Key locked')).toBeVisible();
  await readEveryone(page);
  await expect(act(page, iris, /^Like/)).toHaveAttribute('aria-pressed', 'true');
  await expect(row(page, pia)).toHaveCount(0);

  const after = await readBack(url, me);
  expect(quote?.isValid && after.every(({ isValid }) => isValid)).toBe(true);
  expect(new Set(after.map(({ event: { kind } }) => kind))).toEqual(
    new Set([0, 1, 3, 5, 6, 7, 10_000, 10_002, 10_003, 10_050]),
  );
  const of = (kind: number) => after.filter(({ event }) => event.kind === kind);
  const tags = (kind: number, name: string) =>
    of(kind).flatMap(({ event }) =>
      event.tags.flatMap(([tag, value]) => (tag === name ? [value] : [])),
    );
  expect(JSON.parse(of(0)[0]?.event.content ?? '')).toMatchObject({ name: 'wren' });
  expect(new Set(tags(3, 'p'))).toEqual(
    new Set(NEIGHBOURS.slice(0, 5).map((_, at) => pubkeyOf(at))),
  );
  expect(of(1)).toHaveLength(2);
  const first = of(1).find(({ event }) => event.content.startsWith('Hello'));
  expect([first?.root, first?.named]).toEqual([undefined, [pubkeyOf(0)]]);
  expect(first?.event.tags).toContainEqual(['p', pubkeyOf(0)]);
  const imeta = first?.event.tags.find(([name]) => name === 'imeta') ?? [];
  const address = imeta.find((part) => part.startsWith('url '))?.slice(4) ?? '';
  expect(first?.event.content).toContain(address);
  expect(imeta).toEqual(
    expect.arrayContaining(['m image/png', 'dim 40x30', expect.stringMatching(/^x [0-9a-f]{64}$/)]),
  );
  expect((await page.request.get(address)).headers()['content-type']).toBe('image/png');
  const reply = of(1).find(({ event }) => event.content === 'And to you');
  expect([
    reply?.root ?? reply?.parent,
    reply?.event.tags.some(([name, value]) => name === 'p' && value === pubkeyOf(3)),
  ]).toEqual([ids[3], true]);
  expect(quote).toMatchObject({ named: [ids[2]] });
  expect(quote?.event.tags.find(([name]) => name === 'q')?.[1]).toBe(ids[2]);
  expect(of(6)).toMatchObject([{ reposted: ids[1], carried: ids[1] }]);
  expect(of(7)).toMatchObject([{ reacted: ids[0], event: { content: '+' } }]);
  expect([tags(10_003, 'e'), tags(10_000, 'p'), tags(5, 'e'), tags(5, 'k')]).toEqual([
    [ids[4]],
    [pubkeyOf(5)],
    [quote?.event.id],
    ['1'],
  ]);
});
