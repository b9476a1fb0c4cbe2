import fc from 'fast-check';
import { expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Claim } from '../../connection/claims.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import { advancedFeedsIn } from '../feed/advanced-feeds.ts';
import {
  DEFAULT_EXPLORED,
  exploredTopics,
  exploreQuery,
  peopleItems,
  readExplored,
  SCOPES,
  TIMEFRAMES,
  weightOf,
  zapItems,
} from './explore.ts';
import { inBtc, keptStats, statsToKeep } from './net-stats.ts';
import {
  friendsIn,
  keptOffers,
  offerPath,
  marketFeedsToStore,
  readOfferId,
  readMarketFeeds,
} from './feed-market.ts';

const [ME, OTHER] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const other = (kind: number, content: unknown): Claim => ({ claim: 'other', kind, content });

test('EXPLORE-04 scope and timeframe are read from an address; the default is global and latest', () => {
  expect(DEFAULT_EXPLORED).toEqual({ scope: 'global', timeframe: 'latest' });
  for (const scope of SCOPES)
    for (const timeframe of TIMEFRAMES)
      expect(readExplored(`${scope};${timeframe}`)).toEqual({ scope, timeframe });
  for (const junk of ['', 'global', 'latest;global', 'global;latest;x', '__proto__;latest'])
    expect(readExplored(junk)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => void readExplored(text)));
});

test('EXPLORE-04 trending and most zapped cover a day, most zapped 4h four hours', () => {
  const now = seconds(1_000_000);
  const asked = (timeframe: (typeof TIMEFRAMES)[number]) =>
    exploreQuery({ scope: 'tribe', timeframe }, now).payload;
  expect(asked('latest')).toEqual({ scope: 'tribe', timeframe: 'latest' });
  expect(asked('popular')).toEqual({ scope: 'tribe', timeframe: 'popular' });
  expect(asked('trending')).toEqual({
    scope: 'tribe',
    timeframe: 'trending',
    created_after: 1_000_000 - 86_400,
  });
  expect(asked('mostzapped')).toEqual({
    scope: 'tribe',
    timeframe: 'mostzapped',
    created_after: 1_000_000 - 86_400,
  });
  expect(asked('mostzapped4h')).toEqual({
    scope: 'tribe',
    timeframe: 'mostzapped',
    created_after: 1_000_000 - 14_400,
  });
});

test('EXPLORE-01 NOTE-22 people come with their gains, in the order of the service; an empty page ends it', () => {
  const gain = { increase: 5, ratio: 0.1, count: 50 };
  const claims = [
    other(RESULT.UserFollowerIncreases, { [ME]: gain, [OTHER]: { increase: 'x' } }),
    range([OTHER, ME]),
  ];
  expect(peopleItems({ claims })).toEqual([
    { id: OTHER, reposts: [] },
    { id: ME, reposts: [], gain },
  ]);
  expect(peopleItems({ claims: [range([])] })).toBeUndefined();
  expect(peopleItems({ claims: [] })).toBeUndefined();
});

test('EXPLORE-01 zaps are listed only if their target is a text note or a long-form article', () => {
  const note = trusted({ content: 'a note' });
  const reaction = trusted({ kind: KIND.Reaction, content: '+' });
  const zap = (tags: string[][]) => trusted({ kind: KIND.Zap, tags });
  const receipts = [
    zap([['e', note.id]]),
    zap([['a', `30023:${ME}:x`]]),
    zap([['e', reaction.id]]),
    zap([['a', `30311:${ME}:x`]]),
    zap([['p', ME]]),
  ];
  const page = {
    events: receipts,
    referenced: [note, reaction],
    claims: [range([...receipts.map(({ id }) => id), 'gone'])],
  };
  expect(zapItems(page)?.map(({ id }) => id)).toEqual(receipts.slice(0, 2).map(({ id }) => id));
  expect(zapItems({ ...page, claims: [range([])] })).toBeUndefined();
});

test('EXPLORE-01 topics are sorted by their uses, and malformed counts are left out', () => {
  const claims = [other(RESULT.Topics, { birds: 3, lamps: 9, junk: 'x', '': 4, boats: 3 })];
  expect(exploredTopics(claims)).toEqual([
    { topic: 'lamps', uses: 9 },
    { topic: 'birds', uses: 3 },
    { topic: 'boats', uses: 3 },
  ]);
  expect([weightOf(9, 9), weightOf(3, 9), weightOf(1, 9)]).toEqual([1, 2, 3]);
  expect(exploredTopics([])).toEqual([]);
});

