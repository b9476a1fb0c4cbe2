import { readFile } from 'node:fs/promises';
import { generateSecretKey } from 'nostr-tools';
import { leftDialogs, neighbourhood, PIN, signInAs } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { kept, leaksIn, listen, needlesOf, remembered } from '../support/hostile/secret-search.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const KEY = generateSecretKey();
const PHRASE = 'Gannet5Lighthouse Umbrella8Quarry';
const NEEDLES = needlesOf({ key: KEY, words: 'no words at all', typed: [PIN, PHRASE] });
const FORGOTTEN = needlesOf({ key: KEY, words: 'no words at all', typed: [] });

async function choose(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  await page
    .getByLabel('Choose a file', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ mimeType: 'application/octet-stream', ...file });
}

test('BEYOND-16 E-32 E-47 an exported account file restores key, lists, drafts and settings', {
  tag: LONG,
}, async ({ page, browser, house }) => {
  test.setTimeout(300_000);
  const { url } = await house(neighbourhood());
  const ear = listen(page);
  const found: string[] = [];
  const check = async (step: string): Promise<void> => {
    found.push(
      ...leaksIn(new Map([...ear.heard(), ...(await kept(page))]), NEEDLES).map(
        (leak) => `${step}: ${leak}`,
      ),
    );
  };
  await page.goto(`${url}/home`);
  await signInAs(page, KEY, PIN);
  await leftDialogs(page);
  // a draft, a setting and a list to export
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').fill('Half a thought on the stairs');
  await page.goto(`${url}/settings/appearance`);
  await page.getByRole('radio', { name: 'Large', exact: true }).check({ force: true });
  await page.goto(`${url}/settings/muted`);
  await page.getByRole('tab', { name: /^Words/ }).click();
  await page.getByLabel('Word', { exact: true }).fill('pineapple');
  await page.getByLabel('Word', { exact: true }).press('Enter');
  await page
    .getByRole('alertdialog', { name: 'Change your mute list?' })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'pineapple' })).toBeVisible({
    timeout: 20_000,
  });

  await page.goto(`${url}/settings/archive`);
  await page.getByLabel('Passphrase', { exact: true }).fill('short');
  await page.getByLabel('Repeat the passphrase').fill('short');
  await page.getByRole('button', { name: 'Save the file' }).click();
  await expect(page.getByText('At least 12 characters')).toBeVisible();
  await page.getByRole('switch', { name: 'Include the private key' }).check();
  await page.getByLabel('Passphrase', { exact: true }).fill(PHRASE);
  await page.getByLabel('Repeat the passphrase').fill(PHRASE);
  await page.getByLabel('Your PIN').fill(PIN);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  await expect(page.getByText('The file is saved.', { exact: false })).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^starling-\d{4}-\d\d-\d\d\.starling$/);
  const buffer = await readFile(await download.path());
  expect(
    leaksIn(new Map([['file', `${buffer.toString('latin1')} ${buffer.toString('hex')}`]]), NEEDLES),
  ).toEqual([]);
  expect(await faultsInThemes(page)).toEqual([]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `artifacts/archive-${width}.png`, fullPage: true });
  }
  await check('the file is saved');
  found.push(...leaksIn(await remembered(page), FORGOTTEN).map((leak) => `in memory: ${leak}`));
  expect(found).toEqual([]);

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${url}/home`);
  await other.getByRole('button', { name: 'Sign in' }).first().click();
  await other.getByRole('button', { name: 'Open a backup file' }).click();
  await choose(other, { name: 'house.starling', buffer });
  await other.screenshot({ path: 'artifacts/archive-sign-in.png' });
  await other.getByLabel('Passphrase of the file').fill(PHRASE);
  await other.keyboard.press('Enter');
  await expect(other.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 30_000 });
  await leftDialogs(other);
  await other.goto(`${url}/settings/archive`);
  const look = async (file: Buffer, phrase: string): Promise<void> => {
    await choose(other, { name: 'house.starling', buffer: file });
    await other.getByLabel('Passphrase of the file').fill(phrase);
    await other.getByRole('button', { name: 'Preview' }).click();
  };
  await look(buffer, 'not the passphrase');
  await expect(
    other.getByText('The passphrase is wrong, or the file was changed.', { exact: false }),
  ).toBeVisible({ timeout: 20_000 });
  await look(buffer.subarray(0, 40), PHRASE);
  await expect(other.getByText('A part of this file is missing.', { exact: false })).toBeVisible({
    timeout: 20_000,
  });
  await look(Buffer.from('{"a":1}'), PHRASE);
  await expect(
    other.getByText('This is not a backup file of Starling.', { exact: false }),
  ).toBeVisible({ timeout: 20_000 });
  await look(buffer, PHRASE);
  const plan = other.getByRole('group', { name: 'Import preview' });
  await expect(plan).toContainText('1 draft', { timeout: 20_000 });
  await expect(plan).toContainText('setting');
  await other.screenshot({ path: 'artifacts/archive-plan.png' });
  await plan.getByRole('button', { name: 'Import' }).click();
  await expect(other.getByText('Import finished.', { exact: false })).toBeVisible();
  await other.getByRole('button', { name: 'Reload' }).click();
  await other.goto(`${url}/home`);
  await other.getByRole('button', { name: 'New note' }).first().click();
  await expect(other.getByLabel('Your text')).toHaveValue('Half a thought on the stairs');
  await other.context().close();
});
