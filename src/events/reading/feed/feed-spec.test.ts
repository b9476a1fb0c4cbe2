import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookmarksFeedSpec, profileFeedSpec, userFeedSpec } from './account-feeds.ts';
import { DEFAULT_READS_FEEDS } from './default-feeds.ts';
import { DEFAULT_READS_SPEC } from './home.ts';
import { DEFAULT_SIDEBAR_SELECTOR, SIDEBAR_SELECTORS } from '../explore/sidebar-selectors.ts';
import { printFeedSpec, topicFeedSpec } from './feed-spec.ts';
import { readFeedSpec, sameSpec } from './parse-feed-spec.ts';
import { parseSearch } from '../search/search-query.ts';

const KEY = 'a1'.repeat(32);

test('FEED-12 ids of old clients are read as the specs with the same meaning', () => {
  const cases: ReadonlyArray<readonly [id: string, spec: unknown]> = [
    ['latest;following', { id: 'latest', kind: 'notes' }],
    ['following;latest', { id: 'latest', kind: 'notes' }],
    [
      '{"id":"latest;following","include_replies":true}',
      { id: 'latest', include_replies: true, kind: 'notes' },
    ],
    [KEY, { id: 'feed', kind: 'notes', pubkey: KEY }],
    [
      `{"id":"${KEY}","include_replies":true}`,
      { id: 'feed', include_replies: true, kind: 'notes', pubkey: KEY },
    ],
    ['global;trending', { id: 'global-trending', kind: 'notes', hours: 24 }],
    ['trending;global', { id: 'global-trending', kind: 'notes', hours: 24 }],
    ['global;mostzapped4h', { id: 'most-zapped', kind: 'notes', hours: 4 }],
    ['global;latest', { id: 'all-notes', kind: 'notes' }],
    [
      'network;trending',
      { id: 'advsearch', query: 'kind:1 scope:mynetwork since:yesterday orderby:score' },
    ],
    [
      'mostzapped4h;follows',
      { id: 'advsearch', query: 'kind:1 scope:myfollows since:last4h orderby:satszapped' },
    ],
    ['search;#art; "and more"', { id: 'advsearch', query: '#art; "and more"' }],
    [`authored;${KEY}`, { id: 'feed', kind: 'notes', notes: 'authored', pubkey: KEY }],
    [`authoredreplies;${KEY}`, { id: 'feed', kind: 'notes', notes: 'replies', pubkey: KEY }],
    [`withreplies;${KEY}`, { id: 'feed', include_replies: true, kind: 'notes', pubkey: KEY }],
    [`bookmarks;${KEY}`, { id: 'feed', kind: 'notes', notes: 'bookmarks', pubkey: KEY }],
    ['["advanced_search",{"query":"cats"}]', { id: 'advsearch', query: 'cats' }],
    [
      '["explore",{"scope":"follows","timeframe":"latest","limit":20}]',
      { id: 'latest', kind: 'notes' },
    ],
    ['["explore_global_trending_24h",{}]', { id: 'global-trending', kind: 'notes', hours: 24 }],
    [
      `["feed",{"pubkey":"${KEY}","notes":"authored"}]`,
      { id: 'feed', kind: 'notes', notes: 'authored', pubkey: KEY },
    ],
  ];
  for (const [id, spec] of cases) expect(readFeedSpec(id), id).toEqual(spec);
  for (const id of [
    '',
    'latest',
    'nobody;knows',
    'latest;',
    ';',
    '[]',
    '["wallet",{}]',
    '7',
    'null',
    `${KEY}a`,
    `zapped;${KEY}`,
  ]) {
    expect(readFeedSpec(id), id).toBeUndefined();
  }
});

test('FEED-12 the searches made from old ids are read by the search completely', () => {
  for (const scope of ['follows', 'network', 'tribe', 'following']) {
    for (const timeframe of ['latest', 'popular', 'trending', 'mostzapped', 'mostzapped4h']) {
      const query = readFeedSpec(`${scope};${timeframe}`)?.query;
      const search = parseSearch(typeof query === 'string' ? query : 'scope:myfollows');
      expect([search.scope?.startsWith('my'), search.ignored, search.includes]).toEqual([
        true,
        [],
        [],
      ]);
    }
  }
});

