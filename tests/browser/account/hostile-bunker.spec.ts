import {
  ALLOW,
  type HostileBunker,
  ME,
  OTHER,
  startHostileBunker,
} from '../support/hostile/hostile-bunker.ts';
import {
  addedTo,
  composer,
  type End,
  held,
  noteOf,
  publishThrough,
  queue,
  signedInMark,
  tellTwoNotes,
  type Trial,
  tryFault,
  write,
} from '../support/hostile/signer-trial.ts';
import { type TestService, startHouse } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test as base } from '../support/test.ts';
import { notesBy, profile } from '../support/service/village.ts';
import { readEveryone } from '../support/pages/reading.ts';

let house: TestService;

const test = base.extend<{ bunker: HostileBunker }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  bunker: async ({}, provide) => {
    const bunker = await startHostileBunker(house.url);
    await provide(bunker);
    bunker.stop();
  },
});

// all tests share one service
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  house = await startHouse({ events: [profile(1, { name: 'other' }), ...notesBy(1, 5, 3_600)] });
});
test.afterAll(() => house.clear());

const trialOf = (page: Page, bunker: HostileBunker): Trial => ({
  page,
  url: house.url,
  me: ME,
  others: [OTHER],
  misbehave: bunker.misbehave,
  hasMet: bunker.hasMet,
  release: bunker.release,
});

async function signIn(page: Page, { address }: HostileBunker): Promise<void> {
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(address);
  await page.keyboard.press('Enter');
  await expect(signedInMark(page)).toBeVisible();
  await readEveryone(page);
}

/** Answers that must be discarded. */
const WRONG = [
  'another key under this name',
  'another id',
  'another signature',
  'other content',
  'other tags',
  'another kind',
  'another time',
  'not signed at all',
  'no event',
  'a list',
  'twice, first wrong',
];

/** Noise that must not keep the true answer from being found. */
const NOISE = [
  'twice, first well',
  'an answer to something else first',
  'what no program can read first',
  'the word of somebody else first',
  'a page that is none first',
];

const FAULTS = {
  'another key': 'refused',
  'an error': 'refused',
  silence: 'cancelled',
  late: 'cancelled',
  'the word of somebody else first': 'right',
} satisfies Record<string, End>;

for (const [fault, end] of Object.entries(FAULTS)) {
  test(`SIGN-01 SIGN-03 PUBLISH-02 E-34 INV-QUEUE bunker ${fault} (${end})`, {
    tag: LONG,
  }, async ({ page, bunker }) => {
    const notes = await tellTwoNotes(house.url);
    await signIn(page, bunker);
    await tryFault(trialOf(page, bunker), notes, fault, end);
  });
}

test('SIGN-03 PUBLISH-02 E-34 INV-NO-LOSS INV-IDENTITY a lying remote signer publishes nothing', {
  tag: LONG,
}, async ({ page, bunker }) => {
  await signIn(page, bunker);
  await publishThrough(trialOf(page, bunker), 'Written among lies', WRONG);
});

test('SIGN-03 E-34 INV-REPLY the remote signer’s true response is found among noise, exactly once', {
  tag: LONG,
}, async ({ page, bunker }) => {
  await signIn(page, bunker);
  const before = await held(trialOf(page, bunker));
  for (const noise of NOISE) {
    bunker.misbehave(noise);
    await write(page, noise);
    await page.keyboard.press('Control+Enter');
    await expect(composer(page)).toHaveCount(0);
  }
  expect(await addedTo(before, trialOf(page, bunker))).toEqual(
    NOISE.map((noise) => noteOf(noise, ME)).toSorted(),
  );
});

test('BEYOND-03 E-34 a signer’s authorization page is offered, and the request then continues', {
  tag: LONG,
}, async ({ page, bunker }) => {
  await signIn(page, bunker);
  const before = await held(trialOf(page, bunker));
  bunker.misbehave('a page to allow it first');
  await write(page, 'Allowed elsewhere');
  await page.keyboard.press('Control+Enter');
  await expect(
    queue(page).getByRole('link', { name: 'Allow it at signer.example' }),
  ).toHaveAttribute('href', ALLOW);
  bunker.release();
  await expect(page.getByText('Note posted successfully')).toBeVisible();
  expect(await addedTo(before, trialOf(page, bunker))).toEqual([noteOf('Allowed elsewhere', ME)]);
});

test('BEYOND-03 INV-ONE-PROMPT a retry by the user asks a returned remote signer again, and it signs once', {
  tag: LONG,
}, async ({ page, bunker }) => {
  await page.clock.install();
  await signIn(page, bunker);
  const before = await held(trialOf(page, bunker));
  bunker.stop();
  await write(page, 'Asked again');
  await page.keyboard.press('Control+Enter');
  await expect(queue(page)).toBeVisible();
  await page.clock.runFor(16_000);
  const back = await startHostileBunker(house.url);
  await queue(page).getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('Note posted successfully')).toBeVisible();
  expect(await addedTo(before, trialOf(page, bunker))).toEqual([noteOf('Asked again', ME)]);
  back.stop();
});

test('ACCOUNT-02 SIGN-02 E-34 a faulty remote signer signs no user in, and a repaired one does', {
  tag: LONG,
}, async ({ page }) => {
  const bunker = await startHostileBunker(house.url, ['connect', 'get_public_key']);
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  const pair = async (...faults: readonly string[]) => {
    bunker.misbehave(...faults);
    await dialog.getByLabel('Key or address').fill(bunker.address);
    await page.keyboard.press('Enter');
  };
  await pair('an error');
  await expect(dialog.getByText('The signer refused: denied by the owner')).toBeVisible();
  await pair('an unclear answer');
  await expect(dialog.getByText('The signer answered unclearly')).toBeVisible();
  await pair('what no program can read first', 'no public key');
  await expect(dialog.getByText('The signer gave no public key')).toBeVisible();
  await pair('late');
  await expect(dialog.getByText('Waiting for the signer')).toBeVisible();
  await expect.poll(bunker.hasMet).toBe(true);
  await page.keyboard.press('Escape');
  bunker.release();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await pair('a page to allow it first');
  await expect(dialog.getByText('Your signer wants you to allow it')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open its page' })).toHaveAttribute('href', ALLOW);
  bunker.release();
  await expect(signedInMark(page)).toBeVisible();
  bunker.stop();
});
