import { byJun, neighbourhood, signIn } from '../support/pages/account.ts';
import { expect, LONG, test } from '../support/test.ts';

/** Time in which the lists of an account are read and stored. */
const LISTS_MS = 12_000;
/** The page can be used, and has no answer about the own relays yet. */
const EARLY_MS = 600;

test('RELAY-06 a like and a note wait in a tab that is offline right after loading', {
  tag: LONG,
}, async ({ page, context, house }) => {
  const site = await house(
    neighbourhood(byJun({ kind: 10_002, tags: [['r', 'wss://relay.example']] })),
  );
  await signIn(page, site);
  await page.waitForTimeout(LISTS_MS);
  await page.reload();
  const row = page.getByRole('article').first();
  await expect(row).toBeVisible();
  await page.waitForTimeout(EARLY_MS);
  await context.setOffline(true);
  const waits = page.getByText('You are offline. It is sent when you are back.');
  await row.getByRole('button', { name: /^Like/ }).click();
  await expect(row.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('n');
  await page.getByRole('textbox').first().waitFor();
  await page.keyboard.type('hello');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Sending, 0 of 1 relay')).toBeVisible();
  await expect(waits).toBeVisible();
});
