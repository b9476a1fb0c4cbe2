import { getPublicKey, nip19 } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, newNote, nsecOfJun, signIn, withoutPin } from '../support/pages/account.ts';
import { kept } from '../support/pages/article.ts';
import { box } from '../support/pages/messages.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const PEER = nip19.npubEncode(getPublicKey(secretKey(2)));

async function signOut(page: Page, erase = false): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const leave = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  if (erase) await leave.getByRole('checkbox').check();
  await leave.getByRole('button', { name: 'Sign out' }).click();
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nsecOfJun());
  await page.keyboard.press('Enter');
  await withoutPin(page);
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
}

const text = (page: Page) => page.getByLabel('Your text');
const signedOutElsewhere = (page: Page) =>
  page.getByText('This account was signed out in another tab');

test('COMPOSE-12 a sign-out in another tab keeps the text of the composer, and says where', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  await newNote(page).click();
  await expect(text(page)).toBeEditable();
  await text(page).fill('A text that another tab interrupts');
  await signOut(other);

  await expect(text(page)).toHaveCount(0);
  await expect(signedOutElsewhere(page)).toBeVisible();
  await expect(page.getByText('Your text is kept as a draft.')).toBeVisible();
  await signInAgain(page);
  await newNote(page).click();
  await expect(text(page)).toHaveValue('A text that another tab interrupts');
});

test('COMPOSE-12 a sign-out in another tab that erases data says that the text was removed', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  await newNote(page).click();
  await expect(text(page)).toBeEditable();
  await text(page).fill('A text that another tab erases');
  await signOut(other, true);

  await expect(page.getByText('Your unsent text was removed')).toBeVisible();
  await signInAgain(page);
  await newNote(page).click();
  await expect(text(page)).toBeEditable();
  await expect(text(page)).toHaveValue('');
});

test('COMPOSE-12 INV-NO-LOSS a sign-out in another tab keeps the text of the message box', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  await page.goto(`${site.url}/dms/${PEER}`);
  await expect(box(page)).toBeEditable();
  await box(page).fill('A message that another tab interrupts');
  await signOut(other);

  await expect(signedOutElsewhere(page)).toBeVisible();
  await expect(page.getByText('Your message is kept.')).toBeVisible();
  await signInAgain(page);
  await page.goto(`${site.url}/dms/${PEER}`);
  await expect(box(page)).toHaveValue('A message that another tab interrupts');
});

test('COMPOSE-12 INV-NO-LOSS a sign-out in another tab keeps an open article among the drafts', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  await page.goto(`${site.url}/reads/edit`);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('An article that another tab interrupts');
  await kept(page);
  await signOut(other);

  await expect(signedOutElsewhere(page)).toBeVisible();
  await expect(page.getByText('Your article is kept.')).toBeVisible();
  await signInAgain(page);
  await page.goto(`${site.url}/myarticles/drafts`);
  await expect(page.getByText('An article that another tab interrupts')).toBeVisible();
});
