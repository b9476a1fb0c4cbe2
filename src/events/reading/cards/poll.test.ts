import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import {
  buildVote,
  choicesOf,
  countedVotes,
  readPoll,
  readPollStats,
  tallyOf,
  withVote,
} from './poll.ts';

const tags = [
  ['option', 'a', 'Tea'],
  ['option', 'b', 'Coffee'],
  ['option', 'a', 'Tea again'],
  ['option', '', 'No id'],
  ['option', 'c', ' '],
  ['relay', 'wss://relay.example'],
  ['relay', 'http://no.relay'],
  ['endsAt', '2000'],
];

function pollOf(more: readonly string[][] = []) {
  const poll = readPoll(trusted({ kind: KIND.Poll, tags: [...tags, ...more], content: 'Which?' }));
  if (!poll) throw new Error('no poll');
  return poll;
}

const vote = (pubkey: string, created_at: number, ...choices: string[]) =>
  trusted({
    ...buildVote(pollOf(), choices),
    pubkey: pubkey.repeat(64),
    created_at: seconds(created_at),
  });

test('NOTE-02 a poll has unique options, relays for votes and an end; other kinds are not polls', () => {
  const poll = pollOf();
  expect(poll.options).toEqual([
    { id: 'a', label: 'Tea' },
    { id: 'b', label: 'Coffee' },
  ]);
  expect(poll).toMatchObject({
    isMultiple: false,
    byZaps: false,
    endsAt: 2_000,
    relays: ['wss://relay.example'],
  });
  expect(readPoll(trusted({ kind: KIND.Text, tags }))).toBeUndefined();
  const zapped = readPoll(
    trusted({
      kind: KIND.ZapPoll,
      tags: [
        ['poll_option', '0', 'Yes'],
        ['closed_at', 'x'],
      ],
    }),
  );
  expect(zapped).toMatchObject({
    byZaps: true,
    options: [{ id: '0', label: 'Yes' }],
    endsAt: undefined,
  });
});

test("NOTE-02 each account's newest vote before the end counts, with one choice unless several are allowed", () => {
  const votes = countedVotes(pollOf(), [
    vote('1', 100, 'a'),
    vote('1', 300, 'b', 'a'),
    vote('1', 200, 'a'),
    vote('2', 2_001, 'a'),
    vote('3', 2_000, 'x', 'a'),
  ]);
  expect(votes).toEqual(
    new Map([
      ['1'.repeat(64), ['b']],
      ['3'.repeat(64), ['a']],
    ]),
  );
  expect(tallyOf(pollOf(), votes)).toEqual(
    new Map([
      ['a', { votes: 1, satszapped: 0 }],
      ['b', { votes: 1, satszapped: 0 }],
    ]),
  );
  expect(choicesOf(pollOf([['polltype', 'multiplechoice']]), vote('1', 1, 'b', 'a', 'b'))).toEqual([
    'b',
    'a',
  ]);
});

test("NOTE-01 the own vote replaces the earlier one in the service's counts", () => {
  const poll = pollOf();
  const stats = {
    [poll.id]: { a: { votes: 3, satszapped: 0 }, b: { votes: 'x' }, z: { votes: 9 } },
  };
  const counts = readPollStats(stats, poll);
  expect(counts).toEqual(
    new Map([
      ['a', { votes: 3, satszapped: 0 }],
      ['b', { votes: 0, satszapped: 0 }],
    ]),
  );
  if (!counts) return;
  expect(withVote(counts, ['a'], ['b'])).toEqual(
    new Map([
      ['a', { votes: 2, satszapped: 0 }],
      ['b', { votes: 1, satszapped: 0 }],
    ]),
  );
  expect(withVote(counts, ['b'], ['nothing']).get('b')).toEqual({ votes: 0, satszapped: 0 });
  expect(readPollStats({}, poll)).toBeUndefined();
  expect(readPollStats('nothing', poll)).toBeUndefined();
});

test('INV-ISOLATE E-13 E-14 any tags make a poll of at most 64 options, and counts never exceed the votes', () => {
  const word = fc.oneof(
    fc.constantFrom('option', 'response', 'e', 'a', '__proto__', 'constructor', '1'),
    fc.string({ unit: 'binary' }),
  );
  const some = fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 90 });
  fc.assert(
    fc.property(some, fc.array(some, { maxLength: 5 }), fc.json(), (of, ballots, claim) => {
      const poll = readPoll(trusted({ kind: KIND.Poll, tags: of }));
      if (!poll) throw new Error('a poll is none');
      expect(poll.options.length).toBeLessThanOrEqual(64);
      expect(new Set(poll.options.map(({ id }) => id)).size).toBe(poll.options.length);
      for (const { id, label } of poll.options)
        expect(id.length <= 64 && label.length <= 512 && label.trim() === label).toBe(true);
      const votes = ballots.map((ballot, at) =>
        trusted({
          kind: KIND.PollVote,
          pubkey: String(at).repeat(64),
          tags: [['e', poll.id], ...ballot],
        }),
      );
      const counts = tallyOf(poll, countedVotes(poll, votes));
      expect([...counts.keys()]).toEqual(poll.options.map(({ id }) => id));
      expect([...counts.values()].reduce((sum, count) => sum + count.votes, 0)).toBeLessThanOrEqual(
        votes.length,
      );
      readPollStats(JSON.parse(claim), poll);
    }),
    { numRuns: 40 },
  );
});
