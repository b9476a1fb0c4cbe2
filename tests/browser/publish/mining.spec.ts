import { difficultyOf } from '../../../src/events/nostr/proof-of-work.ts';
import { neighbourhood, newNote, signIn } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';

test('SIGN-06 proof of work is mined in the background, can be stopped, and names its target', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  await newNote(page).click();
  const text = page.getByLabel('Your text');
  await text.fill('Hard to make');
  await page.getByRole('button', { name: 'Proof of work', exact: true }).click();
  const choice = page.getByRole('combobox', { name: 'Proof of work' });
  await choice.click();
  await page.getByRole('option', { name: '24 bits' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // the page answers while a worker tries millions of nonces
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(text).toBeEditable();
  await expect(text).toHaveValue('Hard to make');
  expect(await stored(site.url, { kinds: [1], authors: [me] })).toEqual([]);
  await choice.click();
  await page.getByRole('option', { name: '16 bits' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 30_000 });
  const [note] = await stored(site.url, { kinds: [1], authors: [me] });
  expect(note?.tags.at(-1)?.slice(0, 1)).toEqual(['nonce']);
  expect(note?.tags.at(-1)?.[2]).toBe('16');
  expect(difficultyOf(note?.id ?? '')).toBeGreaterThanOrEqual(16);
});
