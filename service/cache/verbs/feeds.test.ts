import { expect, test } from 'vitest';
import {
  elements,
  idsOf,
  key,
  NOW,
  openVillage,
  ranges,
  type Village,
} from '../../../tests/support/service/village.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

const mega = (
  village: Village,
  spec: Record<string, unknown>,
  payload: Record<string, unknown> = {},
) => village.ask('mega_feed_directive', { spec: JSON.stringify(spec), ...payload });
const shown = async (...args: Parameters<typeof mega>) => elements(await mega(...args));

/** Ann (1) and Ben (2) are followed by Zoe (9), Cid (3) is not. */
function town() {
  const village = openVillage();
  village.follow(9, 1, 2);
  const note = village.note(1, 'by ann', 500);
  return {
    village,
    note,
    stranger: village.note(3, 'by cid', 400),
    reply: village.reply(2, note, 'ben answers', 300),
    repost: village.repost(2, note, 200),
  };
}

test('the default home feeds: in order of time first, specs in the documented order of keys', async () => {
  const village = openVillage();
  const [said] = await village.ask('get_home_feeds');
  const feeds = Array.isArray(said?.content) ? said.content.filter(isRecord) : [];
  expect(said?.kind).toBe(RESULT.HomeFeeds);
  expect(feeds[0]).toMatchObject({
    spec: '{"id":"all-notes","kind":"notes"}',
    enabled: true,
    feedkind: 'primal',
  });
  expect(feeds.map((feed) => feed['spec'])).toContain(
    '{"id":"global-trending","kind":"notes","hours":24}',
  );
  expect(feeds.map((feed) => feed['spec'])).toContain(
    '{"id":"latest","include_replies":true,"kind":"notes"}',
  );
  for (const feed of feeds) {
    const said = await mega(village, Object(parseJson(String(feed['spec']))));
    expect(ranges(said), String(feed['name'])).toHaveLength(1);
  }
});

test('every default reads feed is answered with a page', async () => {
  const village = openVillage();
  village.post(1, {
    kind: KIND.LongForm,
    tags: [
      ['d', 'x'],
      ['published_at', String(NOW)],
      ['t', 'tea'],
    ],
  });
  const [said] = await village.ask('get_reads_feeds');
  const feeds = Array.isArray(said?.content) ? said.content.filter(isRecord) : [];
  expect(feeds[0]).toMatchObject({ spec: '{"id":"nostr-reads-feed","kind":"reads"}' });
  expect(feeds.at(-1)).toMatchObject({ spec: '{"kind":"reads","topic":"tea"}' });
  for (const feed of feeds)
    expect(ranges(await mega(village, Object(parseJson(String(feed['spec'])))))).toMatchObject([
      { order_by: 'published_at' },
    ]);
});

test("all-notes returns all accounts' notes by time, so that new posts are at the top", async () => {
  const { village, note, stranger } = town();
  expect(await shown(village, { id: 'all-notes', kind: 'notes' })).toEqual([stranger.id, note.id]);
  const [first] = ranges(await mega(village, { id: 'all-notes', kind: 'notes' }));
  const fresh = village.note(33, 'from anywhere');
  const news = await mega(
    village,
    { id: 'all-notes', kind: 'notes' },
    { since: first?.['until'], offset: 1, limit: 100 },
  );
  expect(elements(news)).toEqual([fresh.id]);
});

test("latest returns the viewer's follows, with replies on request", async () => {
  const { village, note, reply, repost } = town();
  const viewer = { user_pubkey: key(9) };
  expect(await shown(village, { id: 'latest', kind: 'notes' }, viewer)).toEqual([
    repost.id,
    note.id,
  ]);
  expect(
    await shown(village, { id: 'latest', include_replies: true, kind: 'notes' }, viewer),
  ).toEqual([repost.id, reply.id, note.id]);
});

