import { leftDialogs, neighbourhood, newNote, PIN, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const OTHER = 'a better pin';

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

async function act(page: Page, name: string, fields: Readonly<Record<string, string>>) {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  await fill(page, fields);
}

const done = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

test('ACCOUNT-22 SETTINGS-11 a PIN is set later, changed in one of two tabs, and removed', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const here = await house(neighbourhood());
  await signIn(page, here);
  await page.goto(`${here.url}/settings/account`);
  await done(page, 'No PIN: anyone who can open this browser');
  await act(page, 'Set a PIN', { 'New PIN': PIN, 'Repeat the new PIN': OTHER });
  await done(page, 'PINs don’t match');
  expect(await faultsInThemes(page)).toEqual([]);
  await fill(page, { 'New PIN': PIN, 'Repeat the new PIN': PIN });
  await done(page, 'Your key is locked with the PIN now.');
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible();

  // the key is asked for from the next start
  const second = await page.context().newPage();
  await second.goto(`${here.url}/settings/account`);
  await act(second, 'Change PIN', {
    'Current PIN': OTHER,
    'New PIN': OTHER,
    'Repeat the new PIN': OTHER,
  });
  await done(second, 'This is not the PIN of this account');
  await fill(second, { 'Current PIN': PIN, 'New PIN': OTHER, 'Repeat the new PIN': OTHER });
  await done(second, 'Your PIN was changed.');
  await newNote(second).click();
  await second.getByLabel('Your text').fill('locked');
  await second.keyboard.press('Control+Enter');
  const prompt = second.getByRole('dialog', { name: 'Enter your PIN' });
  await prompt.getByLabel('PIN').fill(PIN);
  await second.keyboard.press('Enter');
  await expect(prompt.getByText('This is not the PIN of this account')).toBeVisible();
  await prompt.getByLabel('PIN').fill(OTHER);
  await second.keyboard.press('Enter');
  await expect(second.getByText('Note posted').first()).toBeVisible();
  await leftDialogs(second);

  // the other tab knows the removal at once
  await act(page, 'Remove PIN', { 'Current PIN': PIN });
  await done(page, 'This is not the PIN of this account');
  await fill(page, { 'Current PIN': OTHER });
  await done(page, 'Your PIN was removed.');
  await expect(second.getByRole('button', { name: 'Set a PIN' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Show the private key' }).click();
  await expect(page.getByRole('group', { name: 'Private key' }).locator('code')).toHaveText(
    /^nsec1/,
  );
});
