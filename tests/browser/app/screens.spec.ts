import { getPublicKey, nip04 } from 'nostr-tools';
import { naddrOf, note1Of, npubOf } from '../../../src/events/nostr/nip19.ts';
import { notePath } from '../../../src/events/account/profile/profile-path.ts';
import { secretKey, signed } from '../../support/events/signed.ts';
import {
  byJun,
  leftDialogs,
  neighbourhood,
  openAs,
  pubkeyOfJun,
} from '../support/pages/account.ts';
import { rows } from '../support/pages/reading.ts';
import { expect, test, LONG } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

const quote = (id: string) => `nostr:${note1Of(id) ?? ''}`;
const [BEN, CLEO, DORA, STRANGER] = [2, 3, 4, 7];

test('FEED-05 NOTE-10 NOTE-11 NOTE-17 NOTE-23 home shows quotes, long notes, names, counts and its end', async ({
  page,
  house,
}) => {
  const inner = note('The innermost words.', { key: BEN, ago: 90_000 });
  const middle = note(`The middle words. ${quote(inner.id)}`, { key: CLEO, ago: 800 });
  const second = note(`The second words. ${quote(middle.id)}`, { key: BEN, ago: 700 });
  const outer = note(`The outer words. ${quote(second.id)}`, { key: CLEO, ago: 600 });
  const long = note(`${'word '.repeat(260)} farewell`, { key: BEN, ago: 500 });
  const people = [
    profile(BEN, { name: 'ben', display_name: ' ' }),
    profile(CLEO, { name: 'cleo', display_name: 'Cleo' }),
  ];
  const likes = [20, 21, 22].map((key) =>
    signed(
      {
        kind: 7,
        content: '+',
        tags: [
          ['e', outer.id],
          ['p', outer.pubkey],
        ],
        created_at: now() - 50,
      },
      key,
    ),
  );
  const bare = note('By a stranger.', { key: STRANGER, ago: 300 });
  const { url } = await house({
    events: [...people, inner, middle, second, outer, long, bare, ...likes],
  });
  await page.setViewportSize({ width: 1280, height: 1_600 });
  await page.goto(`${url}/home`);
  const row = (text: string) => rows(page).filter({ hasText: text });

  await expect(row('By a stranger.').getByRole('link').first()).toHaveText(/^npub1\w+…\w+$/);
  await expect(row('word word').getByRole('link', { name: 'ben', exact: true })).toBeVisible();
  await expect(row('word word').getByRole('link', { name: 'see more' })).toBeVisible();
  await expect(row('word word')).not.toContainText('farewell');
  const quoting = row('The outer words.');
  await expect(quoting.getByRole('button', { name: 'Like, 3' })).toHaveText('3');
  await expect(quoting.getByRole('blockquote')).toHaveCount(2);
  await expect(quoting).toContainText('The middle words.');
  await expect(quoting).not.toContainText('The innermost words.');
  await expect(page.getByText('You reached the end. You are a quick reader')).toBeVisible();
});

test('THREAD-03 PROFILE-03 PROFILE-13 a missing note is reported, and a profile lists popular notes', {
  tag: LONG,
}, async ({ page, house }) => {
  const popular = note('Liked by many.', { key: BEN, ago: 900 });
  const like = signed(
    {
      kind: 7,
      content: '+',
      tags: [
        ['e', popular.id],
        ['p', popular.pubkey],
      ],
      created_at: now() - 50,
    },
    CLEO,
  );
  const published = String(now() - 4_000);
  const tags = [
    ['d', 'x'],
    ['title', 'A read of Ben'],
    ['summary', 's'],
    ['published_at', published],
  ];
  const read = signed(
    { kind: 30_023, content: 'Body of it. '.repeat(60), tags, created_at: Number(published) },
    BEN,
  );
  const { url } = await house({
    events: [profile(BEN, { name: 'ben', display_name: 'Ben' }), popular, like, read],
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url + notePath('a'.repeat(64)));
  await expect(page.getByRole('heading', { name: 'This note cannot be found' })).toBeVisible();
  await expect(page.getByText('It may have been deleted by the author.')).toBeVisible();
  await page.goto(url + notePath(popular.id));
  await page.getByRole('main').getByRole('link', { name: 'Ben', exact: true }).first().click();
  await expect(page).toHaveURL(/\/p\/nprofile1/);
  const side = page.getByRole('complementary');
  await expect(side.getByRole('heading', { name: 'Latest reads' })).toBeVisible();
  await expect(side.getByRole('link', { name: 'A read of Ben' })).toBeVisible();
  await expect(side.getByRole('heading', { name: 'Popular notes' })).toBeVisible();
  await expect(side.getByRole('link', { name: 'Liked by many.' })).toBeVisible();
});

test('EXPLORE-02 EXPLORE-03 EXPLORE-04 SEARCH-02 SEARCH-03 MEMBER-04 visitors see explore and search', {
  tag: LONG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/explore');
  for (const term of [
    'Profiles',
    'Authors',
    'Zaps',
    'BTC zapped',
    'Public notes',
    'Reposts',
    'Reactions',
    'All events',
  ])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) })).toBeVisible();
  const market = page.getByRole('region', { name: 'Feed market' });
  const feed = market.getByRole('article', { name: 'Reads about the town' });
  await feed.getByRole('button', { name: 'Preview' }).click();
  await expect(
    market
      .getByRole('region', { name: 'Preview of Reads about the town' })
      .getByRole('link')
      .first(),
  ).toBeVisible();
  await page.getByRole('combobox', { name: 'Time' }).click();
  await page.getByRole('option', { name: 'Trending' }).click();
  await page.getByRole('link', { name: 'Open feed' }).click();
  await expect(rows(page).first()).toBeVisible();

  await page.goto('/search');
  const form = page.getByRole('form', { name: 'Advanced search' });
  await form.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Please enter search term.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Include words' }).fill('lantern');
  await form.getByRole('textbox', { name: 'Exclude words' }).fill('moon');
  const command = form.getByRole('textbox', { name: 'Search command' });
  await expect(command).toHaveValue(/lantern.*-moon/);
  await command.fill('lamp oil');
  await expect(form.getByRole('textbox', { name: 'Include words' })).toHaveValue('lamp oil');

  const downloads = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Downloads/ });
  await downloads.click();
  await expect(page).toHaveTitle('Downloads');
  // the operator entered no releases
  await expect(downloads.getByRole('img')).toHaveCount(0);
});