test('PROFILE-02 NIP-22 comments of an account are among its replies and counted with them', async () => {
  const { village, note, reply } = town();
  const comment = village.post(
    2,
    {
      kind: KIND.Comment,
      content: 'comment on a kind 1',
      tags: [
        ['E', note.id],
        ['K', '1'],
        ['P', key(1)],
        ['e', note.id],
        ['k', '1'],
        ['p', key(1)],
      ],
    },
    50,
  );
  const onPage = village.post(
    2,
    {
      kind: KIND.Comment,
      tags: [
        ['I', 'https://example.com/'],
        ['K', 'web'],
        ['i', 'https://example.com/'],
        ['k', 'web'],
      ],
    },
    40,
  );
  const of = { id: 'feed', kind: 'notes', pubkey: key(2) };
  const replies = [onPage.id, comment.id, reply.id];
  expect(await shown(village, { ...of, notes: 'replies' })).toEqual(replies);
  const notes = await shown(village, { ...of, notes: 'authored' });
  expect(notes.filter((id) => replies.some((one) => one === id))).toEqual([]);
  const [counts] = (await village.ask('user_profile', { pubkey: key(2) })).filter(
    ({ kind }) => kind === RESULT.UserStats,
  );
  expect(counts?.content).toMatchObject({ reply_count: 3 });
});

test('feeds of an account: notes, replies, media, bookmarks', async () => {
  const { village, note, reply, repost } = town();
  const picture = village.note(2, 'https://media.example/a.png', 100);
  village.post(9, {
    kind: KIND.Bookmarks,
    tags: [
      ['e', note.id],
      ['e', repost.id],
      ['e', '0'.repeat(64)],
    ],
  });
  const feed = async (notes: string, payload: Record<string, unknown> = {}) =>
    elements(await village.ask('feed', { pubkey: key(2), notes, ...payload }));
  expect(await feed('authored')).toEqual([picture.id, repost.id]);
  expect(await feed('authored', { include_replies: true })).toEqual([reply.id]);
  expect(await feed('replies')).toEqual([reply.id]);
  expect(await feed('user_media_thumbnails')).toEqual([picture.id]);
  expect(await feed('bookmarks', { pubkey: key(9) })).toEqual([repost.id, note.id]);
  expect(await feed('bookmarks', { pubkey: key(9), kinds: [1] })).toEqual([note.id]);
  expect(
    await shown(village, { id: 'feed', kind: 'notes', notes: 'replies', pubkey: key(2) }),
  ).toEqual([reply.id]);
  expect(await feed('follows', { pubkey: key(30) })).toEqual([]);
});

test('bookmarked articles are found by their address', async () => {
  const village = openVillage();
  const article = village.post(1, {
    kind: KIND.LongForm,
    tags: [
      ['d', 'x'],
      ['published_at', '1'],
    ],
  });
  village.post(9, { kind: KIND.Bookmarks, tags: [['a', `30023:${key(1)}:x`]] });
  const spec = { id: 'feed', kind: 'notes', kinds: [30023], notes: 'bookmarks', pubkey: key(9) };
  expect(await shown(village, spec)).toEqual([article.id]);
});

test('trending orders by score within the period, each author once; most zapped by sats', async () => {
  const village = openVillage();
  const old = village.note(1, 'yesterday', 90_000);
  const [good, better, other] = [
    village.note(1, 'good', 3000),
    village.note(1, 'better', 2000),
    village.note(2, 'other', 1000),
  ];
  village.like(5, good);
  village.zap(5, better, 21);
  village.like(5, other);
  village.zap(6, old, 5000);
  const trending = await mega(village, { id: 'global-trending', kind: 'notes', hours: 24 });
  expect(elements(trending)).toEqual([better.id, other.id]);
  expect(ranges(trending)).toMatchObject([{ order_by: 'score' }]);
  expect(await shown(village, { id: 'global-trending', kind: 'notes', hours: 48 })).toEqual([
    better.id,
    other.id,
  ]);
  const zapped = await mega(village, { id: 'most-zapped', kind: 'notes', hours: 48 });
  expect(elements(zapped)).toEqual([old.id]);
  expect(ranges(zapped)).toMatchObject([{ order_by: 'satszapped', since: 5000, until: 5000 }]);
});

