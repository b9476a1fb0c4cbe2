import { getPublicKey, nip19 } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, newNote, openAs, signIn } from '../support/pages/account.ts';
import { box } from '../support/pages/messages.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const text = (page: Page) => page.getByLabel('Your text');
const write = async (page: Page, words: string) => {
  await text(page).fill(words);
  await expect(page.getByText('Saved on this device')).toBeVisible();
};

test('COMPOSE-12 INV-NO-LOSS two new notes in two tabs are two drafts, and the next composer offers both', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await openAs(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  for (const tab of [page, other]) {
    await newNote(tab).click();
    await expect(text(tab)).toBeEditable();
  }
  await write(other, 'BETA text');
  await write(page, 'ALPHA text');
  // each tab has one draft open, and the list marks the draft of the other tab
  await page.getByRole('button', { name: 'Drafts' }).click();
  const drafts = page.getByRole('dialog', { name: 'Drafts' });
  await expect(drafts.getByText('Open in another tab')).toBeVisible();
  await expect(drafts.getByRole('button', { name: 'Delete' })).toBeDisabled();
  for (const tab of [page, other]) await tab.close();

  const next = await context.newPage();
  await next.goto(`${site.url}/home`);
  await newNote(next).click();
  await expect(text(next)).toHaveValue('ALPHA text');
  await expect(next.getByText('1 other draft')).toBeVisible();
  // the count follows another tab that takes one of them
  const taking = await context.newPage();
  await taking.goto(`${site.url}/home`);
  await newNote(taking).click();
  await expect(text(taking)).toHaveValue('BETA text');
  await expect(next.getByText('1 other draft')).toHaveCount(0);
  await taking.close();
  await next.getByRole('button', { name: 'Drafts', exact: true }).click();
  await next.getByRole('dialog', { name: 'Drafts' }).getByRole('button', { name: 'Open' }).click();
  await expect(text(next)).toHaveValue('BETA text');
  // a cleared draft is discarded, and the other one stays
  await text(next).fill('');
  await next.keyboard.press('Escape');
  await expect(text(next)).toHaveCount(0);
  await next.reload();
  await newNote(next).click();
  await expect(text(next)).toHaveValue('ALPHA text');
  await expect(next.getByText(/^\d+ drafts?$/)).toHaveCount(0);
});

test('COMPOSE-12 two replies to one note in two tabs are two drafts', { tag: LONG }, async ({
  page,
  house,
  context,
}) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const other = await context.newPage();
  await other.goto(`${site.url}/home`);
  const reply = (tab: Page) =>
    tab
      .getByRole('article')
      .filter({ hasText: 'the 3th.' })
      .getByRole('button', { name: /^Reply/ })
      .click();
  for (const tab of [page, other]) {
    await reply(tab);
    await expect(text(tab)).toBeEditable();
  }
  await write(other, 'BETA reply');
  await write(page, 'ALPHA reply');
  await write(other, 'BETA reply, longer');
  for (const tab of [page, other]) await tab.close();

  const next = await context.newPage();
  await next.goto(`${site.url}/home`);
  await reply(next);
  await expect(text(next)).toHaveValue('BETA reply, longer');
  // while the draft is being checked, Escape closes it without a question
  await expect(text(next)).toBeEditable();
  await next.keyboard.press('Escape');
  await next.getByRole('button', { name: 'Discard' }).click();
  await expect(text(next)).toHaveCount(0);
  await reply(next);
  await expect(text(next)).toHaveValue('ALPHA reply');
});

test('COMPOSE-12 INV-NO-LOSS two drafts to one person in two tabs are both kept and offered later', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const peer = nip19.npubEncode(getPublicKey(secretKey(2)));
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${site.url}/dms/${peer}`);
    await expect(box(tab)).toBeEditable();
  }
  await box(other).fill('BETA message');
  await box(page).fill('ALPHA message');
  await box(other).press('End');
  await box(other).pressSequentially('!');
  for (const tab of [page, other]) await tab.close();

  const next = await context.newPage();
  await next.goto(`${site.url}/dms/${peer}`);
  await expect(next.getByText('2 drafts')).toBeVisible();
  const first = await box(next).inputValue();
  await next.getByRole('button', { name: 'Show another' }).click();
  await expect(box(next)).not.toHaveValue(first);
  expect([first, await box(next).inputValue()].toSorted()).toEqual([
    'ALPHA message',
    'BETA message!',
  ]);
  // a cleared draft is discarded, and the other one stays
  await box(next).fill('');
  await expect(next.getByText('1 draft')).toBeVisible();
  await next.reload();
  await expect(box(next)).toHaveValue(first);
});
