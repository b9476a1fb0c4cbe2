import type { Event } from 'nostr-tools';
import { neighbourhood, signIn } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, type Page, test, LONG } from '../support/test.ts';

// tall enough for all rows of the test
test.use({ viewport: { width: 1_280, height: 3_000 } });

const note = (page: Page, id: string) => page.locator(`[data-note="${id}"]`).first();
const values = (event: Event | undefined, name: string) =>
  (event?.tags ?? []).flatMap(([tag, value = '']) => (tag === name ? [value] : []));

test('COMPOSE-03 ACCOUNT-08 COMPOSE-11 NOTE-13 FEED-11 each action is published by its NIP', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  const mine = (kind: number) => stored(site.url, { kinds: [kind], authors: [me] });
  const rows = page.getByRole('feed').getByRole('article');
  await expect(rows.nth(5)).toBeVisible();
  const others = await rows.evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-note') ?? ''),
  );
  const [first = '', second = '', third = '', fourth = ''] = others.slice(1);

  // the actions of a signed-in user have loaded
  await expect(note(page, first).getByRole('button', { name: /^Repost/ })).toHaveAttribute(
    'aria-haspopup',
    'menu',
  );

  // an accidental like
  const like = note(page, second).getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(like).toHaveAttribute('aria-pressed', 'false');

  // repost and quote
  await note(page, first)
    .getByRole('button', { name: /^Repost/ })
    .click();
  await page.getByRole('menuitem', { name: 'Repost' }).click();
  await expect(page.getByText('Reposted successfully')).toBeVisible({ timeout: 10_000 });
  await expect(note(page, first).getByRole('button', { name: /^Repost/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const reposts = [...(await mine(6)), ...(await mine(16))].filter((event) =>
    values(event, 'e').includes(first),
  );
  expect(reposts).toHaveLength(1);
  await note(page, second)
    .getByRole('button', { name: /^Repost/ })
    .click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  await page.getByLabel('Your text').fill('Worth a look');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible();
  const quote = (await mine(1)).find(({ content }) => content.startsWith('Worth a look'));
  expect(values(quote, 'q')[0]).toContain(second);
  expect(quote?.content).toMatch(/nostr:n(event|addr)1/);

  // reply
  await note(page, third)
    .getByRole('button', { name: /^Reply/ })
    .click();
  await page.getByLabel('Your text').fill('So say I');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await mine(1)).filter(({ content }) => content === 'So say I').length)
    .toBe(1);
  const reply = (await mine(1)).find(({ content }) => content === 'So say I');
  expect(values(reply, 'e')).toContain(third);

  // bookmark: the first public one needs a confirmation
  const before = (await mine(10_003))[0];
  const bookmark = note(page, fourth).getByRole('button', { name: /bookmark/i });
  await bookmark.click();
  const question = page.getByRole('alertdialog', { name: 'Change your bookmarks?' });
  if (values(before, 'e').length + values(before, 'a').length === 0)
    await question.getByRole('button', { name: 'Save' }).click();
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  await expect(bookmark).not.toHaveAttribute('aria-busy', 'true');
  const [after] = await mine(10_003);
  expect(values(after, 'e')).toEqual([...values(before, 'e'), fourth]);

  await page.getByRole('link', { name: 'Bookmarks' }).click();
  await expect(note(page, fourth)).toBeVisible();
  await page.goBack();

  expect((await mine(7)).filter((event) => values(event, 'e').includes(second))).toEqual([]);

  // broadcast
  await note(page, first).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Broadcast' }).click();
  await expect(page.getByText('Note has been broadcasted to your relays')).toBeVisible();

  // the author of a note is reported, then muted, and the mute list keeps its other entries
  const [event] = await stored(site.url, { ids: [third] });
  const author = event?.pubkey ?? '';
  await note(page, third).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await expect(page.getByText('All reports will be publicly visible.')).toBeVisible();
  await page.getByRole('radio', { name: 'Spam' }).check();
  await page.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText(/^User .* reported$/)).toBeVisible();
  const [report] = await mine(1984);
  expect([values(report, 'p'), report?.tags.find(([name]) => name === 'e')]).toEqual([
    [author],
    ['e', third, 'spam'],
  ]);
  const [mutes] = await mine(10_000);
  await note(page, third).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Mute user' }).click();
  const muting = page.getByRole('region', { name: 'App messages' });
  await expect(muting.getByText(/^Muting /)).toBeVisible();
  await expect(muting.getByRole('button', { name: 'Undo' })).toBeVisible();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Save' });
  await expect(confirm.or(note(page, third)).first()).toBeVisible();
  if (!mutes) await confirm.click();
  await expect(note(page, third)).toHaveCount(0);
  // the note is hidden once the event is signed, perhaps before a relay has it
  await expect
    .poll(async () => values((await mine(10_000))[0], 'p'))
    .toEqual([...values(mutes, 'p'), author]);
  const [muted] = await mine(10_000);
  expect(muted?.content ?? '').toBe(mutes?.content ?? '');

  // the user deletes their own note
  await page.goto(`${site.url}/e/${quote?.id ?? ''}`);
  const own = page.getByRole('article').filter({ hasText: 'Worth a look' }).first();
  await own.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Request delete' }).click();
  await page.getByRole('button', { name: 'Request delete' }).click();
  await expect(page.getByText('Delete request sent')).toBeVisible();
  const [deletion] = await mine(5);
  expect([deletion?.content, values(deletion, 'e')]).toEqual([
    'Deleted by the author',
    [quote?.id],
  ]);
  expect((await mine(1)).some(({ id }) => id === quote?.id)).toBe(false);
});
