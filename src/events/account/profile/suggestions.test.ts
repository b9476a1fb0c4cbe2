import { expect, test } from 'vitest';
import type { Claim } from '../../connection/claims.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { readSuggestions, recommendedPeople } from './suggestions.ts';

const key = (n: number) => n.toString(16).padStart(64, '0');
const answer = (content: unknown): readonly Claim[] => [
  { claim: 'other', kind: RESULT.SuggestedUsersByCategory, content },
];
const members = (...keys: readonly unknown[]) => keys.map((pubkey) => ({ pubkey }));
const many = (count: number) => Array.from({ length: count }, (_, at) => key(at));

test('INV-ISOLATE groups are read one by one, without empty groups and repeated members', () => {
  const rows = [
    { group: 'art', members: members(key(1), key(2), key(1)) },
    { group: 'empty', members: [] },
    { group: 'broken', members: members(7, 'x', undefined) },
    { group: 7, members: members(key(3)) },
    { group: 'none' },
    null,
    { group: 'n'.repeat(61), members: [null, ...members(key(4))] },
  ];
  const [art, long, ...rest] = readSuggestions(answer(rows));
  expect(art).toEqual({ name: 'art', members: [key(1), key(2)] });
  expect(long?.members).toEqual([key(4)]);
  expect(long?.name.length).toBeLessThanOrEqual(61);
  expect(long?.name).not.toBe('n'.repeat(61));
  expect(rest).toEqual([]);
  expect(readSuggestions([...answer('art'), ...answer(rows.slice(0, 1))])).toEqual([art]);
});

test('E-08 at most 20 groups of 50 members are read', () => {
  const rows = Array.from({ length: 21 }, () => ({ group: 'g', members: members(...many(51)) }));
  const groups = readSuggestions(answer(rows));
  expect(groups).toHaveLength(20);
  expect(groups[0]?.members).toEqual(many(50));
});

test('LIMIT-02 ten accounts are recommended, or the meant one and nine others', () => {
  const groups = [
    { name: 'a', members: many(8) },
    { name: 'b', members: many(30) },
  ];
  expect(recommendedPeople(groups, undefined)).toEqual(many(10));
  expect(recommendedPeople(groups, key(2))).toEqual([
    key(2),
    ...many(10).filter((pubkey) => pubkey !== key(2)),
  ]);
  expect(recommendedPeople([], key(99))).toEqual([key(99)]);
});
