import { randomBytes } from 'node:crypto';
import { neighbourhood, newNote, openSettings, signIn } from '../support/pages/account.ts';
import { leaksIn, needlesIn } from '../support/hostile/secret-search.ts';
import { savedRecording } from '../support/hostile/secret-watch.ts';
import { expect, LONG, type Locator, type Page, test } from '../support/test.ts';

const FIELDS = [
  'saved note',
  'discarded note',
  'search',
  'message search',
  'profile',
  'private mute',
  'passphrase',
  'connection',
] as const;
/** A word for each field that occurs nowhere else. */
const WORDS = new Map(FIELDS.map((field) => [field, `quokka${randomBytes(8).toString('hex')}`]));
const wordFor = (field: (typeof FIELDS)[number]): string => WORDS.get(field) ?? '';

async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.pressSequentially(text);
  await expect(field).toHaveValue(text);
}

async function writeNote(page: Page, text: string, ending: 'Save draft' | 'Discard') {
  await newNote(page).click();
  await type(page.getByLabel('Your text'), text);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: ending }).click();
  await expect(page.getByRole('dialog', { name: 'New note' })).toHaveCount(0);
}

test('E-32 TRUST-05 TOOL-02 typed and privately muted texts are in no saved recording', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const site = await house(neighbourhood());
  await signIn(page, site);
  await writeNote(page, wordFor('saved note'), 'Save draft');
  await writeNote(page, wordFor('discarded note'), 'Discard');

  await type(page.getByRole('combobox', { name: 'Search' }).first(), wordFor('search'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results').first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await page.getByRole('button', { name: 'New message' }).first().click();
  await type(page.getByRole('combobox', { name: /./ }).last(), wordFor('message search'));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await openSettings(page, 'Muted content');
  await page.getByRole('tab', { name: /^Words/ }).click();
  await page.getByRole('switch', { name: 'Keep it private' }).check();
  await type(page.getByLabel('Word', { exact: true }), wordFor('private mute'));
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('private', { exact: true })).toBeVisible({ timeout: 20_000 });
  await openSettings(page, 'Connected wallets');
  await type(page.getByLabel('Connection string'), wordFor('connection'));
  await openSettings(page, 'Backup file');
  await type(page.getByLabel('Passphrase', { exact: true }), wordFor('passphrase'));
  await openSettings(page, 'Edit profile');
  await type(page.getByRole('textbox', { name: 'About' }), wordFor('profile'));

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();

  const text = await savedRecording(page);
  for (const [field, word] of WORDS)
    expect([field, leaksIn(new Map([['recording', text]]), needlesIn([word]))]).toEqual([
      field,
      [],
    ]);
  // planted: a word in the recording is found
  const planted = new Map([['recording', `${text}${wordFor('profile')}`]]);
  expect(leaksIn(planted, needlesIn([wordFor('profile')]))).not.toEqual([]);
});
