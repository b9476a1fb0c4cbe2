// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { statsOf } from '../../../../tests/support/views/stats-samples.ts';
import type { Claim } from '../../../events/connection/claims.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { offerPath } from '../../../events/reading/explore/feed-market.ts';
import { seconds } from '../../../events/core/time.ts';

const [ME, AUTHOR] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const SPEC = '{"id":"global-trending","kind":"notes","hours":3}';
const OFFER = trusted({
  kind: KIND.Dvm,
  pubkey: AUTHOR,
  content: JSON.stringify({ name: 'Lamps', about: 'About lamps', primal_spec: SPEC }),
  tags: [['d', 'lamps']],
});
const AUTHOR_PROFILE = trusted({ kind: KIND.Metadata, pubkey: AUTHOR, content: '{"name":"ann"}' });
const other = (kind: number, content: unknown): Claim => ({ claim: 'other', kind, content });
const stats = (users: number): Claim => ({
  claim: 'netStats',
  users,
  pubkeys: 2,
  zaps: 3,
  satszapped: 150_000_000,
  pubnotes: 5,
  reposts: 6,
  reactions: 7,
  any: 8,
});

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/explore', '/explore/feed/x', '/feeds'));

async function opened(path: string) {
  world = await renderedAccount(path);
  const local = () => world?.app.getSnapshot().children.settings?.getSnapshot().context.local;
  const payload = (verb: string) =>
    world?.socket.open().findLast(({ query }) => query.verb === verb)?.query.payload;
  return { ...world, local, payload, main: () => within(screen.getByRole('main')) };
}

test('EXPLORE-01 EXPLORE-02 Explore opens with feeds, has five tabs, and saves the live totals above them', async () => {
  const { answer, main, click, settle, local, isAsked } = await opened('/explore');
  expect(
    main()
      .getAllByRole('tab')
      .map(({ textContent, ariaSelected }) => `${textContent} ${ariaSelected}`),
  ).toEqual(['Feeds true', 'People false', 'Zaps false', 'Media false', 'Topics false']);
  await settle(() => answer('net_stats', { claims: [stats(41)], ended: false }));
  await settle(() => answer('net_stats', { claims: [stats(42)], ended: false }));
  const counts = [...(main().getByText('Profiles').closest('dl')?.children ?? [])].map(
    ({ textContent }) => textContent,
  );
  expect(counts).toEqual([
    'Profiles42',
    'Authors2',
    'Zaps3',
    'BTC zapped1.5',
    'Public notes5',
    'Reposts6',
    'Reactions7',
    'All events8',
  ]);
  expect(local()?.nostrStats).toMatchObject({ users: 41 });
  for (const [tab, verb] of [
    ['People', 'explore_people'],
    ['Zaps', 'explore_zaps'],
    ['Media', 'explore_media'],
    ['Topics', 'explore_topics'],
  ] as const) {
    await click(main().getByRole('tab', { name: tab }));
    expect([tab, isAsked(verb)]).toEqual([tab, true]);
  }
});

test('EXPLORE-02 the last totals that this device saw are shown until the service sends new ones', async () => {
  const { main, settle, app } = await opened('/explore');
  const kept = {
    users: 9,
    pubkeys: 2,
    zaps: 3,
    satszapped: 4,
    pubnotes: 5,
    reposts: 6,
    reactions: 7,
    any: 8,
  };
  await settle(() =>
    app
      .getSnapshot()
      .children.settings?.send({ type: 'settings.change', change: { nostrStats: kept } }),
  );
  expect(main().getByText('Profiles').parentElement?.textContent).toBe('Profiles9');
});

