import fc from 'fast-check';
import { HOME_FEEDS } from '../reading/feed/home-feeds.ts';
import { describe, expect, test } from 'vitest';
import { npubOf } from '../nostr/nip19.ts';
import {
  asSeenBy,
  VISITOR_SPEC,
  DEFAULT_READS_SPEC,
  DEFAULT_VIEWER,
  firstQuestions,
  firstReads,
} from '../reading/feed/home.ts';
import { pageQueries } from './page-queries.ts';

const VIEWER = 'a'.repeat(64);
const KEY = 'b'.repeat(64);
const ID = 'c'.repeat(64);

describe('ROUTE-20 the first queries of a page follow from its path', () => {
  test('feeds', () => {
    for (const path of ['/', '/home'])
      expect(pageQueries(path, VIEWER)).toEqual(firstQuestions(VISITOR_SPEC, VIEWER));
    expect(pageQueries('/reads', VIEWER)).toEqual(firstReads(DEFAULT_READS_SPEC, VIEWER));
  });

  test('a profile by any form of its key, a thread, an article and a search', () => {
    const verbs = (path: string) => pageQueries(path, VIEWER).map(({ verb }) => verb);
    const profile = pageQueries(`/p/${npubOf(KEY)}`, VIEWER);
    expect(profile[0]).toEqual({
      verb: 'user_profile',
      payload: { pubkey: KEY, user_pubkey: VIEWER },
    });
    expect(profile[1]?.verb).toBe('mega_feed_directive');
    for (const path of [`/profile/${KEY}`, `/p/nostr%3A${npubOf(KEY)}`])
      expect(pageQueries(path, VIEWER)).toEqual(profile);
    expect(pageQueries(`/e/${ID}`, VIEWER)).toEqual(pageQueries(`/thread/${ID}`, VIEWER));
    expect(verbs(`/e/${ID}`)).toEqual(['thread_view']);
    expect(verbs(`/a/30023:${KEY}:bread%20and%20salt`)).toEqual(['long_form_content_thread_view']);
    expect(pageQueries('/search/br%C3%B6t', VIEWER)[0]?.payload?.['spec']).toContain('bröt');
  });

  test('NOTIF-01 the notifications of the current user', () => {
    expect(pageQueries('/notifications', KEY)).toEqual([
      {
        verb: 'get_notifications',
        payload: { pubkey: KEY, user_pubkey: KEY, type_group: 'all', limit: 50 },
      },
    ]);
    const [own] = pageQueries('/notifications', DEFAULT_VIEWER);
    expect([own && asSeenBy(KEY, own)]).toEqual(pageQueries('/notifications', KEY));
  });

  test('no queries for an unknown path or a longer path', () => {
    for (const path of [
      '/p/somebody',
      '/p',
      '/p/',
      `/p/${KEY}/followers`,
      '/explore',
      '/jun',
      '/reads/bread',
      '/search/%zz',
      '/search/',
      '/__proto__/x',
    ])
      expect([path, pageQueries(path, VIEWER)]).toEqual([path, []]);
    // an identifier leads elsewhere and is no search, and a secret is never sent
    for (const text of [
      npubOf(KEY),
      'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5',
    ])
      expect(pageQueries(`/search/${text}`, VIEWER)).toEqual([]);
  });

  test('any path is read without an error, and every query carries the viewer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('p', 'e', 'a', 'search', 'thread', ''),
        fc.string({ unit: 'binary' }),
        (word, rest) => {
          for (const { payload } of pageQueries(`/${word}/${rest}`, VIEWER))
            expect(payload?.['user_pubkey']).toBe(VIEWER);
        },
      ),
    );
  });
});

test('a query that was prepared for a visitor is asked for the current reader', () => {
  const [profile] = pageQueries(`/p/${KEY}`, DEFAULT_VIEWER);
  expect(profile && asSeenBy(ID, profile)).toEqual({
    verb: 'user_profile',
    payload: { pubkey: KEY, user_pubkey: ID },
  });
  expect(asSeenBy(KEY, { verb: 'get_home_feeds', payload: {} })).toEqual({
    verb: 'get_home_feeds',
    payload: {},
  });
});

test('FEED-08 the feed of visitors is one of the default feeds, so that the menu names it', () => {
  expect(HOME_FEEDS.find(({ spec }) => spec === VISITOR_SPEC)).toMatchObject({
    name: 'Trending 24h',
    enabled: true,
  });
});
