import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND, RESULT } from '../nostr/kinds.ts';
import { readFollowPacks } from './follow-packs.ts';

const key = (nth: number) => nth.toString(16).padStart(64, '0');
const pack = (...tags: string[][]) =>
  trusted({ kind: KIND.StarterPack, pubkey: key(1), tags: [['d', 'x'], ...tags] });
const claims = [
  {
    claim: 'other',
    kind: RESULT.SuggestedUsersByCategory,
    content: [{ group: 'Birds', members: [{ pubkey: key(2) }] }],
  },
] as const;

test('ACCOUNT-07 packs are read with their words; nameless and empty ones are left out', () => {
  const whole = pack(
    ['title', 'Boats'],
    ['description', 'Tides'],
    ['image', 'https://x.example/1.png'],
    ...Array.from({ length: 60 }, (_, nth) => ['p', key(nth)]),
  );
  const nameless = trusted({ kind: KIND.StarterPack, pubkey: key(1), tags: [['p', key(2)]] });
  const note = trusted({ kind: 1, pubkey: key(1), tags: whole.tags });
  const packs = readFollowPacks({
    events: [whole, pack(['title', 'Empty']), nameless, note],
    claims,
  });
  expect(packs).toMatchObject([
    { id: `${key(1)}:x`, title: 'Boats', about: 'Tides', image: 'https://x.example/1.png' },
  ]);
  expect(packs[0]?.people).toHaveLength(50);
});

test('ACCOUNT-07 without packs the groups of the service count', () => {
  expect(readFollowPacks({ events: [], claims })).toEqual([
    { id: 'Birds', title: 'Birds', about: '', image: '', people: [key(2)] },
  ]);
  expect(readFollowPacks({ events: [], claims: [] })).toEqual([]);
});