test('EXPLORE-02 totals are stored completely or not at all, and sats are shown in bitcoin', () => {
  const counts = {
    users: 1,
    pubkeys: 2,
    zaps: 3,
    satszapped: 4,
    pubnotes: 5,
    reposts: 6,
    reactions: 7,
    any: 8,
  };
  expect(statsToKeep({ claim: 'netStats', ...counts })).toEqual(counts);
  expect(keptStats(JSON.parse(JSON.stringify(counts)))).toEqual(counts);
  for (const junk of [undefined, null, 7, {}, { ...counts, any: 'many' }])
    expect(keptStats(junk)).toBeUndefined();
  expect([inBtc(484_000, 'en-us'), inBtc(123_456_789_000, 'en-us'), inBtc(0, 'en-us')]).toEqual([
    '0.0048',
    '1,234.57',
    '0',
  ]);
});

const offer = (d: string, content: unknown, pubkey = ME) =>
  trusted({ kind: KIND.Dvm, pubkey, content: JSON.stringify(content), tags: [['d', d]] });

test('EXPLORE-03 a market feed has a description, price and spec; without one it uses maker and name', () => {
  const spec = '{"id":"all-notes","kind":"notes"}';
  const all = offer('all', {
    name: ' All ',
    about: 'Everything',
    picture: 'https://x.example/a.png',
    amount: 'free',
    primal_spec: spec,
  });
  const mine = offer('mine', { about: 7, image: 'i', subscription: true, personalized: true });
  const paid = offer('paid', { name: 'Paid', amount: '21000' });
  const claims = [
    other(RESULT.DvmMetadata, { event_id: mine.id, kind: 'reads', is_primal: false }),
  ];
  expect(
    readMarketFeeds({ events: [all, mine, paid, trusted({ content: 'no offer' })], claims }),
  ).toMatchObject([
    {
      name: 'All',
      about: 'Everything',
      picture: 'https://x.example/a.png',
      price: 'free',
      spec,
      page: 'homeFeeds',
      isPersonal: false,
    },
    {
      name: 'mine',
      about: '',
      picture: 'i',
      price: 'subscription',
      spec: JSON.stringify({ dvm_id: 'mine', dvm_pubkey: ME, kind: 'reads' }),
      page: 'readsFeeds',
      isPersonal: true,
    },
    { name: 'Paid', price: 'paid' },
  ]);
  expect(
    readMarketFeeds({
      events: [trusted({ kind: KIND.Dvm, tags: [['d', 'x']], content: 'no JSON' })],
      claims: [],
    }),
  ).toEqual([]);
});

test('EXPLORE-03 ROUTE-05 a market feed has a path that leads back to it; friends are those of that feed', () => {
  const address = `${KIND.Dvm}:${ME}:all:of it`;
  const path = offerPath(address);
  expect(path.startsWith('/explore/feed/naddr1')).toBe(true);
  expect([readOfferId(path.slice('/explore/feed/'.length)), readOfferId(address)]).toEqual([
    address,
    address,
  ]);
  for (const junk of ['x', '', `30023:${ME}:x`, 'naddr1junk'])
    expect(readOfferId(junk)).toBeUndefined();
  const claims = [
    other(RESULT.DvmFollowsActions, { event_id: 'one', users: [OTHER, 7] }),
    other(RESULT.DvmFollowsActions, { event_id: 'two', users: 'x' }),
  ];
  expect([friendsIn(claims, 'one'), friendsIn(claims, 'two')]).toEqual([[OTHER], []]);
});

test('ROUTE-12 feeds to try are those with a readable specification', () => {
  const feeds = [
    { name: 'One', specification: '{"id":"one"}' },
    { name: 'Two', specification: { id: 'two' } },
    { name: 'Bad', specification: 'no' },
    7,
  ];
  expect(advancedFeedsIn([other(RESULT.AdvancedFeeds, feeds)])).toEqual([
    { name: 'One', spec: '{"id":"one"}' },
    { name: 'Two', spec: '{"id":"two"}' },
  ]);
});

test('STATE-01 seen market feeds are stored, newest first, and read back; an empty store has none', () => {
  const seen = (...addresses: string[]) => addresses.map((address) => ({ address }));
  const kept = marketFeedsToStore(seen('b', 'a'), new Set(['a', 'c']));
  expect(kept).toEqual({ seen: ['b', 'a', 'c'] });
  expect(keptOffers(JSON.parse(JSON.stringify(kept)))).toEqual(new Set(['b', 'a', 'c']));
  expect(keptOffers({ seen: ['a', 7, null] })).toEqual(new Set(['a']));
  for (const odd of [undefined, null, [], 'a', { seen: {} }])
    expect(keptOffers(odd)).toBeUndefined();
  expect(
    marketFeedsToStore(seen(...Array.from({ length: 600 }, (_, at) => `${at}`)), new Set()).seen,
  ).toHaveLength(500);
});
