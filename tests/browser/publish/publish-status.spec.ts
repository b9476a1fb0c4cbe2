import { byJun, neighbourhood, PIN, signIn } from '../support/pages/account.ts';
import { startTestRelay } from '../support/service/test-relay.ts';
import { faults } from '../support/checks/axe.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

test('BEYOND-05 ACTIVITY-03 PUBLISH-02 PUBLISH-04 RELAY-06 a refused note can be sent again', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const relay = await startTestRelay('blocked: not today');
  const site = await house(neighbourhood(byJun({ kind: 10_002, tags: [['r', relay.url]] })));
  await signIn(page, site, PIN);
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type('to a closed door');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Failed to publish note').first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const menuOf = (tab: Page) => tab.getByRole('button', { name: 'Account', exact: true });
  await menuOf(page).click();
  await page.getByRole('menuitem', { name: 'Publishing, 1 not finished' }).click();
  await expect(page).toHaveTitle('Publishing');
  const listed = (tab: Page, region: string) =>
    tab
      .getByRole('region', { name: region })
      .getByRole('listitem')
      .filter({ hasText: 'to a closed door' });
  await expect(listed(page, 'Not finished').getByText('blocked: not today').first()).toBeVisible();
  await page.reload();
  await expect(listed(page, 'Not finished').getByText('Failed to publish note')).toBeVisible();
  expect(await faults(page)).toEqual([]);

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(listed(other, 'Not finished').getByText('blocked: not today').first()).toBeVisible();
  const { length } = relay.sent;
  relay.refuses = undefined;
  await listed(other, 'Not finished').getByRole('button', { name: 'Send again' }).click();
  for (const tab of [other, page]) {
    await expect(
      listed(tab, 'Published')
        .getByText(/accepted/i)
        .first(),
    ).toBeVisible();
    await expect(tab.getByLabel('PIN', { exact: true })).toHaveCount(0);
    await menuOf(tab).click();
    await expect(tab.getByRole('menuitem', { name: 'Publishing', exact: true })).toBeVisible();
  }
  expect([relay.sent.length, new Set(relay.sent).size]).toEqual([length + 1, 1]);
  await relay.stop();
});

test('BEYOND-05 PUBLISH-04 an unsent note is reported, and sent once the relay is back, without a PIN', {
  tag: LONG,
}, async ({ page, house }) => {
  const gone = await startTestRelay();
  const site = await house(neighbourhood(byJun({ kind: 10_002, tags: [['r', gone.url]] })));
  await signIn(page, site, PIN);
  await gone.stop();
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type('to an empty house');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText(
      'None of your relays can be reached. It will be sent automatically when one is back.',
    ),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByText('after 8 seconds')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('link', { name: 'Publishing, 1 not finished' })).toBeVisible();
  const back = await startTestRelay(undefined, Number(new URL(gone.url).port));
  await expect.poll(() => back.sent.length, { timeout: 60_000 }).toBe(1);
  await expect(page.getByRole('link', { name: 'Publishing, 1 not finished' })).toHaveCount(0);
  expect(gone.sent).toEqual([]);
  await back.stop();
});
