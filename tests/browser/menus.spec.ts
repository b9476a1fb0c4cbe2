import { signed } from '../support/signed.ts';
import { neighbourhood } from './support/account.ts';
import { faults } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { note, now, profile } from './support/village.ts';

const FENCE = note('Who likes this fence?', { key: 2, ago: 5 });
const acting = (kind: number, key: number, content: string, tags: string[][] = [['e', FENCE.id]]) =>
  signed({ kind, content, tags, created_at: now() - 4 }, key);

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
