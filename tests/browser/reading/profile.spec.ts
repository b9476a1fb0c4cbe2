import { getPublicKey } from 'nostr-tools';
import { naddrOf, npubOf } from '../../../src/events/nostr/nip19.ts';
import { secretKey, signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, PIN, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const LIBRARY = 40;
const MEMBERS = Array.from({ length: 12 }, (_, at) => at + 20);
const ADDED = MEMBERS.map((key) => getPublicKey(secretKey(key)));

/** A follow pack: twelve people whom Jun does not follow, one whom Jun follows, and Jun. */
const PACK = signed(
  {
    kind: 39_089,
    tags: [
      ['d', 'pack'],
      ['title', 'Good mornings'],
      ...[...ADDED, getPublicKey(secretKey(2)), pubkeyOfJun()].map((key) => ['p', key]),
    ],
    created_at: now() - 500,
  },
  LIBRARY,
);

/** Return the texts of the rows that something in them exceeds by more than a pixel. */
function spilled(rows: readonly Element[]): readonly string[] {
  return rows.flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const isSpilled = [...row.querySelectorAll('*')]
      .map((part) => part.getBoundingClientRect())
      .some((part) => part.height > 1 && (part.top < top - 1 || part.bottom > bottom + 1));
    return isSpilled ? [row.textContent] : [];
  });
}

test('PROFILE-07 BEYOND-01 a follow pack is followed by one signed list, and undo removes only its entries', {
  tag: LONG,
}, async ({ page, house }) => {
  const people = [
    profile(LIBRARY, { name: 'library' }),
    ...MEMBERS.map((key) => profile(key, { name: `member ${key}` })),
  ];
  const { url } = await house(neighbourhood(...people, PACK));
  const jun = await signIn(page, { url, demo: [] }, PIN);
  const follows = async () => {
    const response = await fetch(`${url}/api`, {
      method: 'POST',
      body: JSON.stringify(['contact_list', { pubkey: jun, extended_response: false }]),
    });
    const events: ReadonlyArray<{ kind: number; tags: string[][] }> = await response.json();
    return events.flatMap(({ kind, tags }) =>
      kind === 3 ? tags.flatMap(([, key = '']) => key) : [],
    );
  };
  const before = await follows();
  await page.goto(`${url}/a/${naddrOf({ kind: 39_089, pubkey: PACK.pubkey, identifier: 'pack' })}`);
  const list = page.getByRole('list', { name: '14 people' });
  await expect(list.getByRole('link', { name: 'member 20' }).last()).toBeVisible();
  // another app follows one of them, whether this page has heard of it or not
  await publish(
    url,
    byJun({ kind: 3, tags: [...before, ...ADDED.slice(0, 1)].map((key) => ['p', key]) }),
  );
  await page.getByRole('button', { name: /^Follow all \(1[12] people\)$/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Change your follow list?' });
  await expect(dialog.getByText('You will follow all of these people.')).toBeVisible({
    timeout: 20_000,
  });
  const rows = dialog.getByRole('listitem');
  await expect(rows).toHaveCount(11);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await rows.evaluateAll(spilled)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect.poll(follows, { timeout: 20_000 }).toEqual([...before, ...ADDED]);
  await page.getByRole('button', { name: 'Undo (unfollow 11 people)' }).click();
  await expect.poll(follows, { timeout: 20_000 }).toEqual([...before, ...ADDED.slice(0, 1)]);
  await expect(page.getByRole('button', { name: 'Follow all (11 people)' })).toBeVisible();

  // the tab named in the address is visible on a phone
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${url}/p/${npubOf(jun)}?tab=relays`);
  await expect(page.getByRole('tab', { name: 'Relays' })).toBeInViewport({ ratio: 1 });
});

test('FEED-10 on a phone an article row fits a large sum of zaps', { tag: LONG }, async ({
  page,
  house,
}) => {
  const tags = [
    ['d', 'x'],
    ['title', 'On benches'],
    ['published_at', String(now() - 900)],
  ];
  const liked = signed(
    { kind: 7, content: '+', tags: [['a', `30023:${pubkeyOfJun()}:x`]], created_at: now() - 90 },
    2,
  );
  const { url } = await house(
    neighbourhood(byJun({ kind: 30_023, content: 'Sit. '.repeat(400), tags }), liked),
  );
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${url}/p/${npubOf(pubkeyOfJun())}?tab=reads`);
  const row = page.getByRole('feed').getByRole('article');
  const sum = row.locator('[data-act=zap] span');
  const likes = row.locator('[data-act=like] span');
  await expect(likes).toHaveText('1');
  // simulate a large sum
  await likes.evaluate((words) => {
    const paid = words.cloneNode();
    paid.textContent = '999.9k';
    words.closest('article')?.querySelector('[data-act=zap]')?.append(paid);
  });
  const [left, right] = [
    await sum.boundingBox(),
    await row.locator('[data-act=like] svg').boundingBox(),
  ];
  expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThan(8);
});