test('EXPLORE-01 NOTE-22 people load page by page, each with new and total followers', async () => {
  const { answer, main, settle, payload } = await opened('/explore?tab=people');
  const people = Array.from({ length: 10 }, (_, n) => `${n + 10}`.repeat(32));
  const gains = Object.fromEntries(
    people.map((pubkey, n) => [pubkey, { increase: 20 - n, ratio: 0.1, count: 1_234 + n }]),
  );
  await settle(() =>
    answer('explore_people', {
      claims: [other(RESULT.UserFollowerIncreases, gains), range(people, { orderBy: 'increase' })],
    }),
  );
  expect(main().getAllByRole('article')[0]?.textContent).toContain('+20 new followers');
  expect(main().getAllByRole('article')[0]?.textContent).toContain('1,234 followers');
  expect(payload('explore_people')).toMatchObject({ offset: 20, limit: 20, user_pubkey: ME });
  await settle(() => answer('explore_people', { claims: [range([])] }));
  expect(screen.getByRole('main').textContent).toContain('Follow');
});

test('STATE-02 EXPLORE-01 topics last seen on this device are shown until new ones are saved (hotTopics)', async () => {
  const { answer, main, settle, app, local } = await opened('/explore?tab=topics');
  const topics = () =>
    main()
      .getAllByRole('listitem')
      .map((row) => row.querySelector('a')?.textContent);
  const kept = { topics: [['lamps', 3], 'broken', ['', 2], ['boats', 'x']] };
  await settle(() =>
    app
      .getSnapshot()
      .children.settings?.send({ type: 'settings.change', change: { hotTopics: kept } }),
  );
  expect(topics()).toEqual(['#lamps']);
  await settle(() =>
    answer('explore_topics', { claims: [other(RESULT.Topics, { harbour: 5, tea: 9 })] }),
  );
  expect([topics(), local()?.hotTopics]).toEqual([
    ['#tea', '#harbour'],
    {
      topics: [
        ['tea', 9],
        ['harbour', 5],
      ],
    },
  ]);
});

test('STATE-02 EXPLORE-01 people last seen on this device are shown until new ones come (trendingUsers)', async () => {
  const { answer, main, settle, app, local } = await opened('/explore?tab=people');
  const [ann, bob] = ['c', 'd'].map((digit) => digit.repeat(64)) as [string, string];
  const gain = { increase: 7, ratio: 0.1, count: 20 };
  const kept = { people: [{ id: ann, gain }, { id: 'nobody' }, 'broken'] };
  await settle(() =>
    app
      .getSnapshot()
      .children.settings?.send({ type: 'settings.change', change: { trendingUsers: kept } }),
  );
  const shown = () =>
    main()
      .getAllByRole('article')
      .map(({ textContent }) => /\+(\d+)/.exec(textContent ?? '')?.[1]);
  expect(shown()).toEqual(['7']);
  const gains = { [bob]: { ...gain, increase: 9 } };
  await settle(() =>
    answer('explore_people', {
      claims: [other(RESULT.UserFollowerIncreases, gains), range([bob], { orderBy: 'increase' })],
    }),
  );
  expect([shown(), local()?.trendingUsers]).toEqual([
    ['9'],
    { people: [{ id: bob, gain: { ...gain, increase: 9 } }] },
  ]);
});

test('STATE-01 EXPLORE-04 the last chosen scope and timeframe are offered again (selectedFeed)', async () => {
  const { main, settle, app } = await opened('/explore');
  const change = { selectedFeed: 'follows;trending' };
  await settle(() =>
    app.getSnapshot().children.settings?.send({ type: 'settings.change', change }),
  );
  expect(main().getByRole('link', { name: 'Open feed' }).getAttribute('href')).toBe(
    '/explore/feed/follows;trending',
  );
});

test('EXPLORE-01 topics link to their notes, and sixty are shown at a time', async () => {
  const { answer, main, settle, click } = await opened('/explore?tab=topics');
  const uses = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`topic${n}`, 100 - n]));
  await settle(() => answer('explore_topics', { claims: [other(RESULT.Topics, uses)] }));
  const links = () => [...document.querySelectorAll('main li a')];
  expect([links().length, links()[0]?.getAttribute('href')]).toEqual([60, '/search/%23topic0']);
  await click(main().getByRole('button', { name: 'Show more' }));
  expect(links()).toHaveLength(70);
});

