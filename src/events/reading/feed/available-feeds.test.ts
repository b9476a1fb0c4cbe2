import fc from 'fast-check';
import { expect, test } from 'vitest';
import { availableFeeds } from './available-feeds.ts';
import { isOwnFeed } from './own-feeds.ts';
import { readFeedSpec } from './parse-feed-spec.ts';

const ME = 'a'.repeat(64);
const ANN = 'b'.repeat(64);
const read = (feeds: unknown) => availableFeeds(JSON.stringify({ theme: 'ice', feeds }), ME);

test('STATE-01 available feeds (hex, includeReplies, name) are read from older settings, each once', () => {
  const feeds = [
    { name: 'Trending 24h', hex: 'global;trending', npub: 'trending;global' },
    { name: 'The same', hex: 'trending;global' },
    { name: 'Latest', hex: ME },
    { name: 'Latest with replies', hex: ME, includeReplies: true },
    { name: 'Ann', hex: ANN },
    { name: 'Lamps', hex: 'search;lamp oil' },
    { name: 'A verb', hex: '["search",{"query":"x"}]' },
  ];
  expect(read(feeds).map(({ name, spec }) => [name, JSON.parse(spec)])).toEqual([
    ['Trending 24h', { id: 'global-trending', kind: 'notes', hours: 24 }],
    ['Latest', { id: 'latest', kind: 'notes' }],
    ['Latest with replies', { id: 'latest', include_replies: true, kind: 'notes' }],
    ['Ann', { id: 'feed', kind: 'notes', pubkey: ANN }],
    ['Lamps', { id: 'advsearch', query: 'lamp oil' }],
    ['A verb', { id: 'advsearch', query: 'x' }],
  ]);
  for (const odd of [
    undefined,
    {},
    'x',
    [
      1,
      null,
      [],
      { name: 1, hex: 'x' },
      { name: 'No such', hex: 'no;such' },
      { name: ' ', hex: ANN },
    ],
  ])
    expect(read(odd)).toEqual([]);
  expect(availableFeeds('no json', ME)).toEqual([]);
});

test('E-60 for any stored value, only feeds with readable specs are returned', () => {
  const entry = fc.record({
    name: fc.oneof(fc.string(), fc.jsonValue()),
    hex: fc.oneof(fc.string(), fc.constantFrom(ME, ANN), fc.jsonValue()),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(entry, fc.jsonValue()), { maxLength: 200 }), (feeds) => {
      const found = read(feeds);
      expect(found.length).toBeLessThanOrEqual(100);
      expect(found.every((feed) => isOwnFeed(feed) && readFeedSpec(feed.spec) !== undefined)).toBe(
        true,
      );
    }),
  );
});
