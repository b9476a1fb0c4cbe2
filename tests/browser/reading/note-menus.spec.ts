import { secretKey, signed } from '../../support/events/signed.ts';
import { getPublicKey, nip19 } from 'nostr-tools';
import { byJun, neighbourhood, PIN, signIn } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { faults } from '../support/checks/axe.ts';
import { expect, LONG, test } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

const FENCE = note('Who likes this fence?', { key: 2, ago: 5 });
const acting = (kind: number, key: number, content: string, tags: string[][] = [['e', FENCE.id]]) =>
  signed({ kind, content, tags, created_at: now() - 4 }, key);

const npub = (key: number) => nip19.npubEncode(getPublicKey(secretKey(key)));

test('NOTE-12 NOTE-14 the note menu lists likes, reposts and quotes by page, or says that there are none', {
  tag: LONG,
}, async ({ page, house }) => {
  const crowd = Array.from({ length: 23 }, (_, at) => at + 20);
  const site = await house(
    neighbourhood(
      FENCE,
      ...crowd.map((key) => profile(key, { name: `guest ${key}` })),
      ...crowd.map((key) => acting(7, key, key === 42 ? '🤙' : '+')),
      acting(6, 3, ''),
      acting(1, 4, 'Look at this fence', [['q', FENCE.id]]),
    ),
  );
  await page.goto(`${site.url}/e/${FENCE.id}`);
  const row = page.getByRole('main').locator(`[data-note="${FENCE.id}"]`);
  await row.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reactions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reactions' });
  const people = (tab: string) => dialog.getByRole('list', { name: tab }).getByRole('listitem');
  await expect(people('Likes')).toHaveCount(20);
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(people('Likes')).toHaveCount(23);
  await expect(dialog.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  await expect(people('Likes').filter({ hasText: '🤙' })).toContainText('guest 42');
  await dialog.getByRole('tab', { name: 'Zaps' }).click();
  await expect(dialog.getByText('No zaps yet')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Reposts' }).click();
  await expect(people('Reposts')).toContainText('tomas');
  await dialog.getByRole('tab', { name: 'Quotes' }).click();
  await expect(people('Quotes')).toContainText('Look at this fence');
  await people('Quotes').getByRole('link', { name: 'noor' }).click();
  await expect(page).toHaveURL(/\/p\//);
  await expect(dialog).toHaveCount(0);
});

test('PROFILE-06 FEED-07 E-35 an account’s feed can be added to and removed from the home feeds', {
  tag: LONG,
}, async ({ page, house }) => {
  const follows = signed(
    { kind: 3, tags: [['p', getPublicKey(secretKey(3))]], created_at: now() - 900 },
    2,
  );
  const site = await house(neighbourhood(follows));
  const iris = `${site.url}/p/${npub(2)}`;
  const choose = async (entry: string) => {
    await page.goto(iris);
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const feed = page.getByRole('option', { name: 'iris’s feed' });
  const openFeeds = async () => {
    await page.goto(`${site.url}/home`);
    await page.getByRole('combobox', { name: 'Choose a feed' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  };
  await choose('Add their feed to home');
  await expect(page.getByText('You need to be signed in to perform this action')).toBeVisible();
  await signIn(page, site);
  await choose('Add their feed to home');
  await expect(page.getByText('“iris’s feed” has been added to your home page')).toBeVisible();
  await openFeeds();
  await feed.click();
  // three of her own, and three of the account that she follows
  await expect(page.getByRole('feed', { name: 'iris’s feed' }).getByRole('article')).toHaveCount(6);
  await choose('Remove their feed from home');
  await expect(page.getByText('“iris’s feed” has been removed from your home page')).toBeVisible();
  await openFeeds();
  await expect(feed).toHaveCount(0);

  const kept = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await choose('Add their feed to home');
  await expect.poll(kept).toContain('iris’s feed');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page
    .getByRole('checkbox', { name: 'Also erase this account’s data in this browser' })
    .check();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await expect.poll(kept).not.toContain('iris’s feed');
});

test('ACCOUNT-11 each press on the mute list screen changes exactly one entry of the published list', {
  tag: LONG,
}, async ({ page, house }) => {
  const [iris, tomas] = [2, 3].map((key) => getPublicKey(secretKey(key)));
  const kept = ['p', tomas ?? '', 'wss://relay.example', 'tom', '["content"]', 'more'];
  const before = byJun({ kind: 30_000, tags: [['d', 'mutelists'], ['title', 'theirs'], kept] });
  const site = await house(neighbourhood(before));
  const me = await signIn(page, site, PIN);
  const tags = async (name: string) =>
    (await stored(site.url, { kinds: [30_000], authors: [me], '#d': [name] }))[0]?.tags;
  await page.goto(`${site.url}/settings/filters`);
  const theirs = (name: string) => page.getByRole('group', { name: `Mute list of ${name}` });
  await expect(theirs('tomas').getByRole('switch', { name: 'Hide content' })).toBeChecked();
  await theirs('tomas').getByRole('switch', { name: 'Don’t recommend' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  const both = '["content","trending"]';
  const changed = kept.with(4, both);
  await expect
    .poll(() => tags('mutelists'))
    .toEqual([['d', 'mutelists'], ['title', 'theirs'], changed]);

  const field = page.getByLabel('Owner of the mute list (npub)');
  await field.fill('nobody');
  await field.press('Enter');
  await expect(page.getByText('That isn’t a public key')).toBeVisible();
  await field.fill(npub(2));
  await field.press('Enter');
  await expect(theirs('iris').getByRole('switch')).toHaveCount(2);
  await expect
    .poll(() => tags('mutelists'))
    .toEqual([['d', 'mutelists'], ['title', 'theirs'], changed, ['p', iris, '', '', both]]);
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove tomas' }).click();
  await expect
    .poll(() => tags('mutelists'))
    .toEqual([
      ['d', 'mutelists'],
      ['title', 'theirs'],
      ['p', iris, '', '', both],
    ]);

  await page.getByLabel('Account to always show (npub)').fill(npub(3));
  await page.getByRole('button', { name: 'Always show' }).click();
  // the list is unknown, so the user confirms that there is none
  const question = page.getByRole('alertdialog', { name: 'Change your allowlist?' });
  await expect(question.getByRole('listitem')).toContainText('tomas');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => tags('allowlist'))
    .toEqual([
      ['d', 'allowlist'],
      ['p', tomas],
    ]);
  await page.getByRole('button', { name: 'Remove tomas' }).click();
  await expect.poll(() => tags('allowlist')).toEqual([['d', 'allowlist']]);
  await expect(page.getByText('No one yet')).toBeVisible();
});
