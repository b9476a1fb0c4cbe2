import { expect, test } from 'vitest';
import {
  contents,
  idsOf,
  key,
  NOW,
  openVillage,
  type Said,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { isLong } from '../../../tests/support/runs.ts';

const people = (said: readonly Said[]) =>
  said.flatMap(({ kind, result }) => (kind === KIND.Metadata ? [result['pubkey']] : []));

/** All have a name. 2, 3 and 4 follow Ann (1) and partly one another. */
function town() {
  const village = openVillage();
  for (const n of [1, 2, 3, 4, 5]) village.profile(n, `user${n}`);
  village.follow(1, 2);
  village.follow(2, 1, 3);
  village.follow(3, 1, 2, 4);
  village.follow(4, 1, 2);
  return village;
}

test('user_infos: profiles, ranks and followers; unknown accounts are missing', async () => {
  const village = town();
  const said = await village.ask('user_infos', { pubkeys: [key(2), key(30), key(1), key(2)] });
  expect(people(said)).toEqual([key(2), key(1)]);
  expect(contents(said, RESULT.UserScores)).toEqual([{ [key(1)]: 3, [key(2)]: 3 }]);
  expect(contents(said, RESULT.UserFollowerCounts)).toEqual([{ [key(1)]: 3, [key(2)]: 3 }]);
  expect(
    contents(await village.ask('user_infos', { pubkeys: [] }), RESULT.UserFollowerCounts),
  ).toEqual([{}]);
});

test('user_profile returns the counts of an account', async () => {
  const village = town();
  const note = village.note(1, 'note https://media.example/a.png', 5000);
  village.reply(1, note, 'answer', 4000);
  village.zap(2, note, 100, 3000);
  village.post(1, {
    kind: KIND.RelayList,
    tags: [
      ['r', 'wss://a.example'],
      ['r', 'wss://b.example', 'read'],
    ],
  });
  village.post(1, {
    kind: KIND.LongForm,
    tags: [
      ['d', 'x'],
      ['published_at', String(NOW)],
    ],
  });
  const said = await village.ask('user_profile', { pubkey: key(1) });
  expect(people(said)).toEqual([key(1)]);
  expect(contents(said, RESULT.UserStats)).toEqual([
    {
      pubkey: key(1),
      follows_count: 1,
      followers_count: 3,
      note_count: 1,
      long_form_note_count: 1,
      reply_count: 1,
      time_joined: NOW - 5e3,
      relay_count: 2,
      total_zap_count: 1,
      total_satszapped: 100,
      media_count: 1,
      content_zap_count: 1,
    },
  ]);
});

test('PROFILE-01 user_profile brings the people whom a description names, each once', async () => {
  const village = town();
  const about = `With nostr:${npubOf(key(2))}\nnostr:${npubOf(key(2))} and nostr:${npubOf(key(30))}`;
  village.post(1, { kind: KIND.Metadata, content: JSON.stringify({ name: 'one', about }) });
  const said = await village.ask('user_profile', { pubkey: key(1) });
  expect(people(said)).toEqual([key(1), key(2)]);
});

test('an unknown account has counts of zero and no profile', async () => {
  const said = await town().ask('user_profile', { pubkey: key(30) });
  expect(people(said)).toEqual([]);
  expect(contents(said, RESULT.UserStats)[0]).toMatchObject({
    pubkey: key(30),
    followers_count: 0,
    note_count: 0,
    time_joined: null,
  });
});

test("an account on the viewer's mute list comes with the reason", async () => {
  const village = town();
  village.post(5, { kind: KIND.MuteList, tags: [['p', key(1)]] });
  const asked = { pubkey: key(1), user_pubkey: key(5) };
  for (const verb of ['user_profile', 'search_filterlist']) {
    expect(contents(await village.ask(verb, asked), RESULT.FilteringReason), verb).toEqual([
      { action: 'block', pubkey: key(5) },
    ]);
    expect(people(await village.ask(verb, asked))).toContain(key(5));
  }
  expect(await village.ask('search_filterlist', { ...asked, pubkey: key(2) })).toEqual([]);
});

test('SEARCH-05 search_filterlist names the list that hides an account, or the allowlist that keeps it', async () => {
  const village = town();
  const asked = { pubkey: key(1), user_pubkey: key(5) };
  const reasons = async () =>
    contents(await village.ask('search_filterlist', asked), RESULT.FilteringReason);
  const list = (d: string, ...tags: string[][]) =>
    village.post(5, { kind: KIND.CategorizedPeople, tags: [['d', d], ...tags] });
  village.post(4, { kind: KIND.MuteList, tags: [['p', key(1)]] });
  expect(await reasons()).toEqual([]);
  list(
    'mutelists',
    ['p', key(3), '', '', '["content"]'],
    ['p', key(4), '', '', '["content","trending"]'],
  );
  expect(await reasons()).toEqual([{ action: 'block', pubkey: key(4) }]);
  expect(people(await village.ask('search_filterlist', asked))).toEqual([key(4)]);
  list('allowlist', ['p', key(1)]);
  expect(await reasons()).toEqual([{ action: 'allow', pubkey: key(5) }]);
  expect(contents(await village.ask('user_profile', asked), RESULT.FilteringReason)).toEqual([]);
});

test('followers: mutual ones first, then by their own followers', async () => {
  const village = town();
  village.follow(5, 3);
  const said = await village.ask('user_followers', { pubkey: key(1) });
  expect(people(said)).toEqual([key(2), key(3), key(4)]);
});

test('common followers, best followed first, and few', async () => {
  const village = town();
  const asked = { pubkey: key(1), user_pubkey: key(3) };
  for (const verb of ['user_profile_followed_by', 'profile_followed_by'])
    expect(people(await village.ask(verb, asked))).toEqual([key(2), key(4)]);
  expect(people(await village.ask('user_profile_followed_by', { ...asked, limit: 1 }))).toEqual([
    key(2),
  ]);
  expect(people(await village.ask('mutual_follows', asked))).toEqual([key(2), key(4)]);
});

test("'Follows you': true if the profile's account follows the viewer", async () => {
  const village = town();
  const follows = async (pubkey: string, user_pubkey: string) =>
    (await village.ask('is_user_following', { pubkey, user_pubkey })).map(({ content }) => content);
  expect(await follows(key(2), key(3))).toEqual([true]);
  expect(await follows(key(1), key(3))).toEqual([false]);
});

test('contact_list: the newest list, with profiles unless it is asked for bare', async () => {
  const village = town();
  const said = await village.ask('contact_list', { pubkey: key(3) });
  expect(idsOf(said, KIND.Contacts)).toHaveLength(1);
  expect(new Set(people(said))).toEqual(new Set([key(1), key(2), key(4)]));
  const bare = await village.ask('contact_list', { pubkey: key(3), extended_response: false });
  expect(bare.map(({ kind }) => kind)).toEqual([KIND.Contacts]);
  expect(await village.ask('contact_list', { pubkey: key(30), extended_response: false })).toEqual(
    [],
  );
});

test('relays of accounts: kind 10002, else the old contact list, else none; one result each, in order', async () => {
  const village = town();
  village.post(1, {
    kind: KIND.RelayList,
    tags: [
      ['r', 'wss://b.example', 'write'],
      ['r', 'wss://a.example'],
      ['x', 'y'],
      ['r', 'wss://c.example', 'both'],
    ],
  });
  const content = JSON.stringify({
    'wss://old.example': { read: true, write: true },
    'wss://in.example': { read: true },
    bad: 7,
  });
  village.post(2, { kind: KIND.Contacts, content, tags: [['p', key(1)]] });
  const said = await village.ask('get_user_relays_2', { pubkeys: [key(30), key(2), key(1)] });
  expect(said.map(({ result }) => result)).toEqual([
    { kind: RESULT.UserRelays, pubkey: key(30), tags: [] },
    {
      kind: RESULT.UserRelays,
      pubkey: key(2),
      tags: [
        ['r', 'wss://in.example', 'read'],
        ['r', 'wss://old.example', 'read'],
        ['r', 'wss://old.example', 'write'],
      ],
    },
    {
      kind: RESULT.UserRelays,
      pubkey: key(1),
      tags: [
        ['r', 'wss://a.example'],
        ['r', 'wss://b.example', 'write'],
        ['r', 'wss://c.example'],
      ],
    },
  ]);
  expect(
    (await village.ask('get_user_relays', { pubkey: key(1) })).map(({ result }) => result),
  ).toEqual([said[2]?.result]);
});

test('popular notes of an account, best first', async () => {
  const village = town();
  const [one, two] = [
    village.note(1, 'liked https://media.example/a.png', 500),
    village.note(1, 'zapped', 400),
  ];
  village.note(1, 'nobody cares', 300);
  village.like(2, one);
  village.zap(3, two, 21);
  expect(
    idsOf(await village.ask('user_profile_scored_content', { pubkey: key(1) }), KIND.Text),
  ).toEqual([two.id, one.id]);
  expect(
    idsOf(
      await village.ask('user_profile_scored_content', { pubkey: key(1), limit: 1 }),
      KIND.Text,
    ),
  ).toEqual([two.id]);
  expect(
    idsOf(await village.ask('user_profile_scored_media_thumbnails', { pubkey: key(1) }), KIND.Text),
  ).toEqual([one.id]);
});

test("sizes of an account's networks", async () => {
  const village = town();
  const [said] = await village.ask('explore_legend_counts', { pubkey: key(1) });
  expect(said?.result['pubkey']).toBe(key(1));
  expect(said?.content).toEqual({
    your_follows: 1,
    your_inner_network: 3,
    your_outer_network: 3,
    all_users: 4,
  });
});

test('articles of an account: their number and the best one', async () => {
  const village = town();
  const article = (d: string) =>
    village.post(
      1,
      {
        kind: KIND.LongForm,
        tags: [
          ['d', d],
          ['published_at', '1'],
        ],
      },
      1000,
    );
  const [liked, zapped] = [article('a'), article('b')];
  village.like(2, liked);
  village.like(3, liked);
  village.zap(2, zapped, 500);
  village.post(1, {
    kind: KIND.Draft,
    tags: [
      ['d', 'c'],
      ['k', '30023'],
    ],
  });
  expect(
    contents(
      await village.ask('articles_stats', { pubkey: key(1), kind: 30023 }),
      RESULT.ArticlesStats,
    ),
  ).toEqual([{ articles: 2, drafts: 1, satszapped: 500 }]);
  expect(
    idsOf(await village.ask('top_article', { pubkey: key(1), by: 'satszapped' }), KIND.LongForm),
  ).toEqual([zapped.id]);
  expect(
    idsOf(await village.ask('top_article', { pubkey: key(1), by: 'interactions' }), KIND.LongForm),
  ).toEqual([liked.id]);
  expect(await village.ask('top_article', { pubkey: key(1), by: 'magic' })).toEqual([]);
});

test.runIf(isLong)(
  'TRUST-09 articles_stats counts a thousand drafts at most, because all of them are read',
  async () => {
    const village = openVillage();
    for (let n = 0; n <= 1_000; n++)
      village.post(1, {
        kind: KIND.Draft,
        tags: [
          ['d', `${n}`],
          ['k', '30023'],
        ],
      });
    const [stats] = contents(
      await village.ask('articles_stats', { pubkey: key(1), kind: 30023 }),
      RESULT.ArticlesStats,
    );
    expect(stats).toMatchObject({ drafts: 1_000 });
  },
);
