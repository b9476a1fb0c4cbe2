import { expect, test } from 'vitest';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import {
  contents,
  elements,
  idsOf,
  key,
  NOW,
  openVillage,
  type Village,
} from '../../../tests/support/service/village.ts';

const OPTIONS = [
  ['option', 'a', 'Tea'],
  ['option', 'b', 'Coffee'],
];

const poll = (village: Village, tags: string[][] = []) =>
  village.post(1, { kind: KIND.Poll, content: 'Which?', tags: [...OPTIONS, ...tags] }, 1_000);
const vote = (village: Village, n: number, of: { id: string }, choice: string, ago: number) =>
  village.post(
    n,
    {
      kind: KIND.PollVote,
      tags: [
        ['e', of.id],
        ['response', choice],
      ],
    },
    ago,
  );

test('poll_votes: valid votes, newest first, one per account, with totals and the viewer’s own', async () => {
  const village = openVillage();
  const asked = poll(village, [['endsAt', String(NOW - 100)]]);
  vote(village, 2, asked, 'a', 500);
  const changed = vote(village, 2, asked, 'b', 300);
  const first = vote(village, 3, asked, 'a', 400);
  vote(village, 4, asked, 'a', 50);
  village.profile(2, 'ben');
  const said = await village.ask('poll_votes', { event_id: asked.id });
  expect(elements(said)).toEqual([changed.id, first.id]);
  expect(idsOf(said, KIND.PollVote)).toEqual([changed.id, first.id]);
  expect(idsOf(said, KIND.Metadata)).toHaveLength(1);
  expect(contents(said, RESULT.PollStats)).toEqual([
    { [asked.id]: { a: { votes: 1, satszapped: 0 }, b: { votes: 1, satszapped: 0 } } },
  ]);
  expect(elements(await village.ask('poll_votes', { event_id: asked.id, option: 'a' }))).toEqual([
    first.id,
  ]);
  const paged = await village.ask('poll_votes', {
    event_id: asked.id,
    limit: 1,
    user_pubkey: key(3),
  });
  expect(elements(paged)).toEqual([changed.id]);
  expect(idsOf(paged, KIND.PollVote)).toEqual([changed.id, first.id]);
  expect(
    elements(await village.ask('poll_votes', { event_id: village.note(1, 'no poll').id })),
  ).toEqual([]);
});

test("a poll comes with its counts (10000179), also by zaps, and the viewer's choice", async () => {
  const village = openVillage();
  const asked = poll(village);
  vote(village, 2, asked, 'b', 10);
  const zapped = village.post(
    1,
    {
      kind: KIND.ZapPoll,
      content: 'Pay',
      tags: [
        ['poll_option', '0', 'Yes'],
        ['poll_option', '1', 'No'],
      ],
    },
    900,
  );
  const said = await village.ask('events', {
    event_ids: [asked.id, zapped.id],
    extended_response: true,
    user_pubkey: key(2),
  });
  expect(contents(said, RESULT.PollStats)).toEqual([
    {
      [asked.id]: { a: { votes: 0, satszapped: 0 }, b: { votes: 1, satszapped: 0 } },
      [zapped.id]: { '0': { votes: 0, satszapped: 0 }, '1': { votes: 0, satszapped: 0 } },
    },
  ]);
  expect(contents(said, RESULT.NoteActions)).toMatchObject([
    { event_id: asked.id, voted_for_option: 'b', liked: false },
  ]);
});

test('FEED-02 polls, pictures, videos and reposts are in note feeds, and can be filtered by kind', async () => {
  const village = openVillage();
  village.follow(9, 1, 2);
  const asked = poll(village);
  const picture = village.post(1, { kind: KIND.Image, content: 'Look' }, 800);
  const repost = village.post(
    2,
    {
      kind: KIND.GenericRepost,
      tags: [
        ['e', asked.id],
        ['k', '1068'],
      ],
    },
    700,
  );
  const ask = (spec: object) =>
    village.ask('mega_feed_directive', { spec: JSON.stringify(spec), user_pubkey: key(9) });
  expect(elements(await ask({ id: 'latest', kind: 'notes' }))).toEqual([
    repost.id,
    picture.id,
    asked.id,
  ]);
  expect(elements(await ask({ id: 'all-notes', kind: 'notes' }))).toEqual([picture.id, asked.id]);
  expect(elements(await ask({ id: 'latest', kind: 'notes', kinds: [1] }))).toEqual([]);
});
