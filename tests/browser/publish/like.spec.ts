import { nip19, verifyEvent } from 'nostr-tools';
import { byJun, neighbourhood, PIN, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { startTestRelay } from '../support/service/test-relay.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';

test('ACCOUNT-04 ACCOUNT-17 PUBLISH-01 COMPOSE-10 a like is published once and can be taken back', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const { url } = site;
  const rows = page.getByRole('feed').getByRole('article');
  const me = await signIn(page, site, PIN);
  // after a reload the key is locked, so the like asks for the PIN and continues
  await page.reload();
  const fresh = rows
    .filter({ has: page.getByRole('button', { name: /^Like/, pressed: false }) })
    .first();
  const id = (await fresh.getAttribute('data-note')) ?? '';
  const button = page.locator(`[data-note="${id}"]`).first().getByRole('button', { name: /^Like/ });
  await button.click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 20_000 });

  const mine = () => stored(url, { kinds: [7], authors: [me], '#e': [id] });
  await expect.poll(async () => (await mine()).length).toBe(1);
  const [like] = await mine();
  expect(like && verifyEvent(like)).toBe(true);
  expect(like).toMatchObject({ content: '+', tags: expect.arrayContaining([['k', '1']]) });
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toHaveAccessibleName('Like, 1');

  // found on the own relay, as this page did not publish it
  await button.click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'false', { timeout: 20_000 });
  await expect(button).toHaveAccessibleName('Like');
  const [request] = await stored(url, { kinds: [5], authors: [me] });
  expect(request?.tags).toEqual([
    ['e', like?.id],
    ['k', '7'],
  ]);
  expect(await mine()).toEqual([]);

  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0, { timeout: 10_000 });
  await expect.poll(async () => (await mine()).length).toBe(1);
  expect((await mine())[0]?.id).not.toBe(like?.id);
});

test('ACCOUNT-01 ACCOUNT-05 a read-only user who likes a note sees that the key is missing', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house(neighbourhood());
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(nip19.npubEncode(pubkeyOfJun()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Read-only')).toBeVisible();
  await page.getByRole('feed').getByRole('button', { name: /^Like/ }).first().click();
  await expect(
    page.getByRole('status').filter({ hasText: 'This account is read-only. Add its key to post.' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add key' }).click();
  await expect(page.getByLabel('Key or address')).toBeFocused();
});

test('ACCOUNT-17 PUBLISH-02 a refused like shows the reason each time: the device’s clock is days ahead', {
  tag: LONG,
}, async ({ page, house }) => {
  const relay = await startTestRelay('invalid: event from the future');
  const site = await house(neighbourhood(byJun({ kind: 10_002, tags: [['r', relay.url]] })));
  await page.clock.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000);
  await signIn(page, site, PIN);
  const like = page.getByRole('feed').getByRole('button', { name: /^Like/ }).first();
  for (const _ of ['at first', 'and again']) {
    await like.click();
    const said = page.getByRole('alert').filter({ hasText: 'Failed to like' });
    await expect(said).toContainText('Your clock is 2 days ahead. Set it right and try again.', {
      timeout: 30_000,
    });
    await expect(like).toHaveAttribute('aria-pressed', 'false');
    await said.getByRole('button', { name: 'Dismiss' }).click();
  }
  await relay.stop();
});
