import { expect, test } from 'vitest';
import type { Claim } from '../../connection/claims.ts';
import { naddrOf, npubOf } from '../../nostr/nip19.ts';
import { articlesQuery, authorsIn, picksIn, readsFeedsIn, topicsIn } from './reads.ts';

const ME = 'a'.repeat(64);

const list = (
  name: 'readsTopics' | 'featuredAuthors' | 'recommendedReads',
  values: readonly string[],
): Claim => ({
  claim: 'list',
  list: name,
  values,
});

test('FEED-10 topics are lower case, each once, short, and at most 24', () => {
  const long = 'x'.repeat(9_999);
  const many = Array.from({ length: 40 }, (_, n) => `topic ${n}`);
  expect(topicsIn([list('readsTopics', ['Birds', 'birds', '', '  ', 'Small web'])])).toEqual([
    'birds',
    'small web',
  ]);
  expect(topicsIn([list('readsTopics', [long])])[0]?.length).toBeLessThanOrEqual(64);
  expect(topicsIn([list('readsTopics', many)])).toHaveLength(24);
  expect(topicsIn([])).toEqual([]);
});

test('FEED-10 picks are at most three article addresses, by which the articles are queried', () => {
  const naddr = (identifier: string, kind = 30_023) =>
    naddrOf({ kind, pubkey: ME, identifier }) ?? '';
  const picks = picksIn([
    list('recommendedReads', [
      'junk',
      npubOf(ME) ?? '',
      naddr('a'),
      naddr('a'),
      naddr('b', 30_004),
      naddr('c:d'),
      naddr('e'),
      naddr('f'),
    ]),
  ]);
  expect(picks).toEqual([`30023:${ME}:a`, `30023:${ME}:c:d`, `30023:${ME}:e`]);
  expect(articlesQuery(picks)).toEqual({
    verb: 'parametrized_replaceable_events',
    payload: {
      events: ['a', 'c:d', 'e'].map((identifier) => ({ kind: 30_023, pubkey: ME, identifier })),
      extended_response: true,
    },
  });
});

test('FEED-10 article feeds and featured authors are read from their own answers only', () => {
  const feeds = [
    {
      name: 'Reads',
      spec: '{"id":"nostr-reads-feed"}',
      description: '',
      enabled: true,
      feedkind: 'primal',
    },
  ];
  expect(readsFeedsIn([{ claim: 'feeds', list: 'home', feeds }])).toEqual([]);
  expect(readsFeedsIn([{ claim: 'feeds', list: 'reads', feeds }])).toEqual(feeds);
  expect(authorsIn([list('readsTopics', ['birds']), list('featuredAuthors', [ME])])).toEqual([ME]);
});
