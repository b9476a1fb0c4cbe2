import { afterAll, describe, expect, test } from 'vitest';
import type { Store } from '../../../service/store/store.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { parseSearch } from '../../../src/events/reading/search/search-query.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { messages, notifications } from './store-conformance-notifications.ts';
import { ecashOf } from './store-conformance-ecash.ts';
import { movingOf } from './store-conformance-transfer.ts';
import { operatorOf } from './store-conformance-operator.ts';
import { ledgerOf } from './store-conformance-money.ts';
import { acceptanceOf } from './store-conformance-writes.ts';
import {
  ANN,
  BEN,
  CID,
  DAN,
  ESSAY,
  invoiceFor,
  NOW,
  type OpenEngine,
  openWorld,
  RELAY,
  SHOW,
  WORLD,
} from './store-world.ts';

const EVER = Number.MAX_SAFE_INTEGER;
/** The whole list. */
const ALL = { since: 0, until: EVER, before: EVER, limit: 100, offset: 0 };
const DAY = 86_400;
const { note, picture, deep, quote, first, second, small, large, whisper, regretted } = WORLD;
const names = new Map(Object.entries(WORLD).map(([name, { id }]) => [id, name]));
/** The elements of an answer, by their names in the world. */
const named = (rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => names.get(id) ?? id);

/**
 * The required answers of every engine behind the store's interface: about a small world of signed
 * events, about account data, and after writes.
 */
export function conformance(engine: string, open: OpenEngine): void {
  describe(`${engine} answers`, () => {
    // readers share a store: only the account that has the notifications marks them as seen
    let shared: Promise<Store> | undefined;
    afterAll(async () => (await shared)?.close());
    const asking = (part: string, ask: (store: Store) => Promise<void>) =>
      test(part, async () => ask(await (shared ??= openWorld(open))));
    asking('events by id', eventsByName);
    asking('events of an account', eventsOfAccounts);
    asking('feeds by time, in pages', feedsByTime);
    asking('articles', articles);
    asking('rankings', rankings);
    asking('searches', searches);
    asking('threads', threads);
    asking('follows', people);
    asking('scores', scores);
    asking('zaps', zaps);
    asking('live events and new events', liveAndNew);
    asking('notifications', notifications);
    asking('messages', messages);
    asking('NIP-01 filters', filters);
  });
  acceptanceOf(engine, open);
  ledgerOf(engine, open);
  ecashOf(engine, open);
  movingOf(engine, open);
  operatorOf(engine, open);
}

async function eventsByName(store: Store): Promise<void> {
  expect(
    named(await store.events([regretted.id, whisper.id, note.id, 'f'.repeat(64), first.id])),
  ).toEqual(['note', 'first']);
  expect(await store.events([note.id])).toMatchObject([
    { id: note.id, pubkey: BEN, kind: 1, created_at: seconds(NOW - 1_000) },
  ]);
  expect(JSON.parse((await store.events([note.id]))[0]?.raw ?? '')).toEqual(
    JSON.parse(JSON.stringify(note)),
  );
  expect(
    await Promise.all(
      [regretted, whisper, first, { id: 'f'.repeat(64) }].map(({ id }) => store.isStored(id)),
    ),
  ).toEqual([true, true, true, false]);
  expect((await store.latest(ESSAY))?.id).toBe(second.id);
  expect(await store.latest(`${KIND.Draft}:${ANN}:x`)).toBeUndefined();
  expect(named(await store.latestOf([ESSAY, SHOW, ESSAY])).toSorted()).toEqual(['live', 'second']);
  expect(named(await store.versionsByDay(`${KIND.Contacts}:${BEN}:`, 9))).toEqual([
    'benFollows',
    'benFollowed',
  ]);
  expect(named(await store.newestOfKind(KIND.Text, 2))).toEqual(['quote', 'deep']);
  expect(await store.hintsOf([note.id, 'f'.repeat(64)])).toEqual(new Map([[note.id, RELAY]]));
  expect([await store.relaysInLists(1, 9), await store.relaysInLists(2, 9)]).toEqual([[RELAY], []]);
}

async function eventsOfAccounts(store: Store): Promise<void> {
  const ever = { since: 0, until: EVER };
  expect(named(await store.newestOf(ANN, [KIND.Draft, KIND.Bookmarks], ever, 9))).toEqual([
    'bookmarks',
    'draft',
  ]);
  expect(named(await store.newestOf(ANN, [KIND.Draft], { ...ever, since: NOW - 349 }, 9))).toEqual(
    [],
  );
  expect(named(await store.eventsOfAccount(ANN, [KIND.Text], 0, 9))).toEqual(['deep', 'quote']);
  expect(await store.eventsOfAccount(CID, [], 0, 99)).toHaveLength(5);
  expect(await store.kindCounts(CID)).toEqual([
    { kind: KIND.Text, cnt: 2 },
    { kind: KIND.Metadata, cnt: 1 },
    { kind: KIND.EventDeletion, cnt: 1 },
    { kind: KIND.Reaction, cnt: 1 },
  ]);
}

