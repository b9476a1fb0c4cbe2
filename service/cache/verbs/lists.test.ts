import { expect, test, vi } from 'vitest';
import {
  contents,
  idsOf,
  key,
  NOW,
  openVillage,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { decode } from '../../../src/events/nostr/nip19.ts';

const said = async (village: Village, verb: string, payload?: unknown) =>
  (await village.ask(verb, payload)).map(({ kind, content }) => ({ kind, content }));

const article = (village: Village, n: number, d: string, ...topics: string[]) =>
  village.post(n, {
    kind: KIND.LongForm,
    tags: [
      ['d', d],
      ['title', `On ${d}`],
      ['published_at', String(NOW)],
      ...topics.map((topic) => ['t', topic]),
    ],
  });

test('default settings have every key that a client may read, and the asking client in a tag', async () => {
  const village = openVillage();
  const [settings] = await village.ask('get_default_app_settings', { client: 'Starling' });
  expect(settings?.result).toMatchObject({
    kind: RESULT.DefaultSettings,
    tags: [['d', 'Starling']],
  });
  expect(settings?.content).toMatchObject({
    theme: 'sunrise',
    feeds: expect.any(Array),
    zapDefault: { amount: 42 },
    defaultZapAmount: 42,
    proxyThroughPrimal: false,
    animated: true,
    zapOptions: [21, 420, 1e3, 5e3, 1e4, 1e5],
    notifications: { YOUR_POST_WAS_ZAPPED: true },
    applyContentModeration: true,
    notificationsAdditional: { ignore_events_with_too_many_mentions: true },
    contentModeration: [{ name: 'primal_spam' }, { name: 'primal_nsfw' }],
  });
  expect(
    contents(await village.ask('get_default_app_settings'), RESULT.DefaultSettings)[0]?.[
      'zapConfig'
    ],
  ).toHaveLength(6);
});

test('topics by use, and authors by followers', async () => {
  const village = openVillage();
  article(village, 1, 'a', 'tea', 'sea');
  article(village, 2, 'b', 'Sea');
  village.follow(5, 2);
  expect(await said(village, 'get_reads_topics')).toEqual([
    { kind: RESULT.ReadsTopics, content: ['sea', 'tea'] },
  ]);
  expect(await said(village, 'get_featured_authors')).toEqual([
    { kind: RESULT.FeaturedAuthors, content: [key(2), key(1)] },
  ]);
});

test('topics of articles: 24 at most, and a feed for each of the six most used ones', async () => {
  const village = openVillage();
  const topics = Array.from({ length: 30 }, (_, n) => `topic${String(n).padStart(2, '0')}`);
  article(village, 1, 'a', ...topics);
  article(village, 2, 'b', ...topics.slice(0, 6));
  const [found] = await said(village, 'get_reads_topics');
  expect(found?.content).toHaveLength(24);
  const [feeds] = await said(village, 'get_reads_feeds');
  expect(Array.isArray(feeds?.content) && feeds.content.slice(-6)).toEqual(
    topics.slice(0, 6).map((topic) => ({
      name: `T${topic.slice(1)} Reads`,
      spec: JSON.stringify({ kind: 'reads', topic }),
      feedkind: 'primal',
      enabled: true,
      description: `${topic}-related long form notes`,
    })),
  );
});

/** Return recommended titles, each with the event of its naddr. */
async function reads(village: Village) {
  const [content] = contents(await village.ask('get_recommended_reads'), RESULT.RecommendedReads);
  const rows = Array.isArray(content?.['reads']) ? content['reads'] : [];
  return rows.map((row: unknown[]) => ({ title: row[1], entity: decode(String(row[0])) }));
}

test('recommended reads: three of the articles with most sats', async () => {
  const village = openVillage();
  expect(await reads(openVillage())).toEqual([]);
  for (const d of 'abcde') article(village, 1, d);
  const found = await reads(village);
  expect(new Set(found.map(({ title }) => title)).size).toBe(3);
  for (const { title, entity } of found)
    expect(entity).toMatchObject({
      type: 'naddr',
      pubkey: key(1),
      identifier: String(title).slice(3),
    });
});

test('recommended reads are chosen from the 30 articles with most sats', async () => {
  const village = openVillage();
  for (let n = 1; n <= 31; n++) village.zap(2, article(village, 1, `a${n}`), 100 - n);
  vi.spyOn(Math, 'random').mockReturnValue(0.9999);
  try {
    const titles = (await reads(village)).map(({ title }) => title);
    expect(titles).toEqual(['On a30', 'On a29', 'On a28']);
  } finally {
    vi.restoreAllMocks();
  }
});

test("recommended reads come from the default account's list if it has one", async () => {
  const village = openVillage();
  for (const d of 'abcde') article(village, 1, d);
  village.store.database.run("insert into meta (name, value) values ('default_pubkey', ?)", [
    key(7),
  ]);
  village.post(7, {
    kind: KIND.CurationSet,
    tags: [['d', 'gems'], ...['b', 'c', 'e'].map((d) => ['a', `30023:${key(1)}:${d}`])],
  });
  const titles = (await reads(village)).map(({ title }) => title);
  expect(new Set(titles)).toEqual(new Set(['On b', 'On c', 'On e']));
});

test('RELAY-07 recommended relays: the own one, connected mirrored ones, those of three accounts', async () => {
  const mirrored = new Set(['wss://copied.example', 'ws://127.0.0.1:7777']);
  const known = openVillage({ origin: 'https://town.example', mirrored });
  const list = (n: number, ...urls: string[]) =>
    known.post(n, { kind: KIND.RelayList, tags: urls.map((url) => ['r', url]) });
  list(1, 'wss://used.example', 'ws://127.0.0.1', 'nonsense', 'wss://nowhere.invalid');
  list(2, 'wss://used.example/', 'ws://127.0.0.1', 'nonsense', 'wss://nowhere.invalid');
  list(3, 'wss://used.example', 'ws://127.0.0.1', 'nonsense', 'wss://town.example/');
  list(4, 'wss://town.example/', 'wss://copied.example');
  list(5, 'wss://town.example/', 'wss://nowhere.invalid');
  known.post(5, { kind: KIND.RelayList, tags: [['r', 'wss://town.example/']] }, -1);
  expect(await said(known, 'get_default_relays')).toEqual([
    {
      kind: RESULT.DefaultRelays,
      content: ['wss://town.example', 'wss://copied.example', 'wss://used.example'],
    },
  ]);
});

test('relays and media servers: this service first if its address is known', async () => {
  const known = openVillage({ origin: 'https://town.example' });
  expect(await said(known, 'get_default_relays')).toEqual([
    { kind: RESULT.DefaultRelays, content: ['wss://town.example'] },
  ]);
  expect(await said(known, 'get_recommended_blossom_servers')).toEqual([
    { kind: RESULT.BlossomServers, content: ['https://town.example'] },
  ]);
  expect(await said(openVillage(), 'get_default_relays')).toEqual([
    { kind: RESULT.DefaultRelays, content: [] },
  ]);
  expect(await said(openVillage(), 'get_recommended_blossom_servers')).toEqual([
    { kind: RESULT.BlossomServers, content: null },
  ]);
});

test('MEMBER-04 only releases that the operator entered are announced', async () => {
  const told = async (village = openVillage()) =>
    contents(await village.ask('get_app_releases'), RESULT.Releases);
  expect(await told()).toEqual([{}]);
  const releases = { ios: { date: '2026-01-31', version: '1.2.3' } };
  expect(await told(openVillage({ releases }))).toEqual([releases]);
});

test("market feeds: those with a spec, with author, likes, sats and the viewer's actions", async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  const offer = (d: string, content: Record<string, unknown>) =>
    village.post(1, {
      kind: KIND.Dvm,
      content: JSON.stringify(content),
      tags: [
        ['d', d],
        ['k', '5300'],
      ],
    });
  const good = offer('good', { name: 'Good', primal_spec: '{"id":"all-notes","kind":"notes"}' });
  const reads = offer('reads', { name: 'Reads', primal_spec: '{"kind":"reads","topic":"tea"}' });
  offer('far', { name: 'Far away' });
  village.like(2, good);
  village.zap(3, good, 21);
  const feeds = await village.ask('get_featured_dvm_feeds', { kind: 'notes', user_pubkey: key(2) });
  expect(idsOf(feeds, KIND.Dvm)).toEqual([good.id]);
  expect(contents(feeds, RESULT.DvmMetadata)).toEqual([
    { event_id: good.id, kind: 'notes', is_primal: false },
  ]);
  expect(contents(feeds, RESULT.NoteStats)).toEqual([
    { event_id: good.id, likes: 1, satszapped: 21 },
  ]);
  expect(contents(feeds, RESULT.NoteActions)).toMatchObject([
    { event_id: good.id, liked: true, zapped: false },
  ]);
  expect(idsOf(feeds, KIND.Metadata)).toHaveLength(1);
  expect(new Set(idsOf(await village.ask('get_featured_dvm_feeds'), KIND.Dvm))).toEqual(
    new Set([good.id, reads.id]),
  );
});