test('an unknown spec, or one that names a verb, gets an empty response', async () => {
  const village = openVillage();
  for (const spec of [
    { id: 'nonsense' },
    { id: 'user_infos', pubkeys: [key(1)] },
    {},
    { dvm_id: 'x', dvm_pubkey: key(1), kind: 'notes' },
  ])
    expect(await mega(village, spec)).toEqual([]);
});

test('an empty page has a RANGE without bounds', async () => {
  const village = openVillage();
  expect(ranges(await mega(village, { id: 'all-notes', kind: 'notes' }))).toEqual([
    { order_by: 'created_at', elements: [] },
  ]);
});

test('articles: by publication, author, topic, curation, follows and length, newest version only', async () => {
  const village = openVillage();
  village.follow(9, 2);
  const article = (n: number, d: string, published: number, words: number, ...tags: string[][]) =>
    village.post(
      n,
      {
        kind: KIND.LongForm,
        content: 'word '.repeat(words),
        tags: [['d', d], ['published_at', String(NOW - published)], ...tags],
      },
      published,
    );
  village.post(
    1,
    {
      kind: KIND.LongForm,
      content: 'old',
      tags: [
        ['d', 'a'],
        ['published_at', String(NOW - 3000)],
      ],
    },
    3000,
  );
  const a = article(1, 'a', 1000, 10, ['t', 'deep-sea']);
  const b = article(2, 'b', 2000, 200);
  const list = async (payload: Record<string, unknown>) =>
    elements(await village.ask('long_form_content_feed', payload));
  expect(await list({})).toEqual([b.id, a.id]);
  expect(await list({ pubkey: key(1), notes: 'authored' })).toEqual([a.id]);
  expect(await list({ pubkey: key(1), notes: 'authored', since: 0 })).toEqual([a.id]);
  expect(await list({ pubkey: key(9) })).toEqual([b.id]);
  expect(await list({ topic: 'deep sea' })).toEqual([a.id]);
  expect(await list({ minwords: 100 })).toEqual([b.id]);
  village.zap(2, a, 21);
  expect(await list({ pubkey: key(9), notes: 'zappedbyfollows' })).toEqual([a.id]);
  village.post(9, {
    kind: KIND.CurationSet,
    tags: [
      ['d', 'best'],
      ['a', `30023:${key(1)}:a`],
    ],
  });
  expect(await list({ pubkey: key(9), curation: 'best' })).toEqual([a.id]);
  expect(await shown(village, { kind: 'reads', topic: 'deep-sea', minwords: 0 })).toEqual([a.id]);
  expect(await shown(village, { id: 'reads-topic-deep-sea' })).toEqual([a.id]);
  expect(
    await shown(village, { id: 'feed', kind: 'reads', notes: 'authored', pubkey: key(2) }),
  ).toEqual([b.id]);
  expect(
    await village.notice('long_form_content_feed', { pubkey: key(1), notes: 'nonsense' }),
  ).toBe('unsupported type of notes');
});

test('directives of old clients', async () => {
  const { village, note, reply, repost, stranger } = town();
  const old = async (directive: string) =>
    elements(await village.ask('feed_directive', { directive, user_pubkey: key(9) }));
  expect(await old(key(9))).toEqual([repost.id, note.id]);
  expect(await old(`authored;${key(1)}`)).toEqual([note.id]);
  expect(await old(`authoredreplies;${key(2)}`)).toEqual([reply.id]);
  expect(await old(`withreplies;${key(9)}`)).toEqual([repost.id, reply.id, note.id]);
  expect(await old('latest;following')).toEqual([note.id]);
  expect(await old('search;cid')).toEqual([stranger.id]);
  expect(await old('global;trending')).toEqual([note.id]);
  expect(await old('trending;global')).toEqual([note.id]);
  expect(await village.ask('feed_directive', { directive: 'nonsense' })).toEqual([]);
});

