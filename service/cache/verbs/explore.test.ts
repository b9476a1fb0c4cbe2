import { expect, test } from 'vitest';
import {
  contents,
  elements,
  idsOf,
  key,
  openVillage,
  ranges,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

const DAY = 86_400;

const tagged = (village: Village, n: number, ago: number, ...topics: string[]) =>
  village.note(
    n,
    'note',
    ago,
    topics.map((topic) => ['t', topic]),
  );

const contacts = (village: Village, n: number, ago: number, ...others: number[]) =>
  village.post(n, { kind: KIND.Contacts, tags: others.map((other) => ['p', key(other)]) }, ago);

test('explore_topics: hashtags of the last day with their uses, each once per note', async () => {
  const village = openVillage();
  tagged(village, 1, 60, 'Sea', 'sea', 'tea');
  tagged(village, 2, DAY - 60, 'sea');
  tagged(village, 3, DAY + 60, 'old');
  expect(contents(await village.ask('explore_topics'), RESULT.Topics)).toEqual([
    { sea: 2, tea: 1 },
  ]);
});

test('explore_topics: at least one topic, from a longer time if the day had none', async () => {
  const village = openVillage();
  tagged(village, 1, 40 * DAY, 'old');
  expect(
    contents(await village.ask('explore_topics', { user_pubkey: key(1) }), RESULT.Topics),
  ).toEqual([{ old: 1 }]);
  expect(contents(await openVillage().ask('explore_topics'), RESULT.Topics)).toEqual([
    { nostr: 0 },
  ]);
});

test('explore_topics: 200 at most, the most used ones', async () => {
  const village = openVillage();
  tagged(village, 1, 10, ...Array.from({ length: 250 }, (_, i) => `topic${i}`));
  tagged(village, 2, 9, 'most');
  tagged(village, 3, 9, 'most');
  const [topics = {}] = contents(await village.ask('explore_topics'), RESULT.Topics);
  expect(Object.keys(topics)).toHaveLength(200);
  expect(topics['most']).toBe(2);
});

test('NOTE-22 explore_people: followers gained in a day with ratio and count, by changed contact lists', async () => {
  const village = openVillage();
  for (const [n, name] of ['', 'ann', 'ben', 'cai', 'dee'].entries())
    if (name) village.profile(n, name);
  // 5 and 6 existed before: their new follows are gains, removed ones losses.
  contacts(village, 5, 2 * DAY, 3);
  contacts(village, 5, 60, 1, 2);
  contacts(village, 6, 3 * DAY, 2);
  contacts(village, 6, 50, 1, 2);
  // New entries in the first list of an old account are unknown.
  village.note(7, 'long here', 30 * DAY);
  contacts(village, 7, 40, 4);
  const people = await village.ask('explore_people');
  expect(elements(people)).toEqual([key(1), key(2), key(4)]);
  expect(ranges(people)).toMatchObject([{ order_by: 'increase', since: 0, until: 2 }]);
  expect(contents(people, RESULT.UserFollowerIncreases)).toEqual([
    {
      [key(1)]: { increase: 2, ratio: 1, count: 2 },
      [key(2)]: { increase: 1, ratio: 0.5, count: 2 },
      [key(4)]: { increase: 0, ratio: 0, count: 1 },
    },
  ]);
  expect(idsOf(people, KIND.Metadata)).toHaveLength(3);
});

test('explore_people: a new account counts with all its follows', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  contacts(village, 9, 60, 1);
  expect(contents(await village.ask('explore_people'), RESULT.UserFollowerIncreases)).toEqual([
    { [key(1)]: { increase: 1, ratio: 1, count: 1 } },
  ]);
});

test('explore_people leaves out the viewer, their follows and mutes, and accounts without a description', async () => {
  const village = openVillage();
  for (const n of [1, 2, 3, 4]) village.profile(n, `n${n}`);
  village.post(5, { kind: KIND.Metadata, content: '{"name":"quiet","about":" "}' }, DAY);
  village.post(6, { kind: KIND.Metadata, content: 'null' }, DAY);
  contacts(village, 8, DAY - 5, 1, 2, 3, 4, 5, 6);
  contacts(village, 1, 5 * DAY, 2);
  village.post(1, { kind: KIND.MuteList, tags: [['p', key(3)]] });
  expect(elements(await village.ask('explore_people', { user_pubkey: key(1) }))).toEqual([key(4)]);
});

