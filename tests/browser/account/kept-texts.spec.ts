import { getPublicKey, nip19 } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import {
  keyOfJun,
  leftDialogs,
  neighbourhood,
  newNote,
  signIn,
  signInAs,
  signOut,
} from '../support/pages/account.ts';
import { kept } from '../support/pages/article.ts';
import { box } from '../support/pages/messages.ts';
import type { TestService } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const PEER = nip19.npubEncode(getPublicKey(secretKey(2)));

/** Two tabs of Jun's account. */
async function twoTabs(page: Page, house: TestService) {
  await signIn(page, house);
  const other = await page.context().newPage();
  await other.goto(`${house.url}/home`);
  return { url: house.url, other };
}

async function writeNote(page: Page, words: string): Promise<void> {
  await newNote(page).click();
  await expect(text(page)).toBeEditable();
  await text(page).fill(words);
}

const signInAgain = (page: Page) => signInAs(page, keyOfJun());

const text = (page: Page) => page.getByLabel('Your text');
const signedOutElsewhere = (page: Page) =>
  page.getByText('This account was signed out in another tab');

test('COMPOSE-12 a sign-out in another tab keeps the text of the composer, and says where', {
  tag: LONG,
}, async ({ page, house }) => {
  const { other } = await twoTabs(page, await house(neighbourhood()));
  await writeNote(page, 'A text that another tab interrupts');
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
}, async ({ page, house }) => {
  const { other } = await twoTabs(page, await house(neighbourhood()));
  await writeNote(page, 'A text that another tab erases');
  await signOut(other, true);

  await expect(page.getByText('Your unsent text was removed')).toBeVisible();
  await signInAgain(page);
  await newNote(page).click();
  await expect(text(page)).toBeEditable();
  await expect(text(page)).toHaveValue('');
});

test('COMPOSE-12 INV-NO-LOSS a sign-out in another tab keeps the text of the message box', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url, other } = await twoTabs(page, await house(neighbourhood()));
  await page.goto(`${url}/dms/${PEER}`);
  await expect(box(page)).toBeEditable();
  await box(page).fill('A message that another tab interrupts');
  await signOut(other);

  await expect(signedOutElsewhere(page)).toBeVisible();
  await expect(page.getByText('Your message is kept.')).toBeVisible();
  await signInAgain(page);
  await page.goto(`${url}/dms/${PEER}`);
  await expect(box(page)).toHaveValue('A message that another tab interrupts');
});

test('COMPOSE-12 INV-NO-LOSS a sign-out in another tab keeps an open article among the drafts', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url, other } = await twoTabs(page, await house(neighbourhood()));
  await page.goto(`${url}/reads/edit`);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('An article that another tab interrupts');
  await kept(page);
  await signOut(other);

  await expect(signedOutElsewhere(page)).toBeVisible();
  await expect(page.getByText('Your article is kept.')).toBeVisible();
  await signInAgain(page);
  await leftDialogs(page);
  await page.goto(`${url}/myarticles/drafts`);
  await expect(page.getByText('An article that another tab interrupts')).toBeVisible();
});
