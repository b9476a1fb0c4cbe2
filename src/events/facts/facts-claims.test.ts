import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statsOf } from '../../../tests/support/views/stats-samples.ts';
import type { Claim } from '../connection/claims.ts';
import { readResult } from '../connection/results.ts';
import { emptyFacts, type Facts, foldFacts } from './facts.ts';
import { RESULT } from '../nostr/kinds.ts';
import { getRow } from '../core/table.ts';
import { seconds } from '../core/time.ts';

const ID = 'e1'.repeat(32);
const KEY = 'b2'.repeat(32);
const claimOf = (kind: number, content: unknown): Claim[] => {
  const claim = readResult({ kind, content: JSON.stringify(content) });
  return claim ? [claim] : [];
};
const fold = (claims: readonly Claim[], facts = emptyFacts) =>
  foldFacts(facts, { events: [], claims, now: seconds(0) });
const stats = (likes: number) => statsOf(ID, { likes });
const EVENT_TABLES = [
  'events',
  'addresses',
  'profiles',
  'lists',
  'replies',
  'zaps',
  'deletions',
] as const satisfies readonly (keyof Facts)[];

test('each claim is stored in its table', () => {
  const facts = fold([
    stats(3),
    ...claimOf(RESULT.NoteActions, { event_id: ID, liked: true }),
    ...claimOf(RESULT.UserStats, { pubkey: KEY, follows_count: 2 }),
    ...claimOf(RESULT.EventRelays, { [ID]: 'wss://a' }),
    ...claimOf(RESULT.MediaInfo, { resources: [{ url: 'u' }] }),
    ...claimOf(RESULT.LinkMetadata, { resources: [{ url: 'u', md_title: 'T' }] }),
    ...claimOf(RESULT.HlsVideo, { v: [{ hls_url: 'h' }] }),
    ...claimOf(RESULT.UserScores, { [KEY]: 4 }),
    ...claimOf(RESULT.UserFollowerCounts, { [KEY]: 5 }),
    ...claimOf(RESULT.VerifiedUsersDict, { [KEY]: 'ann' }),
    ...claimOf(RESULT.LegendCustomization, { [KEY]: { style: 'GOLD' } }),
    ...claimOf(RESULT.MembershipCohorts, { [KEY]: { tier: 'premium' } }),
    ...claimOf(RESULT.WordCount, { event_id: ID, words: 6 }),
  ]);
  expect([
    getRow(facts.stats, ID)?.likes,
    getRow(facts.actions, ID)?.liked,
    getRow(facts.userStats, KEY)?.follows,
  ]).toEqual([3, true, 2]);
  expect([
    getRow(facts.hints, ID),
    getRow(facts.media, 'u')?.url,
    getRow(facts.previews, 'u')?.title,
  ]).toEqual(['wss://a', 'u', 'T']);
  expect([getRow(facts.hls, 'v'), getRow(facts.scores, KEY), getRow(facts.followers, KEY)]).toEqual(
    ['h', 4, 5],
  );
  expect([
    getRow(facts.names, KEY),
    getRow(facts.legends, KEY)?.style,
    getRow(facts.cohorts, KEY)?.tier,
  ]).toEqual(['ann', 'GOLD', 'premium']);
  expect(getRow(facts.words, ID)).toBe(6);
});

test('a later claim replaces an earlier one; an equal one keeps row, table and root', () => {
  const first = fold([stats(3)]);
  const row = getRow(first.stats, ID);
  expect(fold([stats(3)], first)).toBe(first);
  const next = fold([stats(3), stats(4), stats(3)], first);
  expect(getRow(next.stats, ID)).toEqual(row);
  expect(getRow(fold([stats(2)], first).stats, ID)?.likes).toBe(2);
  const media = claimOf(RESULT.MediaInfo, {
    resources: [{ url: 'u', variants: [{ s: 'o', media_url: 'm', w: 2, h: 1 }] }],
  });
  const shown = fold(media);
  expect(fold(structuredClone(media), shown)).toBe(shown);
});

test('a thumbnail keeps the sizes of a medium, and sizes keep the thumbnail', () => {
  const sizes = claimOf(RESULT.MediaInfo, {
    resources: [{ url: 'v', mt: 'video/mp4', variants: [{ s: 'o', media_url: 'm' }] }],
  });
  const still = claimOf(RESULT.MediaInfo, { thumbnails: { v: 'still' } });
  const both = getRow(fold([...sizes, ...still]).media, 'v');
  expect(both).toMatchObject({ type: 'video/mp4', variants: [{ url: 'm' }], thumbnail: 'still' });
  expect(getRow(fold([...still, ...sizes]).media, 'v')).toEqual(both);
});

test('INV-VERIFIED no claim of the service changes a table of signed events', () => {
  const kind = fc.constantFrom(...Object.values(RESULT));
  const content = fc.dictionary(
    fc.constantFrom(
      ID,
      KEY,
      'event_id',
      'pubkey',
      'resources',
      'follows_count',
      'action',
      'elements',
    ),
    fc.oneof(
      fc.constantFrom<unknown>(ID, KEY, 'block', true, 5, { style: 'x' }),
      fc.array(fc.record({ url: fc.constantFrom('u', ID) })),
    ),
  );
  const claims = fc.array(
    fc.tuple(kind, content).map((pair) => claimOf(...pair)),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(claims, (all) => {
      const facts = fold(all.flat());
      for (const name of EVENT_TABLES) expect(facts[name]).toBe(emptyFacts[name]);
    }),
  );
});