test('explore_people is paged by gain and ties, each once, 50 at most', async () => {
  const village = openVillage();
  for (let n = 1; n <= 9; n++) village.profile(n, `n${n}`);
  contacts(village, 11, 60, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  contacts(village, 12, 60, 1, 2, 3, 4);
  contacts(village, 13, 60, 1);
  const found: unknown[] = [];
  let [until, offset] = [1e9, 0];
  for (let i = 0; i < 10; i++) {
    const page = await village.ask('explore_people', {
      limit: 2,
      until,
      offset,
      user_pubkey: key(19),
    });
    const [increases = {}] = contents(page, RESULT.UserFollowerIncreases);
    found.push(...elements(page));
    const since = Number(ranges(page)[0]?.['since']);
    if (elements(page).length === 0) break;
    const ties = found.length;
    const same = elements(page).filter(
      (pubkey) => Reflect.get(Object(increases[String(pubkey)]), 'increase') === since,
    ).length;
    offset = since === until ? offset + same : same;
    until = since;
    expect(ties).toBeLessThan(20);
  }
  expect(found).toHaveLength(9);
  expect(new Set(found).size).toBe(9);
  expect(found[0]).toBe(key(1));
  expect((await village.ask('explore_people', { limit: 500 })).length).toBeGreaterThan(0);
});

test('explore_media: pictures of the people around the viewer, without #nsfw, as a page by time', async () => {
  const village = openVillage();
  village.follow(1, 2);
  const seen = village.note(2, 'look https://town.example/a.jpg', 60);
  village.note(2, 'words', 50);
  village.note(2, 'https://town.example/b.jpg #nsfw', 40, [['t', 'nsfw']]);
  village.note(3, 'https://town.example/c.jpg', 30);
  const page = await village.ask('explore_media', { user_pubkey: key(1), limit: 20 });
  expect(elements(page)).toEqual([seen.id]);
  expect(ranges(page)).toMatchObject([{ order_by: 'created_at' }]);
});

test("scored_users_24h: authors of the day by their best note's score, without muted ones", async () => {
  const village = openVillage();
  for (const n of [1, 2, 3]) village.profile(n, `n${n}`);
  village.like(5, village.note(1, 'a short one', 60));
  const best = village.note(2, 'one that many like', 60);
  for (const n of [5, 6, 7]) village.like(n, best);
  village.like(5, village.note(3, 'of yesterday', 2 * DAY), 2 * DAY);
  const [scores = {}] = contents(await village.ask('scored_users_24h'), RESULT.UserScores);
  expect(Object.keys(scores)).toEqual([key(2), key(1)]);
  expect(Number(scores[key(2)])).toBeGreaterThan(Number(scores[key(1)]));
  village.post(4, { kind: KIND.MuteList, tags: [['p', key(2)]] });
  expect(
    idsOf(await village.ask('scored_users_24h', { user_pubkey: key(4) }), KIND.Metadata),
  ).toHaveLength(1);
  expect(
    contents(await village.ask('scored_users_24h', { user_pubkey: key(4) }), RESULT.UserScores),
  ).toEqual([{ [key(1)]: expect.any(Number) }]);
});

test('every advanced feed is answered with a page', async () => {
  const village = openVillage();
  village.follow(1, 2);
  const [said] = await village.ask('get_advanced_feeds');
  expect(said?.kind).toBe(RESULT.AdvancedFeeds);
  expect(said?.content).toMatchObject(
    [
      'wide-net-notes',
      'strange-but-popular',
      'engaging-discussions',
      'only-tweets',
      'bookmarked-by-follows',
      'video-reels',
      'explore-media',
      'hall-of-fame-notes',
      'important-notes-i-might-have-missed',
    ]
      .map((id) => ({
        id,
        category: 'notes',
        specification: JSON.stringify({ id, kind: 'notes' }),
      }))
      .concat({
        id: 'reads-by-network',
        category: 'reads',
        specification: '{"id":"nostr-reads-feed","kind":"reads"}',
      }),
  );
  const feeds: {
    specification: string;
    category: string;
    id: string;
    name: string;
    description: string;
  }[] = Object(said?.content);
  expect(feeds.length).toBeGreaterThan(5);
  for (const { specification, category, ...texts } of feeds) {
    expect(
      ranges(
        await village.ask('mega_feed_directive', { spec: specification, user_pubkey: key(1) }),
      ),
      specification,
    ).toHaveLength(1);
    expect(['notes', 'reads']).toContain(category);
    expect(Object.values(texts).every((text) => text !== '')).toBe(true);
  }
});

test("dvm_feed_info: one feed with the actions of the viewer's follows, or no result", async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  village.profile(3, 'cai');
  village.follow(2, 3);
  const tags = [
    ['d', 'good'],
    ['k', '5300'],
  ];
  const content = JSON.stringify({
    name: 'Good',
    primal_spec: '{"id":"all-notes","kind":"notes"}',
  });
  const feed = village.post(1, { kind: KIND.Dvm, content, tags });
  village.like(3, feed);
  village.like(4, feed);
  const info = await village.ask('dvm_feed_info', {
    pubkey: key(1),
    identifier: 'good',
    user_pubkey: key(2),
  });
  expect(idsOf(info, KIND.Dvm)).toEqual([feed.id]);
  expect(contents(info, RESULT.DvmFollowsActions)).toEqual([
    { event_id: feed.id, dvm_pubkey: key(1), dvm_id: 'good', dvm_kind: KIND.Dvm, users: [key(3)] },
  ]);
  expect(idsOf(info, KIND.Metadata)).toHaveLength(2);
  expect(
    await village.ask('dvm_feed_info', {
      pubkey: key(1),
      identifier: 'other',
      user_pubkey: key(2),
    }),
  ).toEqual([]);
});

test('user_of_ln_address: the best followed account with that address in its profile, in any case', async () => {
  const village = openVillage();
  const says = (n: number, lud16: string) =>
    village.post(n, { kind: KIND.Metadata, content: JSON.stringify({ lud16 }) }, DAY);
  says(1, 'Ann@Town.example');
  says(2, 'ann@town.example');
  says(3, 'joann@town.example.com');
  village.follow(5, 2);
  const found = await village.ask('user_of_ln_address', { ln_address: 'ann@town.example' });
  expect(found[0]).toMatchObject({ kind: RESULT.Releases, content: { pubkey: key(2) } });
  // with its profile
  expect(found.find(({ kind }) => kind === KIND.Metadata)?.result['pubkey']).toBe(key(2));
  expect(await village.ask('user_of_ln_address', { ln_address: '"*' })).toEqual([]);
  expect(await village.ask('user_of_ln_address', { ln_address: 'town.example' })).toEqual([]);
});
