import { secretKey, signed } from '../support/signed.ts';
import { getPublicKey, nip19 } from 'nostr-tools';
import { neighbourhood, signIn } from './support/account.ts';
import { faults } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { note, now, profile } from './support/village.ts';

const FENCE = note('Who likes this fence?', { key: 2, ago: 5 });
const acting = (kind: number, key: number, content: string, tags: string[][] = [['e', FENCE.id]]) =>
  signed({ kind, content, tags, created_at: now() - 4 }, key);

const npub = (key: number) => nip19.npubEncode(getPublicKey(secretKey(key)));

test('NOTE-12 NOTE-14 from the menu of a note: who liked, reposted and quoted it, page by page; what has none says so', async ({
  page,
  house,
}) => {
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

test('PROFILE-06 FEED-07 the feed of an account goes among the feeds of home, stays there, and goes again; visitors are told why not', async ({
  page,
  house,
}) => {
  const follows = signed({ kind: 3, tags: [['p', getPublicKey(secretKey(3))]], created_at: now() - 900 }, 2);
  const site = await house(neighbourhood(follows));
  const iris = `${site.url}/p/${npub(2)}`;
  const choose = async (entry: string) => {
    await page.goto(iris);
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const feed = page.getByRole('option', { name: "iris's feed" });
  const openFeeds = async () => {
    await page.goto(`${site.url}/home`);
    await page.getByRole('combobox', { name: 'Choose a feed' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  };
  await choose('Add their feed to home');
  await expect(page.getByText('You need to be signed in to perform this action')).toBeVisible();
  await signIn(page, site);
  await choose('Add their feed to home');
  await expect(page.getByText('"iris\'s feed" has been added to your home page')).toBeVisible();
  await openFeeds();
  await feed.click();
  await expect(page.getByRole('feed', { name: "iris's feed" }).getByRole('article')).toHaveCount(3);
  await choose('Remove their feed from home');
  await expect(page.getByText('"iris\'s feed" has been removed from your home page')).toBeVisible();
  await openFeeds();
  await expect(feed).toHaveCount(0);
});