async function feedsByTime(store: Store): Promise<void> {
  const texts = { kinds: [KIND.Text] };
  expect(named(await store.feedOfEverybody({ ...texts, replies: false }, ALL))).toEqual([
    'quote',
    'picture',
    'note',
  ]);
  expect(named(await store.feedOfEverybody({ ...texts, visual: true }, ALL))).toEqual(['picture']);
  expect(named(await store.feedOfAuthor(ANN, { kinds: [KIND.Text, KIND.Repost] }, ALL))).toEqual([
    'repost',
    'quote',
    'deep',
  ]);
  expect(named(await store.feedOfAuthor(ANN, { ...texts, replies: true }, ALL))).toEqual(['deep']);
  const followed = await store.feedOfFollows(ANN, texts, ALL);
  expect(named(followed)).toEqual(['quote', 'deep', 'reply', 'picture', 'note']);
  expect(followed.slice(2).map(({ key }) => NOW - key)).toEqual([800, 900, 1_000]);
  const from = { ...ALL, until: NOW - 900 };
  expect(named(await store.feedOfFollows(ANN, texts, { ...from, limit: 1 }))).toEqual(['picture']);
  expect(named(await store.feedOfFollows(ANN, texts, { ...from, offset: 1 }))).toEqual(['note']);
  expect(
    named(await store.feedOfFollows(ANN, texts, { ...from, before: followed[3]?.seq ?? 0 })),
  ).toEqual(['note']);
  expect(named(await store.feedOfFollows(ANN, texts, { ...from, since: NOW - 999 }))).toEqual([
    'picture',
  ]);
  const late = { since: NOW - 100, until: NOW, limit: 9, offset: 0 };
  expect(named(await store.eventsByTime(late, 'newest'))).toEqual([
    'regret',
    'large',
    'small',
    'relays',
    'chat',
    'live',
  ]);
  expect(named(await store.eventsByTime({ ...late, limit: 1 }, 'oldest'))).toEqual(['live']);
}

async function articles(store: Store): Promise<void> {
  const feed = async (which: object) =>
    named(await store.feedOfArticles({ minWords: 0, ...which }, ALL));
  for (const which of [
    {},
    { minWords: 4 },
    { among: [ESSAY] },
    { author: BEN },
    { followsOf: ANN },
    { topics: ['x', 'Water'] },
  ])
    expect(await feed(which), JSON.stringify(which)).toEqual(['second']);
  for (const which of [
    { minWords: 5 },
    { among: [] },
    { author: CID },
    { followsOf: BEN },
    { topics: ['x'] },
    { zappedByFollowsOf: ANN },
  ])
    expect(await feed(which), JSON.stringify(which)).toEqual([]);
  expect((await store.feedOfArticles({ minWords: 0 }, ALL)).map(({ key }) => NOW - key)).toEqual([
    2_000,
  ]);
  expect(await store.topicsOfArticles(9)).toEqual(['water']);
  expect(await store.bestZappedArticles(9)).toEqual([ESSAY]);
  expect((await store.bestArticleOf(BEN, 'interactions'))?.id).toBe(second.id);
  expect(await store.bestArticleOf(ANN, 'satszapped')).toBeUndefined();
  expect(await store.articleTotalsOf(BEN)).toEqual({ articles: 1, satszapped: 0 });
  expect(await store.wordsOf([second.id, note.id])).toEqual([{ id: second.id, words: 4 }]);
}

async function rankings(store: Store): Promise<void> {
  const contest = { rank: 'satszapped', createdAfter: seconds(NOW - DAY) } as const;
  expect(await store.rankingOf(contest)).toMatchObject([{ id: note.id, key: 121 }]);
  expect(named(await store.rankingOf({ ...contest, circle: { of: ANN, tribe: false } }))).toEqual([
    'note',
  ]);
  expect(await store.rankingOf({ ...contest, circle: { of: BEN, tribe: false } })).toEqual([]);
  expect(named(await store.bestNotesOf(BEN, false, ALL))).toEqual(['note']);
  expect(await store.bestNotesOf(BEN, true, ALL)).toEqual([]);
}

