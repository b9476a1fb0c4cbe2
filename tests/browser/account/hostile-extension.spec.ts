import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { signed } from '../../support/events/signed.ts';
import {
  bringBack,
  giveExtension,
  hasMet,
  ME,
  misbehave,
  release,
  STRANGER,
  switchKey,
  takeAway,
} from '../support/hostile/hostile-extension.ts';
import {
  addedTo,
  composer,
  type End,
  expectUnsigned,
  heart,
  held,
  likeOf,
  noteOf,
  publishThrough,
  signedInMark,
  tellTwoNotes,
  type Trial,
  tryFault,
  unsigned,
  write,
} from '../support/hostile/signer-trial.ts';
import { type TestService, startHouse } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { notesBy, profile } from '../support/service/village.ts';
import { readEveryone } from '../support/pages/reading.ts';

// all tests share one service
test.describe.configure({ mode: 'default' });

let house: TestService;
/** The storage of a user who is signed in with the extension. */
let signedIn: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

test.beforeAll(async ({ browser }) => {
  house = await startHouse({
    events: [
      profile(ME, { name: 'me' }),
      profile(STRANGER, { name: 'stranger' }),
      ...notesBy(1, 5, 3_600),
    ],
  });
  const page = await browser.newPage();
  await giveExtension(page);
  await askToSignIn(page);
  await expect(signedInMark(page)).toBeVisible();
  await readEveryone(page);
  signedIn = await page.context().storageState();
  await page.context().close();
});

test.afterAll(() => house.clear());

test.use({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  storageState: async ({}, provide) => provide(signedIn),
});

const [me = '', stranger = ''] = [ME, STRANGER].map((key) => signed({}, key).pubkey);

const trialOf = (page: Page): Trial => ({
  page,
  url: house.url,
  me,
  others: [stranger],
  misbehave: (fault) => misbehave(page, fault),
  hasMet: () => hasMet(page),
  release: () => release(page),
});

async function askToSignIn(page: Page): Promise<void> {
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: 'Use a browser extension' }).click();
}

async function openWithTwoNotes(
  page: Page,
): Promise<readonly [wrong: SignedEvent, right: SignedEvent]> {
  const notes = await tellTwoNotes(house.url);
  await giveExtension(page);
  await page.goto(`${house.url}/home`);
  await expect(signedInMark(page)).toBeVisible();
  return notes;
}

/** Values that are not events. */
const NONSENSE = [
  'not signed at all',
  'a throw of nothing',
  'a refusal',
  'nothing',
  'null',
  'a number',
  'a text',
  'a list',
  'a function',
  'a circle',
];

const FAULTS = {
  'another key': 'refused',
  'another key under this name': 'refused',
  'another id': 'refused',
  'another signature': 'refused',
  'the signature of something else': 'refused',
  'other content': 'refused',
  'other tags': 'refused',
  'fewer tags': 'refused',
  'another kind': 'refused',
  'another time': 'refused',
  'something asked before': 'refused',
  'the asked object, changed': 'refused',
  silence: 'cancelled',
  late: 'cancelled',
  'twice, first well': 'right',
  'twice, first wrong': 'refused',
  'a throw': 'refused',
  'a throw of a trap': 'refused',
  'a huge one': 'refused',
  'endless tags': 'refused',
  'a trap in its content': 'refused',
  'a trap in its id': 'refused',
  'something else at each look': 'refused',
  'its own JSON': 'refused',
} satisfies Record<string, End>;

for (const [fault, end] of Object.entries(FAULTS)) {
  test(`SIGN-01 SIGN-03 PUBLISH-02 E-34 INV-QUEUE extension ${fault} (${end})`, {
    tag: LONG,
  }, async ({ page }) => {
    await tryFault(trialOf(page), await openWithTwoNotes(page), fault, end);
  });
}

test('SIGN-01 SIGN-03 PUBLISH-02 E-34 INV-NO-LOSS ten invalid answers publish nothing', {
  tag: LONG,
}, async ({ page }) => {
  await openWithTwoNotes(page);
  await publishThrough(trialOf(page), 'Written among nonsense', NONSENSE);
});

test('ACCOUNT-02 E-34 E-37 INV-NO-LOSS a missing extension is reported, and the text stays until it signs', {
  tag: LONG,
}, async ({ page }) => {
  await openWithTwoNotes(page);
  const before = await held(trialOf(page));
  const text = 'Written while it was away';
  await write(page, text);
  await takeAway(page);
  await page.keyboard.press('Control+Enter');
  await expectUnsigned(page, text);
  await expect(
    composer(page).getByText('Nostr extension is required to send events'),
  ).toBeVisible();
  await page.getByLabel('Your text').press('Control+Enter');
  await bringBack(page, 600);
  await expect(page.getByText('Note posted successfully')).toBeVisible();
  expect(await addedTo(before, trialOf(page))).toEqual([noteOf(text, me)]);
});

test('INV-IDENTITY INV-SCOPE E-34 an extension that changed accounts signs nothing until a new sign-in', {
  tag: LONG,
}, async ({ page }) => {
  const [wrong, right] = await openWithTwoNotes(page);
  const before = await held(trialOf(page));
  await switchKey(page);
  await heart(page, wrong).click();
  await expect(unsigned(page)).toBeVisible();
  await expect(heart(page, wrong)).toHaveAttribute('aria-pressed', 'false');
  expect(await addedTo(before, trialOf(page))).toEqual([]);

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add an account' }).click();
  await page.getByRole('button', { name: 'Use a browser extension' }).click();
  await expect(page.getByRole('link', { name: 'Your profile: stranger' })).toBeVisible();
  await readEveryone(page);
  await heart(page, right).click();
  await expect(heart(page, right)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => addedTo(before, trialOf(page))).toEqual([likeOf(right, stranger)]);
});

test.describe('as a visitor', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('ACCOUNT-02 SIGN-02 E-34 an extension without a public key signs no user in, and a valid one does', {
    tag: LONG,
  }, async ({ page }) => {
    await giveExtension(page);
    await page.goto(`${house.url}/home`);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    for (const [fault, words] of Object.entries({
      'a throw': 'The extension refused: User rejected',
      'a refusal': 'The extension refused: denied',
      nothing: 'The extension gave no public key',
      'an npub': 'The extension gave no public key',
      'a list': 'The extension gave no public key',
      'too much': 'The extension gave no public key',
      'a trap': 'The extension gave no public key',
    })) {
      await misbehave(page, fault);
      await dialog.getByRole('button', { name: 'Use a browser extension' }).click();
      await expect(dialog.getByText(words)).toBeVisible();
      // clear the message so that the same text is reported again
      await dialog.getByLabel('Key or address').fill('nsec1nonsense');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('Please enter a valid Nostr private key')).toBeVisible();
    }
    await takeAway(page);
    await dialog.getByRole('button', { name: 'Use a browser extension' }).click();
    await expect(dialog.getByText('Nostr extension is required to send events')).toBeVisible();

    // an answer that arrives after the dialog closed signs no user in
    await bringBack(page);
    await misbehave(page, 'late');
    await dialog.getByRole('button', { name: 'Use a browser extension' }).click();
    await expect(dialog.getByText('Allow it in your extension')).toBeVisible();
    await page.keyboard.press('Escape');
    await release(page);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await dialog.getByRole('button', { name: 'Use a browser extension' }).click();
    await expect(signedInMark(page)).toBeVisible();
  });
});