test('EXPLORE-03 a market feed names five followed accounts at most that liked it, with profiles', async () => {
  const village = openVillage();
  const feed = village.post(1, {
    kind: KIND.Dvm,
    content: JSON.stringify({ name: 'Good', primal_spec: '{"id":"all-notes","kind":"notes"}' }),
    tags: [
      ['d', 'good'],
      ['k', '5300'],
    ],
  });
  const friends = [2, 3, 4, 5, 6, 7];
  village.follow(9, ...friends);
  for (const n of friends) {
    village.profile(n, `friend ${n}`);
    village.like(n, feed, n);
  }
  const feeds = await village.ask('get_featured_dvm_feeds', { kind: 'notes', user_pubkey: key(9) });
  const [actions] = contents(feeds, RESULT.DvmFollowsActions);
  const users = actions?.['users'];
  expect(users).toHaveLength(5);
  const shown = feeds.filter(({ kind }) => kind === KIND.Metadata);
  expect(new Set(shown.map(({ result }) => result['pubkey']))).toEqual(new Set([users].flat()));
});

test('EXPLORE-03 get_dvm_feeds lists all market feeds without actions; one is read by author and name', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  const offer = (d: string, spec: unknown) =>
    village.post(1, {
      kind: KIND.Dvm,
      content: JSON.stringify({ name: d, primal_spec: JSON.stringify(spec) }),
      tags: [
        ['d', d],
        ['k', '5300'],
      ],
    });
  const all = offer('all', { id: 'all-notes', kind: 'notes' });
  const loop = offer('loop', { dvm_id: 'all', dvm_pubkey: key(1), kind: 'notes' });
  const note = village.note(2, 'hello');
  village.like(2, all);
  const feeds = await village.ask('get_dvm_feeds');
  expect(new Set(idsOf(feeds, KIND.Dvm))).toEqual(new Set([all.id, loop.id]));
  expect(contents(feeds, RESULT.NoteStats)).toContainEqual({
    event_id: all.id,
    likes: 1,
    satszapped: 0,
  });
  expect([contents(feeds, RESULT.NoteActions), contents(feeds, RESULT.DvmFollowsActions)]).toEqual([
    [],
    [],
  ]);
  const read = (dvm_id: string, dvm_pubkey = key(1)) =>
    village.ask('mega_feed_directive', {
      spec: JSON.stringify({ dvm_id, dvm_pubkey, kind: 'notes' }),
    });
  expect(idsOf(await read('all'), KIND.Text)).toEqual([note.id]);
  expect([await read('loop'), await read('none'), await read('all', key(2))]).toEqual([[], [], []]);
});

test('network_stats returns totals, and server_name an object without a kind', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  village.follow(1, 2);
  const note = village.note(2, 'note');
  village.like(1, note);
  village.repost(1, note);
  village.zap(1, note, 21);
  expect(await said(village, 'network_stats')).toEqual([
    {
      kind: RESULT.NetStats,
      content: {
        users: 1,
        pubkeys: 3,
        pubnotes: 1,
        reactions: 1,
        reposts: 1,
        any: 6,
        zaps: 1,
        satszapped: 21,
      },
    },
  ]);
  const [name] = await village.ask('server_name');
  expect(Object.keys(name?.result ?? {})).toEqual(['content']);
});
