import { expect, test } from 'vitest';
import { verified } from '../../../tests/support/connection/fake-cache.ts';
import { emptyFacts, evictFacts, foldFacts } from './facts.ts';
import { KIND } from '../nostr/kinds.ts';
import { listOf, noteOf, repliesOf } from './selectors.ts';
import { getRow, rowsOf } from '../core/table.ts';
import { seconds } from '../core/time.ts';
import { isLong } from '../../../tests/support/runs.ts';

/** Limits of events, and of profiles and lists. */
const MOST = 10_000;
const MOST_LISTS = 5_000;
const key = (i: number) => i.toString(16).padStart(64, '0');
const notes = Array.from({ length: 14_000 }, (_, i) =>
  verified({ id: key(i), kind: KIND.Text, created_at: 50_000 - i }),
);
const fold = (facts = emptyFacts, events = notes) =>
  foldFacts(facts, { events, claims: [], now: seconds(1_800_000_000) });

test('tables less than a tenth over their limits are not trimmed', () => {
  const facts = fold(emptyFacts, notes.slice(0, 11_000));
  expect(evictFacts(facts, new Set())).toBe(facts);
  expect(evictFacts(emptyFacts, new Set())).toBe(emptyFacts);
});

test.runIf(isLong)(
  'an oversized table is trimmed to its limit, and the others stay as they are',
  () => {
    const facts = fold(fold(emptyFacts, [verified({ id: 'c', kind: KIND.Contacts })]));
    const evicted = evictFacts(facts, new Set());
    expect(evicted.events.size).toBe(MOST);
    expect(evicted.lists).toBe(facts.lists);
    expect(evictFacts(evicted, new Set())).toBe(evicted);
    expect([...rowsOf(evictFacts(facts, new Set()).events)]).toEqual([...rowsOf(evicted.events)]);
  },
);

test('kept rows stay: events by id, lists and profiles by public key', () => {
  const accounts = Array.from({ length: 6_000 }, (_, i) => key(i));
  const lists = accounts.flatMap((pubkey) => [
    verified({ id: `c${pubkey}`, kind: KIND.Contacts, pubkey }),
    verified({ id: `m${pubkey}`, kind: KIND.Metadata, pubkey }),
  ]);
  const keep = new Set([...notes.slice(0, 300).map((note) => note.id), ...accounts.slice(0, 60)]);
  const evicted = evictFacts(fold(fold(emptyFacts, lists)), keep);
  expect([evicted.events.size, evicted.lists.size, evicted.profiles.size]).toEqual([
    MOST,
    MOST_LISTS,
    MOST_LISTS,
  ]);
  for (const note of notes.slice(0, 300)) expect(noteOf(evicted, note.id)).toBe(note);
  for (const pubkey of accounts.slice(0, 60)) {
    expect(listOf(evicted, KIND.Contacts, pubkey)?.pubkey).toBe(pubkey);
    expect(getRow(evicted.profiles, pubkey)?.pubkey).toBe(pubkey);
  }
});

test('an index of replies never names an evicted event, and is complete when the event returns', () => {
  const [root = verified({ id: '' })] = notes;
  const replies = Array.from({ length: 200 }, (_, i) =>
    verified({
      id: key(100_000 + i),
      kind: KIND.Text,
      created_at: 60_000 + i,
      tags: [['e', root.id, '', 'root']],
    }),
  );
  const facts = fold(fold(emptyFacts, replies));
  const evicted = evictFacts(facts, new Set([root.id]));
  const left = repliesOf(evicted, root.id);
  expect(left.length).toBeLessThan(200);
  expect(left.filter((id) => !noteOf(evicted, id))).toEqual([]);
  expect(repliesOf(fold(evicted, replies.toReversed()), root.id)).toEqual(
    replies.map((reply) => reply.id),
  );
});