async function searches(store: Store): Promise<void> {
  const search = async (text: string, order?: 'likes', viewer?: string) =>
    named(await store.searchNotes({ query: parseSearch(text), viewer, order }, ALL));
  expect([
    await search('river'),
    await search('from:ben river'),
    await search('from:cid river'),
  ]).toEqual([['note'], ['note'], []]);
  expect([
    await search('kind:30023 three'),
    await search('#water'),
    await search('river -sings'),
  ]).toEqual([['second'], ['picture', 'note'], []]);
  expect([
    await search('', 'likes'),
    await search('scope:myfollows filter:image', undefined, ANN),
  ]).toEqual([['note'], ['picture']]);
  expect([await store.accountsByName('an', 9), await store.accountsByName('', 9)]).toEqual([
    [ANN],
    [],
  ]);
  expect((await store.accountsByName('pay', 9)).toSorted()).toEqual([ANN, BEN, CID].toSorted());
  expect(await store.followsByName(BEN, 'pay', 9)).toEqual([ANN]);
  expect(await store.accountOfLnAddress(' Ben@pay.example')).toBe(BEN);
  expect(await store.accountOfLnAddress('pay.example')).toBeUndefined();
}

async function threads(store: Store): Promise<void> {
  const [start] = await store.events([deep.id]);
  if (!start) throw new Error('an event of the world is missing');
  expect(named(await store.threadOf(start, 9))).toEqual(['deep', 'reply', 'note']);
  expect(named(await store.threadOf(start, 1))).toEqual(['deep', 'reply']);
  const texts = { targets: [note.id], kinds: [KIND.Text] };
  expect(named(await store.referringTo({ ...texts, as: 'reply' }, ALL))).toEqual(['reply']);
  expect(
    named(await store.referringTo({ ...texts, as: 'reply', kinds: [KIND.Comment] }, ALL)),
  ).toEqual([]);
  expect([
    await store.countReferring({ ...texts, as: 'quote' }),
    await store.countReferring({ ...texts, as: 'like' }),
  ]).toEqual([1, 0]);
  expect(await store.referencesTo({ ...texts, as: 'quote' })).toEqual([
    { target: note.id, id: quote.id },
  ]);
  expect([named(await store.repostsBy(ANN, note.id)), await store.repostsBy(CID, note.id)]).toEqual(
    [['repost'], []],
  );
  expect(new Set(await store.versionsOf(ESSAY))).toEqual(new Set([first.id, second.id]));
  const versions = await store.namesOf([second.id, note.id]);
  expect(
    new Set(versions.map(({ id, address, version }) => `${id} ${address} ${version}`)),
  ).toEqual(new Set([first.id, second.id].map((version) => `${second.id} ${ESSAY} ${version}`)));
}

async function people(store: Store): Promise<void> {
  const counted = {
    follows: 1,
    followers: 1,
    notes: 1,
    replies: 0,
    articles: 1,
    media: 0,
    zaps: 2,
    satszapped: 121,
    contentZaps: 2,
  };
  expect(await store.countsOf(BEN)).toEqual({ ...counted, firstAt: NOW - 1_000 });
  expect(await store.countsOf('f'.repeat(64))).toMatchObject({ followers: 0, firstAt: undefined });
  expect(await store.followerCounts([ANN, 'f'.repeat(64)])).toEqual(new Map([[ANN, 1]]));
  expect([await store.followsOf(ANN), await store.followsOf(CID)]).toEqual([
    new Set([BEN, CID]),
    new Set(),
  ]);
  expect([await store.isFollowing(ANN, BEN), await store.isFollowing(CID, ANN)]).toEqual([
    true,
    false,
  ]);
  expect([await store.followersOf(ANN, 9), await store.followersOf(DAN, 9)]).toEqual([[BEN], []]);
  expect([
    await store.commonFollowers(ANN, ANN, 9),
    await store.commonFollowers(CID, BEN, 9),
  ]).toEqual([[BEN], [ANN]]);
  expect(await store.mostFollowed(9)).toEqual(
    [ANN, BEN, CID].toSorted().map((pubkey) => ({ pubkey, followers: 1 })),
  );
  expect([await store.whoFollowsMost(), await store.authorsOfArticles(9)]).toEqual([ANN, [BEN]]);
  expect(await store.circlesOf(BEN)).toEqual({ follows: 1, inner: 1, outer: 3 });
  expect([
    await store.followedActors(ANN, [note.id], 9),
    await store.followedActors(BEN, [picture.id], 9),
  ]).toEqual([[CID], []]);
}

