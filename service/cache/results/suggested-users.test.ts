import { expect, test } from 'vitest';
import {
  contents,
  idsOf,
  key,
  memberOf,
  openVillage,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

const member = (n: number) => memberOf(key(n), { name: `member${n}` });

const pack = (village: Village, n: number, title: string, ...people: number[]) =>
  village.post(n, {
    kind: KIND.StarterPack,
    tags: [['d', title], ['title', title], ...people.map((one) => ['p', key(one)])],
  });

test('suggested users come from the starter packs of members, by title, with their profiles', async () => {
  const village = openVillage();
  await village.store.putMembers([member(9)]);
  for (const [n, name] of [
    [1, 'ann'],
    [2, 'ben'],
  ] as const)
    village.profile(n, name);
  pack(village, 9, 'Boats', 2, 1, 2, 3);
  pack(village, 9, 'Nobody', 3);
  pack(village, 8, 'Spam', 1);
  const ann = { pubkey: key(1), name: 'ann' };
  const ben = { pubkey: key(2), name: 'ben' };
  const said = await village.ask('get_suggested_users');
  expect(said[0]).toMatchObject({
    kind: RESULT.SuggestedUsersByCategory,
    content: [{ group: 'Boats', members: [ben, ann] }],
  });
  expect(idsOf(said, KIND.Metadata)).toHaveLength(2);
  expect(contents(said, RESULT.UserScores)).toHaveLength(1);
  expect((await village.ask('get_suggested_users_2'))[0]?.content).toEqual([
    { group: 'Boats', people: [ben, ann] },
  ]);
});

test('without starter packs the best followed accounts are suggested; an empty service suggests none', async () => {
  const village = openVillage();
  for (const [n, name] of [
    [1, 'ann'],
    [2, 'ben'],
  ] as const)
    village.profile(n, name);
  village.follow(3, 2, 1);
  village.follow(4, 2);
  const names = [
    { pubkey: key(2), name: 'ben' },
    { pubkey: key(1), name: 'ann' },
  ];
  expect((await village.ask('get_suggested_users'))[0]?.content).toEqual([
    { group: 'Most followed', members: names },
  ]);
  expect((await openVillage().ask('get_suggested_users'))[0]?.content).toEqual([]);
});