test('FEED-03 specs are equal in any order of their keys, and as old ids', () => {
  expect(sameSpec('{"id":"latest","kind":"notes"}', ' {"kind":"notes", "id":"latest"}')).toBe(true);
  expect(sameSpec('latest;following', '{"kind":"notes","id":"latest"}')).toBe(true);
  expect(
    sameSpec(
      '{"id":"latest","kind":"notes"}',
      '{"id":"latest","include_replies":true,"kind":"notes"}',
    ),
  ).toBe(false);
  expect(sameSpec('{"id":"x","hours":24}', '{"id":"x","hours":"24"}')).toBe(false);
  expect(sameSpec('no spec', ' no spec ')).toBe(true);
  expect(sameSpec('no spec', 'none')).toBe(false);
});

const spec = fc.dictionary(
  fc.string({ maxLength: 4 }),
  fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.nat(), { maxLength: 3 }),
  ),
);

test('FEED-03 equality does not depend on order, and printed specs are equal to their source', () => {
  fc.assert(
    fc.property(
      spec.chain((one) =>
        fc.tuple(
          fc.constant(one),
          fc.shuffledSubarray(Object.entries(one), { minLength: Object.keys(one).length }),
        ),
      ),
      spec,
      ([one, shuffled], other) => {
        const text = JSON.stringify(one);
        expect(sameSpec(text, JSON.stringify(Object.fromEntries(shuffled)))).toBe(true);
        expect(sameSpec(text, JSON.stringify(other))).toBe(sameSpec(JSON.stringify(other), text));
        const read = readFeedSpec(text);
        expect(read && sameSpec(printFeedSpec(read), text)).toBe(true);
      },
    ),
  );
});

test('INV-ISOLATE E-13 any text is read without harm', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json()),
      (text) => typeof (readFeedSpec(text) ?? {}) === 'object' && sameSpec(text, text),
    ),
  );
  expect(readFeedSpec(`${'['.repeat(9_000)}${']'.repeat(9_000)}`)).toBeUndefined();
  expect(readFeedSpec(`{"id":"latest","a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)?.id).toBe(
    'latest',
  );
  expect(readFeedSpec(`{"id":"${'x'.repeat(30_000)}"}`)).toBeUndefined();
  readFeedSpec('{"__proto__":{"polluted":1},"constructor":1}');
  expect('polluted' in {}).toBe(false);
});

test('specs are written with their keys in the order that other clients compare', () => {
  expect(printFeedSpec(userFeedSpec(KEY))).toBe(`{"id":"feed","kind":"notes","pubkey":"${KEY}"}`);
  expect(printFeedSpec(profileFeedSpec(KEY, 'notes'))).toBe(
    `{"id":"feed","kind":"notes","notes":"authored","pubkey":"${KEY}"}`,
  );
  expect(printFeedSpec(profileFeedSpec(KEY, 'replies'))).toBe(
    `{"id":"feed","kind":"notes","notes":"replies","pubkey":"${KEY}"}`,
  );
  expect(printFeedSpec(profileFeedSpec(KEY, 'media'))).toBe(
    `{"id":"feed","kind":"notes","notes":"user_media_thumbnails","pubkey":"${KEY}"}`,
  );
  expect(printFeedSpec(profileFeedSpec(KEY, 'reads'))).toBe(
    `{"id":"feed","kind":"reads","notes":"authored","pubkey":"${KEY}","minwords":0}`,
  );
  expect(printFeedSpec(bookmarksFeedSpec(KEY, 'reads'))).toBe(
    `{"id":"feed","kind":"notes","kinds":[30023],"notes":"bookmarks","pubkey":"${KEY}"}`,
  );
  expect(printFeedSpec(topicFeedSpec('"x"'))).toBe('{"kind":"reads","topic":"\\"x\\""}');
});

test('the default reads feeds are article feeds, each once', () => {
  expect(DEFAULT_READS_FEEDS[0]?.spec).toBe(DEFAULT_READS_SPEC);
  const specs = DEFAULT_READS_FEEDS.map((feed) => readFeedSpec(feed.spec));
  expect(specs.every((each) => each?.kind === 'reads')).toBe(true);
  expect(
    DEFAULT_READS_FEEDS.some((feed, i) =>
      DEFAULT_READS_FEEDS.slice(0, i).some((other) => sameSpec(feed.spec, other.spec)),
    ),
  ).toBe(false);
});

test('FEED-09 the sidebar offers trending and most zapped of four periods', () => {
  expect(SIDEBAR_SELECTORS.map(({ selector }) => selector)).toEqual(
    ['trending', 'mostzapped'].flatMap((name) =>
      ['24h', '12h', '4h', '1h'].map((period) => `${name}_${period}`),
    ),
  );
  expect(SIDEBAR_SELECTORS.find(({ selector }) => selector === DEFAULT_SIDEBAR_SELECTOR)).toEqual({
    selector: 'trending_4h',
    name: 'trending',
    hours: 4,
  });
});
