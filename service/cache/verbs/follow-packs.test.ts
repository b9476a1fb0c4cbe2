import { expect, test } from 'vitest';
import {
  contents,
  idsOf,
  key,
  memberOf,
  openVillage,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

async function packed() {
  const village = openVillage();
  await village.store.putMembers([memberOf(key(9), { name: 'library' })]);
  village.profile(1, 'ann');
  village.profile(2, 'ben');
  const pack = (n: number, title: string, ago: number, ...people: number[]) =>
    village.post(
      n,
      {
        kind: KIND.StarterPack,
        tags: [['d', title], ['title', title], ...people.map((one) => ['p', key(one)])],
      },
      ago,
    );
  return {
    village,
    boats: pack(9, 'Boats', 200, 1),
    birds: pack(9, 'Birds', 100, 2, 1),
    spam: pack(8, 'Spam', 0, 1),
  };
}

test('follow_lists returns the packs of members, newest first, with their people and a RANGE', async () => {
  const { village, boats, birds } = await packed();
  const said = await village.ask('follow_lists');
  expect(idsOf(said, KIND.StarterPack)).toEqual([birds.id, boats.id]);
  expect(idsOf(said, KIND.Metadata)).toHaveLength(2);
  expect(contents(said, RESULT.Range)).toEqual([
    {
      order_by: 'created_at',
      since: boats.created_at,
      until: birds.created_at,
      elements: [birds.id, boats.id],
    },
  ]);
  const older = await village.ask('follow_lists', { until: boats.created_at, limit: 1 });
  expect(idsOf(older, KIND.StarterPack)).toEqual([boats.id]);
  expect(idsOf(await village.ask('follow_lists', { offset: 1 }), KIND.StarterPack)).toEqual([
    boats.id,
  ]);
});

test('follow_list returns any pack by its author and name, with its people', async () => {
  const { village, spam } = await packed();
  const said = await village.ask('follow_list', { pubkey: key(8), identifier: 'Spam' });
  expect([idsOf(said, KIND.StarterPack), idsOf(said, KIND.Metadata).length]).toEqual([
    [spam.id],
    1,
  ]);
  expect(await village.ask('follow_list', { pubkey: key(8), identifier: 'None' })).toEqual([]);
});