test('EXPLORE-03 FEED-07 a market feed is previewed, added to home and removed, with its likes and sats', async () => {
  const { answer, main, settle, click, local, payload } = await opened('/explore');
  const claims = [statsOf(OFFER.id, { likes: 12, satszapped: 2_100, zaps: 1 })];
  await settle(() => answer('get_featured_dvm_feeds', { events: [OFFER, AUTHOR_PROFILE], claims }));
  const row = within(main().getByRole('article'));
  expect(row.getByRole('link', { name: 'Lamps' }).getAttribute('href')).toBe(
    offerPath(`${KIND.Dvm}:${AUTHOR}:lamps`),
  );
  expect([
    row.getByRole('button', { name: 'Like, 12' }),
    row.getByRole('button', { name: 'Zap, 2,100' }),
  ]).toHaveLength(2);
  await click(row.getByRole('button', { name: 'Preview' }));
  expect(payload('mega_feed_directive')).toMatchObject({ spec: SPEC, limit: 3 });
  const note = trusted({ content: 'lit at four' });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id])] }));
  expect(main().getByRole('region', { name: 'Preview of Lamps' }).textContent).toContain(
    'lit at four',
  );
  await click(row.getByRole('button', { name: 'Add to home' }));
  expect(local()?.homeFeeds.at(-1)).toEqual({
    name: 'Lamps',
    spec: SPEC,
    description: 'About lamps',
    enabled: true,
    feedkind: 'dvm',
  });
  await click(row.getByRole('button', { name: 'On home' }));
  expect(local()?.homeFeeds.some(({ name }) => name === 'Lamps')).toBe(false);
  await click(row.getByRole('button', { name: 'Zap, 2,100' }));
  expect(toasts()).toEqual([
    '“Lamps” has been added to your home page',
    '“Lamps” has been removed from your home page',
    'Author of this feed cannot be zapped',
  ]);
});

test('STATE-01 EXPLORE-03 market feeds that the account has not seen are new; seen feeds are saved (dvms)', async () => {
  const { answer, main, settle, app, local, click } = await opened('/explore');
  const isNew = () => main().queryAllByText('New').length;
  await settle(() =>
    answer('get_featured_dvm_feeds', { events: [OFFER, AUTHOR_PROFILE], claims: [] }),
  );
  // An account on its first visit has no baseline, so no feed is marked as new.
  expect(isNew()).toBe(0);
  const address = `31990:${AUTHOR}:lamps`;
  expect(local()?.dvms).toEqual({ seen: [address] });
  await click(main().getByRole('tab', { name: 'Topics' }));
  await settle(() =>
    app.getSnapshot().children.settings?.send({
      type: 'settings.change',
      change: { dvms: { seen: ['31990:x:y', 7] } },
    }),
  );
  await click(main().getByRole('tab', { name: 'Feeds' }));
  expect([isNew(), local()?.dvms]).toEqual([1, { seen: [address, '31990:x:y'] }]);
  await click(main().getByRole('tab', { name: 'Topics' }));
  await click(main().getByRole('tab', { name: 'Feeds' }));
  expect(isNew()).toBe(0);
});