test('FEED-15 PROFILE-04 PROFILE-09 PROFILE-14 SETTINGS-05 SEARCH-05 DM-03 DM-07 THREAD-07 account screens', {
  tag: LONG,
}, async ({ page, house }) => {
  const [iris, noor] = [BEN, DORA].map((key) => getPublicKey(secretKey(key)));
  const repeated = note('Said once, repeated twice.', { key: STRANGER, ago: 5_000 });
  const told = note('A note that a message names.', { key: CLEO, ago: 4_000 });
  const message = (content: string, ago: number) => {
    const sealed = nip04.encrypt(secretKey(BEN), pubkeyOfJun(), content);
    return signed(
      { kind: 4, content: sealed, tags: [['p', pubkeyOfJun()]], created_at: now() - ago },
      BEN,
    );
  };
  const tags = [
    ['d', 'friend'],
    ['title', 'Friend'],
    ['amount', '100', 'sats', 'monthly'],
  ];
  const tier = signed({ kind: 37_001, content: 'For friends', tags, created_at: now() - 900 }, BEN);
  const site = await house(
    neighbourhood(
      told,
      message(`Look at ${quote(told.id)} by nostr:${npubOf(told.pubkey)}`, 300),
      tier,
      signed({ kind: 17_000, tags: [['e', tier.id]], created_at: now() - 800 }, BEN),
      ...[BEN, CLEO].map((key) =>
        signed(
          {
            kind: 6,
            content: '',
            tags: [
              ['e', repeated.id],
              ['p', repeated.pubkey],
            ],
            created_at: now() - 10,
          },
          key,
        ),
      ),
      repeated,
      byJun({ kind: 10_000, tags: [['p', noor ?? '']] }),
    ),
  );
  await page.setViewportSize({ width: 1280, height: 1_200 });
  await openAs(page, site);
  const repost = rows(page).filter({ hasText: 'Said once, repeated twice.' });
  await expect(repost).toHaveCount(1);
  await expect(repost).toContainText(/iris|tomas/);

  await page.goto(`${site.url}/p/${npubOf(noor ?? '')}`);
  await expect(page.getByRole('heading', { name: 'noor is muted' })).toBeVisible();
  await page.getByRole('button', { name: 'Show anyway' }).click();
  await expect(rows(page).first()).toContainText('Said over the fence');

  await page.goto(`${site.url}/p/${npubOf(iris ?? '')}`);
  await page.getByRole('tab', { name: 'Reads 0' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('No reads yet');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('dialog')).toContainText('100 sats');
  await page.keyboard.press('Escape');
  await leftDialogs(page);

  await page.goto(`${site.url}/settings/zaps`);
  const first = page.getByLabel('Amount 1', { exact: true });
  await first.fill('33');
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(first).toHaveValue('21');

  await page.goto(`${site.url}/settings/profile`);
  await expect(page.getByLabel('Username')).toHaveAttribute('required', '');
  await expect(page.getByLabel('Display name')).toHaveAttribute('required', '');

  await page.goto(`${site.url}/settings/filters`);
  const filtered = page.getByRole('region', { name: 'Search filtered accounts' });
  await filtered.getByRole('textbox').fill(npubOf(noor ?? '') ?? '');
  await filtered.getByRole('button', { name: 'Search' }).click();
  await expect(filtered).toContainText('noor');

  await page.goto(`${site.url}/dms`);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /iris/ })
    .click();
  await expect(page.getByRole('log').getByRole('link', { name: /^npub1/ })).toBeVisible();
  await page
    .getByRole('log')
    .getByRole('button', { name: /^Show note/ })
    .click();
  await expect(page.getByRole('log')).toContainText('A note that a message names.');
});

test('THREAD-05 NOTE-22 an article shows its length, and a selection can be highlighted', {
  tag: LONG,
}, async ({ page, house }) => {
  const published = String(now() - 4_000);
  const tags = [
    ['d', 'x'],
    ['title', 'A read'],
    ['summary', 's'],
    ['published_at', published],
  ];
  const read = signed(
    {
      kind: 30_023,
      content: 'Twelve words of it stand in a row, and nothing else here.',
      tags,
      created_at: Number(published),
    },
    BEN,
  );
  const site = await house(neighbourhood(read));
  await page.setViewportSize({ width: 1280, height: 900 });
  const address = naddrOf({ kind: 30_023, pubkey: read.pubkey, identifier: 'x' });
  await openAs(page, site, `/a/${address}`);
  await expect(page.getByText('12 words')).toBeVisible();
  await page.getByText('Twelve words of it').selectText();
  await page.getByRole('button', { name: 'Highlight', exact: true }).click();
  await expect(page.locator('mark')).toContainText('Twelve words of it');
});