test('explore by scope and timeframe', async () => {
  const { village, note, stranger } = town();
  village.like(5, stranger);
  const explore = async (scope: string, timeframe: string) =>
    elements(await village.ask('explore', { scope, timeframe, user_pubkey: key(9) }));
  expect(await explore('global', 'latest')).toEqual([stranger.id, note.id]);
  expect(await explore('follows', 'latest')).toEqual([note.id]);
  expect(await explore('follows', 'trending')).toEqual([note.id]);
  expect(await explore('global', 'popular')).toEqual([note.id, stranger.id]);
  expect(await village.ask('explore', { scope: 'nowhere', timeframe: 'latest' })).toEqual([]);
  expect(await village.notice('explore', { scope: 'global', timeframe: 'someday' })).toMatch(
    /^unknown timeframe/,
  );
});

test('the ranked lists of a day and of four hours have 50 notes, with any limit', async () => {
  const village = openVillage();
  for (let n = 0; n < 51; n++) {
    const note = village.note(30 + n, `${n}`, 1_000 + n);
    village.zap(2, note, 21, 500);
  }
  for (const verb of ['explore_global_trending_24h', 'explore_global_mostzapped_4h'])
    for (const limit of [undefined, 1, 100])
      expect(
        idsOf(await village.ask(verb, limit === undefined ? {} : { limit }), KIND.Text),
      ).toHaveLength(50);
});

test('scored: the notes of the sidebar without counts and RANGE; greetings only on request', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  const [hello, gm] = [village.note(1, 'hello', 1000), village.note(2, 'GM everybody', 1000)];
  village.like(5, hello);
  village.like(5, gm);
  village.zap(6, gm, 21);
  const ids = async (selector: string) =>
    idsOf(await village.ask('scored', { selector }), KIND.Text);
  expect(await ids('trending_4h')).toEqual([hello.id]);
  expect(await ids('gm_trending_4h')).toEqual([gm.id]);
  expect(await ids('classic_trending_24h')).toEqual([gm.id, hello.id]);
  expect(await ids('mostzapped_1h')).toEqual([gm.id]);
  expect(await village.ask('scored', { selector: 'trending_9h' })).toEqual([]);
  const kinds = new Set(
    (await village.ask('scored', { selector: 'trending_4h' })).map(({ kind }) => kind),
  );
  expect(kinds).toEqual(
    new Set([
      KIND.Text,
      KIND.Metadata,
      RESULT.VerifiedUsersDict,
      RESULT.LegendCustomization,
      RESULT.MembershipCohorts,
    ]),
  );
});

test('paging fields and limits: defaults, caps and refusals', async () => {
  const village = openVillage();
  for (let n = 0; n < 25; n++) village.note(1, `note ${n}`, n);
  expect(await shown(village, { id: 'all-notes', kind: 'notes' })).toHaveLength(20);
  expect(await shown(village, { id: 'all-notes', kind: 'notes' }, { limit: 0 })).toHaveLength(0);
  expect(
    await shown(
      village,
      { id: 'all-notes', kind: 'notes' },
      { limit: 'x', until: null, offset: -5, unknown: 1 },
    ),
  ).toHaveLength(20);
  expect(await shown(village, { id: 'advsearch', query: 'note' }, { limit: 1000 })).toHaveLength(
    25,
  );
  expect(await village.notice('mega_feed_directive', { spec: '{}', limit: 1001 })).toBe(
    'limit too big',
  );
  expect(await village.notice('mega_feed_directive', { spec: '[]' })).toBe('invalid spec format');
  expect(await village.notice('mega_feed_directive', { spec: '{}', user_pubkey: 'npub1' })).toBe(
    'invalid pubkey',
  );
});
