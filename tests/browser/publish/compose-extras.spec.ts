import { mkdirSync } from 'node:fs';
import { THEMES } from '../../../src/events/settings/appearance.ts';
import { leftDialogs, neighbourhood, newNote, PIN, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const composer = (page: Page) => page.getByRole('dialog', { name: 'New note' });

/**
 * Screenshots of a state in all themes and both widths, for manual review (`STARLING_LOOK`: the
 * folder).
 */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['STARLING_LOOK'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const theme of THEMES) {
    await page.evaluate((one) => document.documentElement.setAttribute('data-theme', one), theme);
    await page.screenshot({ path: `${folder}/${name}-${theme}-${page.viewportSize()?.width}.png` });
  }
}

test('COMPOSE-01 NIP-88 NIP-36 a poll with a warning and an emoji is published by keyboard at phone width', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  await page.setViewportSize({ width: 390, height: 844 });
  await newNote(page).click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type('Tea or coffee? ');
  await page.getByRole('button', { name: 'Add an emoji' }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'Emojis' });
  await expect(picker.getByRole('region', { name: 'Flags' })).toBeAttached();
  await expect(picker.getByRole('searchbox')).toBeFocused();
  await look(page, 'emojis');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(picker.locator('button:focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Add an emoji' }).press('Enter');
  await page.keyboard.type('hot beverage');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Your text')).toBeFocused();
  await expect(page.getByLabel('Your text')).toHaveValue('Tea or coffee? ☕');
  await page.getByRole('button', { name: 'Content warning' }).press('Enter');
  await page.getByRole('textbox', { name: 'Content warning' }).fill('Hot');
  await page.getByRole('button', { name: 'Poll', exact: true }).press('Enter');
  await page.getByRole('textbox', { name: 'Choice 1' }).press('Control+Enter');
  await expect(composer(page).getByRole('alert')).toContainText(
    'A poll needs at least two choices',
  );
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('Tea');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Coffee');
  await look(page, 'poll');
  expect(await faultsInThemes(page)).toEqual([]);
  expect(await composer(page).evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  const [poll] = await stored(site.url, { kinds: [1068], authors: [me] });
  await expect(page.locator('[data-note]').first()).toHaveAttribute('data-note', poll?.id ?? '');
  expect(poll?.tags.filter(([name]) => name === 'option' || name === 'content-warning')).toEqual([
    ['content-warning', 'Hot'],
    ['option', '0', 'Tea'],
    ['option', '1', 'Coffee'],
  ]);
});

test('INV-NO-LOSS a scheduled note survives a reload, can be edited, and is published at its time', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  await newNote(page).click();
  await page.getByLabel('Your text').fill('good morning');
  await page.getByRole('button', { name: 'Set a time' }).click();
  await look(page, 'schedule');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await leftDialogs(page);
  await page.reload();
  await newNote(page).click();
  await page.getByRole('button', { name: 'Drafts' }).click();
  const drafts = page.getByRole('dialog', { name: 'Drafts' });
  await expect(drafts.getByText('good morning')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await look(page, 'drafts');
  // deleted, and taken back
  await drafts.getByRole('button', { name: 'Delete' }).click();
  await expect(drafts.getByText('good morning')).toHaveCount(0);
  await expect(drafts.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await drafts.getByRole('button', { name: 'Edit' }).click();
  const text = page.getByLabel('Your text');
  await expect(text).toHaveValue('good morning');
  await text.fill('good evening');
  // the next whole minute but one, because relays refuse events dated far in the future
  const due = Math.ceil(Date.now() / 60_000) * 60_000 + 60_000;
  await page.getByLabel('Publish at').fill(new Date(due).toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await leftDialogs(page);
  await page.clock.install({ time: due + 1_000 });
  await page.reload();
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 30_000 });
  const notes = (await stored(site.url, { kinds: [1], authors: [me] })).filter(({ content }) =>
    /^good (morning|evening)$/.test(content),
  );
  expect(notes.map(({ content }) => content)).toEqual(['good evening']);
});

test('INV-NO-LOSS a scheduled note waits for a locked key, says so, and can be edited', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const site = await house(neighbourhood());
  const me = await signIn(page, site, PIN);
  await leftDialogs(page);
  await newNote(page).click();
  await page.getByLabel('Your text').fill('good morning');
  await page.getByRole('button', { name: 'Set a time' }).click();
  const due = Math.ceil(Date.now() / 60_000) * 60_000 + 60_000;
  await page.getByLabel('Publish at').fill(new Date(due).toISOString().slice(0, 16));
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await leftDialogs(page);
  await page.clock.install({ time: due + 1_000 });
  await page.reload();
  // its time has come, but the key stays locked
  await expect(page.getByText('Your scheduled note waits for your key.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await newNote(page).click();
  await page.getByRole('button', { name: 'Drafts' }).click();
  const waiting = page
    .getByRole('dialog', { name: 'Drafts' })
    .getByRole('region', { name: 'Not sent' });
  await expect(waiting.getByText('good morning')).toBeVisible();
  expect(await faultsInThemes(page)).toEqual([]);
  await look(page, 'waiting');
  await waiting.getByRole('button', { name: 'Edit' }).click();
  const text = page.getByLabel('Your text');
  await expect(text).toHaveValue('good morning');
  await text.fill('good evening');
  await page.getByRole('button', { name: 'Publish without a schedule' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 30_000 });
  const notes = (await stored(site.url, { kinds: [1], authors: [me] })).filter(({ content }) =>
    /^good (morning|evening)$/.test(content),
  );
  expect(notes.map(({ content }) => content)).toEqual(['good evening']);
});
