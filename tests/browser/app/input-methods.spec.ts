import { getPublicKey, nip19 } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { leftDialogs, neighbourhood, newNote, openAs, signIn } from '../support/pages/account.ts';
import { box, log } from '../support/pages/messages.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

/**
 * Presses the Enter that confirms a conversion, as Safari sends it: after the composition, marked
 * only by its key code.
 */
async function safariEnter(page: Page): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await keyboard.send('Input.dispatchKeyEvent', {
    type: 'keyUp',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await keyboard.detach();
}

test('DM-05 COMPOSE-01 Enter of an input method sends nothing in messages and the composer', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await openAs(page, site, `/dms/${nip19.npubEncode(getPublicKey(secretKey(2)))}`);
  await box(page).fill('half a mess');
  await box(page).focus();
  await safariEnter(page);
  await expect(box(page)).toHaveValue('half a mess');
  await box(page).pressSequentially('age');
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('half a message');
  await expect(log(page).getByText('half a mess', { exact: true })).toHaveCount(0);

  await page.goto(`${site.url}/home`);
  await newNote(page).click();
  const text = page.getByLabel('Your text');
  await expect(text).toBeEditable();
  await text.pressSequentially('to @iris');
  await expect(page.getByRole('option').first()).toBeVisible();
  await safariEnter(page);
  await expect(text).toHaveValue('to @iris');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page
    .getByRole('button', { name: 'Add a poll' })
    .or(page.getByRole('button', { name: 'Poll' }))
    .click();
  const options = page.getByLabel(/^(Answer|Option|Choice) \d/);
  const count = await options.count();
  await options.last().fill('yes');
  await options.last().focus();
  await safariEnter(page);
  await expect(options).toHaveCount(count);
  await page.keyboard.press('Enter');
  await expect(options).toHaveCount(count + 1);
});

test('SEARCH-01 COMPOSE-01 Enter of an input method picks nothing in search, palette and topics', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const { pathname } = new URL(page.url());
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Settings');
  await expect(page.getByRole('option').first()).toBeVisible();
  await safariEnter(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(pathname);
  await page.keyboard.press('Escape');
  await leftDialogs(page);

  await page.goto(`${site.url}/reads/edit`);
  const topic = page.getByLabel('Add a topic');
  await topic.fill('lam');
  await topic.focus();
  await safariEnter(page);
  await expect(topic).toHaveValue('lam');
  await topic.pressSequentially('ps');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove lamps' })).toBeVisible();
});
