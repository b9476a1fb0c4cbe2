import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { keptRecommended, peopleQuery, readPeople, recommendedToKeep } from './people.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

test('PROFILE-01 the follows of an account are read from its newest own list, each once', () => {
  const order = { of: 'following', pubkey: A } as const;
  const list = (pubkey: string, created_at: number, ...people: string[]) =>
    trusted({ kind: KIND.Contacts, pubkey, created_at, tags: people.map((one) => ['p', one]) });
  const events = [
    list(A, 1, A),
    list(A, 2, B, C, B, 'not a key'),
    list(B, 3, A),
    trusted({ kind: KIND.Metadata, pubkey: C }),
  ];
  expect(readPeople(order, { events, claims: [] })).toEqual([{ name: '', members: [B, C] }]);
  expect(readPeople(order, { events: [], claims: [] })).toEqual([]);
  expect(peopleQuery(order, C)).toEqual({
    verb: 'contact_list',
    payload: { pubkey: A, extended_response: true },
  });
});

test('PROFILE-01 the followers of an account are in the order of the service', () => {
  const order = { of: 'followers', pubkey: A } as const;
  const events = [B, A, B].map((pubkey) => trusted({ kind: KIND.Metadata, pubkey }));
  expect(readPeople(order, { events, claims: [] })).toEqual([{ name: '', members: [B, A] }]);
  expect(peopleQuery(order, C)).toEqual({
    verb: 'user_followers',
    payload: { pubkey: A, user_pubkey: C, limit: 1_000 },
  });
});

test('STATE-01 ten recommended people are stored with their followers, and valid stored entries read back', () => {
  const people = Array.from({ length: 12 }, (_, at) => `${at + 10}`.repeat(32));
  const kept = recommendedToKeep(people, (pubkey) => (pubkey === people[1] ? 41 : undefined));
  expect(keptRecommended(JSON.parse(JSON.stringify(kept)))).toEqual({
    profiles: people.slice(0, 10),
    stats: new Map([[people[1], 41]]),
  });
  const profile = fc.oneof(fc.constantFrom(A, B), fc.jsonValue());
  const odd = fc.oneof(
    fc.jsonValue(),
    fc.record({
      profiles: fc.array(profile),
      stats: fc.dictionary(fc.constantFrom(A, B), fc.jsonValue()),
    }),
  );
  fc.assert(
    fc.property(odd, (value) => {
      const { profiles, stats } = keptRecommended(value);
      expect(profiles.every((one) => [A, B].includes(one))).toBe(true);
      expect([...stats.values()].every((count) => Number.isFinite(count) && count >= 0)).toBe(true);
    }),
  );
});