test('ACCESS-03 EXPLORE-03 j and k move through market feeds, Enter and o open the focused feed', async () => {
  const { answer, settle } = await opened('/explore');
  await import('../../app/Background.tsx');
  await later(() => {}, 1_000);
  const others = ['two', 'three'].map((name) =>
    trusted({ ...OFFER, content: `{"name":"${name}"}`, tags: [['d', name]] }),
  );
  await settle(() => answer('get_featured_dvm_feeds', { events: [OFFER, ...others], claims: [] }));
  const press = (...keys: readonly string[]) =>
    later(() => {
      for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
    }, 100);
  const current = () => document.activeElement?.closest('article')?.textContent ?? '';
  await press('j', 'j');
  expect(current()).toMatch(/^two/);
  await press('k');
  expect(current()).toMatch(/^Lamps/);
  await press('Enter');
  expect(window.location.pathname).toBe(offerPath(`${KIND.Dvm}:${AUTHOR}:lamps`));
  await later(() => window.history.back(), 100);
  await press('j', 'o');
  expect(window.location.pathname).toMatch(/^\/explore\/feed\//);
});

test('EXPLORE-04 ROUTE-05 scope and timeframe link to their notes; the legend has the people in each scope', async () => {
  const { answer, main, settle, click, payload } = await opened('/explore/feed/follows;trending');
  expect(payload('explore')).toMatchObject({
    scope: 'follows',
    timeframe: 'trending',
    user_pubkey: ME,
  });
  await settle(() =>
    answer('explore_legend_counts', {
      claims: [
        { claim: 'legendCounts', pubkey: ME, follows: 24, innerNetwork: 61, outerNetwork: 1_212 },
      ],
    }),
  );
  const legend = main().getByRole('list', { name: 'People you reach' });
  expect(
    [...legend.children].map(({ textContent, ariaCurrent }) =>
      `${textContent} ${ariaCurrent ?? ''}`.trim(),
    ),
  ).toEqual(['24 your follows true', '61 your inner network', '1,212 your outer network']);
  await click(main().getByRole('combobox', { name: 'Scope' }));
  await click(screen.getByRole('option', { name: 'My tribe', hidden: true }));
  expect(payload('explore')).toMatchObject({ scope: 'tribe', timeframe: 'trending' });
});

test("EXPLORE-04 FEED-08 a visitor who opens notes by scope sees no other account's follows as their own", async () => {
  world = await renderedAccount('/explore/feed/follows;latest', { accounts: [] });
  expect(screen.getByRole('main').textContent).toContain('These notes need an account');
  expect(world.isAsked('explore')).toBe(false);
});

test('EXPLORE-01 ACCOUNT-10 ACCOUNT-21 muted people and words are hidden among people, zaps and feeds', async () => {
  const people = ['d', 'e', 'f'].map((digit) => digit.repeat(64));
  const [loud = ''] = people;
  const tags = [
    ['p', loud],
    ['word', 'Zebrafish'],
  ];
  const mutes = trusted({ pubkey: ME, kind: KIND.MuteList, tags, created_at: 900 });
  const { answer, main, settle, click, app, tellKey } = await opened('/explore?tab=people');
  await settle(() =>
    app.send({ type: 'facts.received', events: [mutes], claims: [], now: seconds(2_000) }),
  );
  await settle(() =>
    answer('explore_people', { claims: [range(people, { orderBy: 'increase' })] }),
  );
  expect(main().getAllByRole('article')).toHaveLength(2);
  const notes = [AUTHOR, loud].map((pubkey) => trusted({ content: 'a note', pubkey }));
  const payable = [AUTHOR, loud].map((pubkey) =>
    trusted({ kind: KIND.Metadata, pubkey, content: '{"lud16":"x@pay.example"}' }),
  );
  const provider = 'c'.repeat(64);
  const zap = (sender: string, receiver: string, content = '') => {
    const tags = Object.entries({
      p: receiver,
      e: notes.find(({ pubkey }) => pubkey === receiver)?.id ?? '',
    });
    const request = trusted({
      kind: KIND.ZapRequest,
      pubkey: sender,
      content,
      tags: [...tags, ['amount', '21000']],
    });
    return trusted({
      kind: KIND.Zap,
      pubkey: provider,
      tags: [...tags, ['description', JSON.stringify(request)]],
    });
  };
  const zaps = [
    zap(loud, AUTHOR),
    zap(AUTHOR, loud),
    zap(people[1] ?? '', AUTHOR),
    zap(AUTHOR, AUTHOR, 'a zebrafish!'),
  ];
  await click(main().getByRole('tab', { name: 'Zaps' }));
  await settle(() =>
    answer('explore_zaps', {
      events: [...zaps, ...notes, ...payable],
      claims: [
        range(
          zaps.map(({ id }) => id),
          { orderBy: 'amount_sats' },
        ),
      ],
    }),
  );
  await later(() => undefined);
  expect(main().queryAllByRole('article')).toEqual([]);
  await settle(() => tellKey('https://pay.example/.well-known/lnurlp/x', provider));
  expect(main().getAllByRole('article')).toHaveLength(1);
  await click(main().getByRole('tab', { name: 'Feeds' }));
  const offer = (name: string, pubkey: string) =>
    trusted({
      kind: KIND.Dvm,
      pubkey,
      content: JSON.stringify({ name, primal_spec: SPEC }),
      tags: [['d', name]],
    });
  const offers = [OFFER, offer('Loud lamps', loud), offer('Zebrafish lamps', AUTHOR)];
  await settle(() => answer('get_featured_dvm_feeds', { events: offers }));
  expect(main().getAllByRole('article', { name: /lamps/i })).toHaveLength(1);
});

test.each([
  ['answers', 'Checked by the caching service'],
  ['cannot say', 'Not checked'],
])(
  'ZAP-05 TRUST-08 if the service %s, a zap in a list says: %s; no lightning host is asked',
  async (how, words) => {
    const { answer, main, settle, click, asked, tellKey, refuse } =
      await opened('/explore?tab=people');
    await settle(() => answer('explore_people', { claims: [range([], { orderBy: 'increase' })] }));
    const note = trusted({ content: 'a note', pubkey: AUTHOR });
    const payable = trusted({
      kind: KIND.Metadata,
      pubkey: AUTHOR,
      content: '{"lud16":"x@pay.example"}',
    });
    const provider = 'c'.repeat(64);
    const tags = Object.entries({ p: AUTHOR, e: note.id });
    const request = trusted({
      kind: KIND.ZapRequest,
      pubkey: 'd'.repeat(64),
      tags: [...tags, ['amount', '21000']],
    });
    const zap = trusted({
      kind: KIND.Zap,
      pubkey: provider,
      tags: [...tags, ['description', JSON.stringify(request)]],
    });
    await click(main().getByRole('tab', { name: 'Zaps' }));
    const claims = [range([zap.id], { orderBy: 'amount_sats' })];
    await settle(() => answer('explore_zaps', { events: [zap, note, payable], claims }));
    await later(() => undefined);
    expect(main().queryAllByRole('article')).toEqual([]);
    await settle(() =>
      how === 'answers'
        ? tellKey('https://pay.example/.well-known/lnurlp/x', provider)
        : refuse('zap_provider'),
    );
    expect([within(main().getByRole('article')).getByText(words).title !== '', asked]).toEqual([
      true,
      [],
    ]);
  },
);

test('ROUTE-05 a path of an unknown or removed feed says so', async () => {
  const { main } = await opened('/explore/feed/x');
  expect(main().getByText('Feed not found')).toBeDefined();
  world?.close();
  const gone = await opened(offerPath(`${KIND.Dvm}:${AUTHOR}:gone`));
  await gone.settle(() => gone.answer('dvm_feed_info'));
  expect(gone.main().getByText('Feed not found')).toBeDefined();
});

test("ROUTE-12 a typed feed specification shows its result; invalid ones fail; old clients' ids work", async () => {
  const { answer, main, settle, click, payload, isAsked } = await opened('/feeds');
  const type = (value: string) =>
    settle(
      () =>
        void fireEvent.input(main().getByLabelText('Feed specification'), { target: { value } }),
    );
  await type('no specification');
  await click(main().getByRole('button', { name: 'Show feed' }));
  expect(main().getByRole('alert').textContent).toBe('This isn’t a feed specification');
  expect(isAsked('mega_feed_directive')).toBe(false);
  await type('global;trending');
  await click(main().getByRole('button', { name: 'Show feed' }));
  expect(payload('mega_feed_directive')).toMatchObject({
    spec: '{"id":"global-trending","kind":"notes","hours":24}',
  });
  await settle(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(main().getByText('This feed is empty')).toBeDefined();
});

test("ROUTE-12 FEED-07 a tested feed is added under the service's name, its subject, or a typed name", async () => {
  const { answer, main, settle, click, local } = await opened(
    `/feeds/${encodeURIComponent('{"id":"global-trending","kind":"notes","hours":24}')}`,
  );
  const name = () => main().getByLabelText<HTMLInputElement>('Name of the feed');
  expect(name().value).toBe('global-trending');
  const named = [
    { name: 'Trending 24h', specification: { kind: 'notes', id: 'global-trending', hours: 24 } },
  ];
  await settle(() =>
    answer('get_advanced_feeds', { claims: [other(RESULT.AdvancedFeeds, named)] }),
  );
  expect(name().value).toBe('Trending 24h');
  await settle(() => void fireEvent.change(name(), { target: { value: ' Hot ' } }));
  await click(main().getByRole('button', { name: 'Add to home' }));
  expect(local()?.homeFeeds.at(-1)).toMatchObject({
    name: 'Hot',
    spec: '{"id":"global-trending","kind":"notes","hours":24}',
  });
  expect(main().queryByLabelText('Name of the feed')).toBeNull();
});

test('ROUTE-12 a tested reads feed is offered to the reads page, and listed as articles', async () => {
  const { answer, main, settle } = await opened(
    `/feeds/${encodeURIComponent('{"kind":"reads","topic":"birds"}')}`,
  );
  const read = trusted({
    kind: KIND.LongForm,
    pubkey: AUTHOR,
    content: 'birds',
    tags: Object.entries({ d: 'x', title: 'On birds' }),
  });
  await settle(() => answer('mega_feed_directive', { events: [read], claims: [range([read.id])] }));
  expect(main().getByRole('button', { name: 'Add to reads' })).toBeDefined();
  expect(main().getByRole('article', { name: 'On birds' })).toBeDefined();
});

test('EXPLORE-03 BEYOND-15 with data saving, feeds show no pictures', async () => {
  const { answer, main, settle, app } = await opened('/explore');
  const offer = trusted({
    ...OFFER,
    content: '{"name":"Lamps","picture":"https://media.example/lamp.jpg"}',
  });
  await settle(() => answer('get_featured_dvm_feeds', { events: [offer], claims: [] }));
  const pictures = () =>
    [...main().getByRole('article').querySelectorAll('img')].map(({ src }) => src);
  expect(pictures()).toContain('https://media.example/lamp.jpg');
  await settle(() =>
    app
      .getSnapshot()
      .children.settings?.send({ type: 'settings.change', change: { dataSaver: true } }),
  );
  expect(pictures()).not.toContain('https://media.example/lamp.jpg');
});

test('THREAD-06 explored events are recognized by kind in any order; reposted notes load after the answer', async () => {
  const { answer, main, settle, isAsked, payload } = await opened('/explore/feed/global;latest');
  const note = trusted({ pubkey: AUTHOR, content: 'a note', created_at: 1_000 });
  const article = trusted({
    pubkey: AUTHOR,
    kind: KIND.LongForm,
    tags: [
      ['d', 'x'],
      ['title', 'An article'],
    ],
    created_at: 990,
  });
  const original = trusted({ pubkey: AUTHOR, content: 'what was reposted', created_at: 900 });
  const repost = trusted({
    pubkey: ME,
    kind: KIND.Repost,
    tags: [['e', original.id]],
    created_at: 980,
  });
  const like = trusted({
    pubkey: ME,
    kind: KIND.Reaction,
    content: '+',
    tags: [['e', note.id]],
    created_at: 1_001,
  });
  const stats = statsOf(note.id, { likes: 7 });
  const ids = [note, article, repost].map(({ id }) => id);
  const claims = [range(ids, { since: 980, until: 1_000 }), stats];
  await settle(() =>
    answer('explore', { events: [like, AUTHOR_PROFILE, repost, article, note], claims }),
  );
  expect(payload('events')).toEqual({
    event_ids: [original.id],
    extended_response: true,
    user_pubkey: expect.anything(),
  });
  expect(main().queryByText('what was reposted')).toBeNull();
  await settle(() =>
    answer('events', {
      events: [original],
      claims: [range([original.id], { since: 900, until: 900 })],
    }),
  );
  expect(isAsked('events')).toBe(false);
  const rows = main()
    .getAllByRole('article')
    .map(({ textContent }) => textContent);
  expect(rows).toMatchObject(
    [/ann.*a note.*7/, /An article/, /reposted.*what was reposted/].map((words) =>
      expect.stringMatching(words),
    ),
  );
});
