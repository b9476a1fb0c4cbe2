import { verifyEvent } from 'nostr-tools';
import { neighbourhood, signIn } from './support/account.ts';
import { stored } from './support/stored.ts';
import { expect, type Page, test } from './support/test.ts';

const newNote = (page: Page) => page.getByRole('button', { name: 'New note' }).first();

test('PUBLISH-01 PUBLISH-04 a note with a mention, by keyboard: said to be posted only when the relay has it, and it has it once', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  await newNote(page).click();
  const text = page.getByLabel('Your text');
  await expect(text).toBeFocused();
  await page.keyboard.type('Good evening @iris');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('from a test');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const mine = (await stored(site.url, { kinds: [1], authors: [me] })).filter(({ content }) => content.startsWith('Good evening'));
  expect(mine).toHaveLength(1);
  expect(mine.every((event) => verifyEvent(event))).toBe(true);
  expect(mine[0]?.content).toMatch(/^Good evening nostr:n(pub|profile)1\w+ from a test$/);
  expect(mine[0]?.tags.some(([name]) => name === 'p')).toBe(true);
});

test('INV-NO-LOSS what is written is there again after the page was ended without a word', async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await newNote(page).click();
  await page.getByLabel('Your text').fill('half a thought');
  await expect(page.getByText('Kept on this device')).toBeVisible();
  const cdp = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // it never answers
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(`${site.url}/home`);
  // also before what belongs to the account is there
  await newNote(again).click();
  await expect(again.getByLabel('Your text')).toHaveValue('half a thought');
  // Esc asks; the text is kept or thrown away by a person's word only
  await again.keyboard.press('Escape');
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(again.getByRole('dialog')).toHaveCount(0);
  await newNote(again).click();
  await expect(again.getByLabel('Your text')).toHaveValue('');
});
