import { expect, test } from 'vitest';
import { trusted } from '../../tests/support/trusted.ts';
import { emptyFacts, evictFacts, FACTS_LIMITS, foldFacts } from './facts.ts';
import { KIND } from './kinds.ts';
import { listOf, noteOf, repliesOf } from './selectors.ts';
import { getRow, rowsOf } from './table.ts';

const LIMITS = { ...FACTS_LIMITS, events: 1_000, profiles: 100, lists: 100 };
const key = (i: number) => i.toString(16).padStart(64, '0');
const notes = Array.from({ length: 1_200 }, (_, i) => trusted({ content: `${i}`, created_at: 5_000 - i }));
const fold = (facts = emptyFacts, events = notes) => foldFacts(facts, { events, claims: [], now: 1_800_000_000 });

test('facts within a tenth of their limits are left alone', () => {
  const facts = fold(emptyFacts, notes.slice(0, 1_100));
  expect(evictFacts(facts, new Set(), LIMITS)).toBe(facts);
  expect(evictFacts(emptyFacts, new Set())).toBe(emptyFacts);
});

test('a table that is too large comes back to its limit, the others stay as they are', () => {
  const facts = fold(fold(emptyFacts, [trusted({ kind: KIND.Contacts })]));
  const evicted = evictFacts(facts, new Set(), LIMITS);
  expect(evicted.events.size).toBe(1_000);
  expect(evicted.lists).toBe(facts.lists);
  expect(evictFacts(evicted, new Set(), LIMITS)).toBe(evicted);
  expect([...rowsOf(evictFacts(facts, new Set(), LIMITS).events)]).toEqual([...rowsOf(evicted.events)]);
});

test('what is kept stays, by id for events and by public key for lists and profiles', () => {
  const accounts = Array.from({ length: 200 }, (_, i) => key(i));
  const lists = accounts.flatMap((pubkey) => [trusted({ kind: KIND.Contacts, pubkey }), trusted({ kind: KIND.Metadata, pubkey })]);
  const keep = new Set([...notes.slice(0, 300).map((note) => note.id), ...accounts.slice(0, 60)]);
  const evicted = evictFacts(fold(fold(emptyFacts, lists)), keep, LIMITS);
  expect([evicted.events.size, evicted.lists.size, evicted.profiles.size]).toEqual([1_000, 100, 100]);
  for (const note of notes.slice(0, 300)) expect(noteOf(evicted, note.id)).toBe(note);
  for (const pubkey of accounts.slice(0, 60)) {
    expect(listOf(evicted, KIND.Contacts, pubkey)?.pubkey).toBe(pubkey);
    expect(getRow(evicted.profiles, pubkey)?.pubkey).toBe(pubkey);
  }
});

test('an index of replies never names an event that was evicted, and comes back whole with it', () => {
  const [root = trusted({})] = notes;
  const replies = Array.from({ length: 200 }, (_, i) =>
    trusted({ content: `re ${i}`, created_at: 6_000 + i, tags: [['e', root.id, '', 'root']] }),
  );
  const facts = fold(fold(emptyFacts, replies));
  const evicted = evictFacts(facts, new Set([root.id]), LIMITS);
  const left = repliesOf(evicted, root.id);
  expect(left.length).toBeLessThan(200);
  expect(left.filter((id) => !noteOf(evicted, id))).toEqual([]);
  expect(repliesOf(fold(evicted, replies.toReversed()), root.id)).toEqual(replies.map((reply) => reply.id));
});
