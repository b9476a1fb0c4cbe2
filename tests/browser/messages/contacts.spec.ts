import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools';
import { wrapEvent } from 'nostr-tools/nip59';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { badge, contacts, log, write } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const [IRIS, JUN, STRANGERS] = [2, 9, 150];
const messages = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .first();
const toJun = (content: string, created_at: number, key = secretKey(IRIS)) =>
  wrapEvent({ kind: 14, content, tags: [['p', pubkeyOfJun()]], created_at }, key, pubkeyOfJun());
/** The position of the focused row in the list. */
const focusedPlace = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset'));
const messageRelays = (urls: readonly string[], created_at: number) =>
  finalizeEvent(
    { kind: 10_050, content: '', tags: urls.map((url) => ['relay', url]), created_at },
    secretKey(JUN),
  );

test.beforeEach(() => test.setTimeout(300_000));

test('DM-01 DM-10 a long contact list draws few rows, and keyboard and ARIA reach each of them', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await publish(site.url, toJun('The first of all', now() - 50_000));
  await publish(
    site.url,
    ...Array.from({ length: STRANGERS }, (_, nth) =>
      toJun('Buy', now() - 40_000 + nth, generateSecretKey()),
    ),
  );
  await signIn(page, site);
  await messages(page).click();
  const list = contacts(page);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('listitem')).toContainText('iris');
  await list.getByRole('tab', { name: /^All/ }).click();
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(STRANGERS + 1), {
    timeout: 60_000,
  });
  expect(await rows.count()).toBeLessThan(100);

  // Tab moves beyond the initially drawn rows
  await rows.first().getByRole('link').focus();
  for (let nth = 1; nth < 75; nth++) await page.keyboard.press('Tab');
  expect(await focusedPlace(page)).toBe('75');
  // the row with the focus stays, and Tab finds its neighbour, wherever the list was scrolled
  await list.evaluate((box) => box.scrollTo(0, 0));
  await expect(list.locator('[aria-posinset="30"]')).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await focusedPlace(page)).toBe('76');
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(rows.last()).toHaveAttribute('aria-posinset', String(STRANGERS + 1));
  await expect(rows.last()).toContainText('iris');
  await expect(rows.last()).toBeInViewport();
  await expect(list.locator(`[aria-posinset="${STRANGERS - 5}"]`)).toBeInViewport();
  expect(await rows.count()).toBeLessThan(100);
});

test('DM-10 "No messages" appears only after all relays were read', { tag: LONG }, async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  const home = site.url.replace('http', 'ws');
  await publish(site.url, messageRelays([home, 'wss://gone.example'], now() - 10));
  await write(page, site, JUN, getPublicKey(secretKey(IRIS)));
  const list = contacts(page);
  await expect(list.getByRole('heading', { name: 'Some messages are not loaded yet' })).toBeVisible(
    { timeout: 30_000 },
  );
  await expect(list.getByText('1 relay was not read to the oldest message.')).toBeVisible();
  await expect(list.getByText('No messages')).toHaveCount(0);
  await list.getByRole('button', { name: 'Try again' }).click();
  await expect(list.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });

  // the messages of a conversation sort by the same rule
  await expect(log(page).getByText('Some messages are not loaded yet')).toBeVisible();
  await expect(log(page)).not.toContainText('beginning of your conversation');
  await publish(site.url, messageRelays([home], now()));
  await expect(log(page)).toContainText('This is the beginning of your conversation with iris.', {
    timeout: 30_000,
  });
  await expect(list.getByText('No messages from people you follow')).toBeVisible();
});

test('DM-10 E-59 a message with an old date is unread on arrival, and sorted by its date', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await publish(site.url, toJun('By the right clock', now() - 60));
  await signIn(page, site);
  await messages(page).click();
  await contacts(page).getByRole('link', { name: /iris/ }).click();
  await expect(log(page)).toContainText('By the right clock');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page.getByRole('feed')).toBeVisible();
  await expect(badge(page)).toHaveCount(0);

  await publish(site.url, toJun('By a slow clock', now() - 7_200));
  await expect(badge(page)).toHaveAccessibleName('1 new', { timeout: 30_000 });
  await messages(page).click();
  await contacts(page).getByRole('link', { name: /iris/ }).click();
  await expect(log(page)).toContainText(/By a slow clock[\s\S]*By the right clock/);
  await expect(badge(page)).toHaveCount(0);
});
