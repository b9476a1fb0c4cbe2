import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { deletionKeys } from '../../nostr/deletion.ts';
import { readReaction } from '../../reading/thread/reaction.ts';
import { embeddedRepost, repostTarget } from '../../facts/references.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import { buildDeletion, buildReaction, buildReport, buildRepost } from './build-acts.ts';

const me = '1'.repeat(64);
const ann = 'a'.repeat(64);
const RELAY = 'wss://relay.example.com';
const note = trusted({ pubkey: ann, content: 'hello', tags: [['t', 'x']] });
const article = trusted({ pubkey: ann, kind: 30_023, tags: [['d', 'x']] });
const mine = trusted({ pubkey: me, content: 'oops' });

test('a repost holds the whole event and names it with a relay (kind 6, NIP-18)', () => {
  const draft = buildRepost({ event: note, relays: [RELAY] });
  expect(draft.kind).toBe(6);
  expect(draft.tags).toEqual([
    ['e', note.id, RELAY],
    ['p', ann, RELAY],
  ]);
  expect(readEvent(JSON.parse(draft.content))).toEqual({ ...note });
});

test('an event that is not a note is reposted by kind 16 with its kind and address', () => {
  const draft = buildRepost({ event: article, relays: ['wss://10.0.0.1'] });
  expect(draft.kind).toBe(16);
  expect(draft.tags).toEqual([
    ['e', article.id, ''],
    ['a', `30023:${ann}:x`],
    ['p', ann],
    ['k', '30023'],
  ]);
});

test('a protected or oversized event is named, not copied', () => {
  expect(buildRepost({ event: trusted({ tags: [['-']] }) }).content).toBe('');
  expect(buildRepost({ event: trusted({ content: '\n'.repeat(300_000) }) }).content).toBe('');
  const longest = 512 * 1024 - JSON.stringify(trusted({})).length;
  expect(buildRepost({ event: trusted({ content: 'x'.repeat(longest) }) }).content).toHaveLength(
    512 * 1024,
  );
  expect(buildRepost({ event: trusted({ content: 'x'.repeat(longest + 1) }) }).content).toBe('');
});

test('a repost or a like reads back with its target', () => {
  const kinds = fc.constantFrom(1, 6, 7, 20, 1111, 10_003, 30_023);
  fc.assert(
    fc.property(kinds, fc.string({ unit: 'binary', maxLength: 50 }), (kind, content) => {
      const event = trusted({ kind, content: content.toWellFormed(), pubkey: ann });
      const repost = trusted({ ...buildRepost({ event }), pubkey: me });
      expect(repostTarget(repost)?.key).toBe(event.id);
      expect(readEvent(embeddedRepost(repost))).toEqual({ ...event });
      const like = readReaction(trusted({ ...buildReaction({ event }), pubkey: me }));
      expect(like?.like).toBe(true);
      expect(like?.target.key).toBe(event.id);
    }),
  );
});

test("a like is '+' and names note, author and kind (NIP-25)", () => {
  expect(buildReaction({ event: note, relays: [RELAY] })).toEqual({
    kind: 7,
    content: '+',
    tags: [
      ['e', note.id, RELAY, ann],
      ['p', ann, RELAY],
      ['k', '1'],
    ],
  });
  expect(buildReaction({ event: article }).tags).toEqual([
    ['e', article.id, '', ann],
    ['a', `30023:${ann}:x`, '', ann],
    ['p', ann],
    ['k', '30023'],
  ]);
});

test('COMPOSE-10 only the author can delete; the request covers all versions and says who deleted them', () => {
  const version = trusted({ pubkey: me, kind: 30_023, tags: [['d', 'x']] });
  const draft = buildDeletion([mine, version], me);
  expect(draft).toEqual({
    kind: 5,
    content: 'Deleted by the author',
    tags: [
      ['e', mine.id],
      ['e', version.id],
      ['a', `30023:${me}:x`],
      ['k', '1'],
      ['k', '30023'],
    ],
  });
  expect(deletionKeys(trusted({ pubkey: me, ...draft }))).toEqual([
    `${me}:${mine.id}`,
    `${me}:${version.id}`,
    `${me}:30023:${me}:x`,
  ]);
  expect(buildDeletion([mine, note], me)).toBeUndefined();
  expect(buildDeletion([], me)).toBeUndefined();
});

test('a report names the account, and the event if there is one (kind 1984, NIP-56)', () => {
  expect(buildReport(ann, 'spam', { text: 'again' })).toEqual({
    kind: 1984,
    content: 'again',
    tags: [['p', ann, 'spam']],
  });
  expect(buildReport(ann, 'illegal', { event: note })).toEqual({
    kind: 1984,
    content: '',
    tags: [
      ['p', ann],
      ['e', note.id, 'illegal'],
    ],
  });
});