async function scores(store: Store): Promise<void> {
  const counts = await store.countsOfTargets([note.id, quote.id]);
  expect([...counts.keys()]).toEqual([note.id]);
  expect(counts.get(note.id)).toMatchObject({
    likes: 1,
    replies: 1,
    reposts: 1,
    quotes: 1,
    zaps: 2,
    satszapped: 121,
  });
  expect(await store.bookmarkCounts(new Map([[note.id, note.id]]))).toEqual(
    new Map([[note.id, 1]]),
  );
  const asVersions = new Map(
    [note.id, quote.id, ESSAY].map((target) => [target, quote.id] as const),
  );
  expect(await store.bookmarkCounts(asVersions)).toEqual(new Map([[quote.id, 1]]));
  expect(new Set((await store.actionsOf(CID, [note.id])).map(({ as }) => as))).toEqual(
    new Set(['like', 'reply']),
  );
  const totals = {
    users: 2,
    pubkeys: 5,
    pubnotes: 5,
    reactions: 1,
    reposts: 1,
    zaps: 2,
    satszapped: 121,
  };
  expect(await store.netTotals()).toMatchObject(totals);
}

async function zaps(store: Store): Promise<void> {
  expect(await store.topZaps([note.id], 1)).toMatchObject([
    { id: large.id, sender: DAN, receiver: BEN, target: note.id, sats: 100 },
  ]);
  const list = { by: 'target', of: [note.id], order: 'created_at' } as const;
  expect(named(await store.zapsOf(list, ALL))).toEqual(['large', 'small']);
  expect(
    named(
      await store.zapsOf({ by: 'sender', of: [DAN], order: 'amount_sats' }, { ...ALL, until: 99 }),
    ),
  ).toEqual(['small']);
  expect(await store.zapsOf({ ...list, by: 'receiver', of: [ANN] }, ALL)).toEqual([]);
  expect(
    named(await store.zapsOf({ by: 'party', of: [BEN, DAN], order: 'created_at' }, ALL)),
  ).toEqual(['large', 'small']);
  expect(named(await store.zapsSince(seconds(NOW - 65), ALL))).toEqual(['large']);
  expect(await store.sendersOf([small.id, note.id])).toEqual(new Map([[small.id, DAN]]));
  expect([await store.zapTotals(note.id), await store.zapTotals('x')]).toEqual([
    { zaps: 2, sats: 121 },
    { zaps: 0, sats: 0 },
  ]);
  expect(named(await store.receiptsOf(note.id, 1))).toEqual(['large']);
  const byInvoice = await store.receiptsByInvoice([invoiceFor(21).toUpperCase(), invoiceFor(22)]);
  expect([...byInvoice].map(([invoice, { id }]) => [invoice, names.get(id)])).toEqual([
    [invoiceFor(21).toUpperCase(), 'small'],
  ]);
}

async function liveAndNew(store: Store): Promise<void> {
  expect([
    named(await store.liveEventsSince(seconds(NOW - 100))),
    await store.liveEventsSince(seconds(NOW - 99)),
  ]).toEqual([['live'], []]);
  expect(await store.liveEventsWith([DAN], seconds(NOW - 100))).toHaveLength(1);
  expect([
    await store.liveEventsWith([ANN], seconds(0)),
    await store.liveEventsWith([DAN], seconds(NOW - 99)),
  ]).toEqual([[], []]);
  expect(named(await store.eventsAbout(SHOW, KIND.LiveChatMessage, 9))).toEqual(['chat']);
  expect(await store.followerGains(seconds(NOW - DAY), 9)).toEqual(
    new Map([
      [BEN, 1],
      [CID, 0],
      [ANN, 1],
    ]),
  );
  expect([
    await store.hashtagUses(seconds(NOW - DAY), 9),
    await store.hashtagUses(seconds(NOW - 999), 9),
  ]).toEqual([new Map([['water', 1]]), new Map()]);
}

async function filters(store: Store): Promise<void> {
  await store.ping();
  const both = [{ kinds: [KIND.Repost] }, { authors: [ANN], kinds: [KIND.Text], limit: 1 }];
  expect(named(await store.query(both, 9))).toEqual(['repost', 'quote']);
  expect([
    await store.count(both),
    await store.count([{ kinds: [KIND.EncryptedDirectMessage] }], []),
  ]).toEqual([3, 0]);
  const walked: string[] = [];
  for await (const { id } of store.walk([{ '#e': [note.id], kinds: [KIND.Text] }], 9))
    walked.push(id);
  expect(walked.map((id) => names.get(id))).toEqual(['deep', 'reply']);
  const ids: string[] = [];
  for await (const some of store.walkIds(both, 9)) ids.push(...some.map(({ id }) => id));
  expect(ids).toEqual((await store.query(both, 9)).map(({ id }) => id));
  const whispers = async (...readers: string[]) =>
    named(await store.query([{ kinds: [KIND.EncryptedDirectMessage] }], 9, readers));
  expect([await whispers(), await whispers(CID), await whispers(ANN), await whispers(BEN)]).toEqual(
    [[], [], ['whisper'], ['whisper']],
  );
}
