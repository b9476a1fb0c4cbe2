import { expect, test } from 'vitest';
import { NOW, RELAYS, signedNote } from '../../../../tests/support/publish/outbox-harness.ts';
import { KIND } from '../../nostr/kinds.ts';
import { foldOutbox } from '../../publish/outbox/outbox-fold.ts';
import { seconds } from '../../core/time.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../publish/outbox/outbox-entry.ts';
import { actOf, actsIn, actsOn, ownPosts } from './own-acts.ts';
import { pressed } from '../../nostr/ours.ts';

const NOTE = 'e'.repeat(64);
const ACT = `7 ${NOTE}`;
const like = { kind: KIND.Reaction, tags: [['e', NOTE]], content: '+' };
const at = (line: OutboxEntryDraft): OutboxEntry => ({ ...line, at: seconds(NOW) });
const accepted = (job: string) => at({ job, type: 'answered', relay: RELAYS[0], accepted: true });
const failed = (job: string): readonly OutboxEntry[] => [
  ...RELAYS.map((relay) => at({ job, type: 'silent', relay: pressed(relay) })),
  at({ job, type: 'broadcast', accepted: [], reason: { code: 'publish.unconfirmed' } }),
];
const acts = (...log: readonly OutboxEntry[]) => [...actsIn(foldOutbox(new Map(), log))];
const liked = signedNote('j', like);

test('ACCOUNT-17 INV-OUTCOME a like counts in every page from its signature until it fails or is discarded', () => {
  expect(acts(...liked)).toEqual([ACT]);
  expect(acts(...liked, accepted('j'))).toEqual([ACT]);
  expect(acts(...liked.slice(0, 2))).toEqual([]);
  expect(acts(...liked, ...failed('j'))).toEqual([]);
  expect(acts(...liked, ...failed('j'), accepted('j'))).toEqual([ACT]);
  expect(acts(...liked, at({ job: 'j', type: 'discarded' }))).toEqual([]);
  expect(acts(...signedNote('note'))).toEqual([]);
});

test('ACCOUNT-17 NIP-09 a like is gone after an accepted deletion request, until it is signed again', () => {
  const id = liked.flatMap((entry) => (entry.type === 'signed' ? [entry.event.id] : []))[0] ?? '';
  const request = signedNote('k', { kind: KIND.EventDeletion, tags: [['e', id]], content: '' });
  expect(acts(...liked, accepted('j'), ...request)).toEqual([ACT, `5 ${id}`]);
  expect(acts(...liked, accepted('j'), ...request, ...failed('k'))).toEqual([ACT]);
  const gone = [...liked, accepted('j'), ...request, accepted('k')];
  expect(acts(...gone)).toEqual([`5 ${id}`]);
  expect(
    acts(...gone, at({ job: 'j', type: 'answered', relay: RELAYS[1], accepted: true })),
  ).toEqual([`5 ${id}`]);
  expect(acts(...gone, ...signedNote('again', { ...like, created_at: seconds(NOW + 5) }))).toEqual([
    `5 ${id}`,
    ACT,
  ]);
});

test('COMPOSE-03 a note that waited over a reload is listed as new, also after it was accepted', () => {
  const later = seconds(NOW + 60);
  const listed = (...log: readonly OutboxEntry[]) =>
    ownPosts(foldOutbox(new Map(), log), 'notes', later);
  const note = signedNote('n');
  const ids = note.flatMap((entry) => (entry.type === 'signed' ? [entry.event.id] : []));
  const ok = { ...accepted('n'), at: later };
  const sent: OutboxEntry = { job: 'n', at: later, type: 'broadcast', accepted: [RELAYS[1]] };
  expect(listed(...note)).toEqual(ids);
  expect(listed(...note, ok)).toEqual(ids);
  expect(listed(...note, sent)).toEqual(ids);
  expect(listed(...note, accepted('n'), ok, sent)).toEqual([]);
  expect(listed(...note, at({ job: 'n', type: 'discarded' }))).toEqual([]);
});

test('a state of the log is folded only once', () => {
  const records = foldOutbox(new Map(), liked);
  expect(actsIn(records)).toBe(actsIn(records));
});

test('the actions on an event are the standing ones of the given kind', () => {
  const records = foldOutbox(new Map(), [
    ...signedNote('a', like),
    ...signedNote('b', { ...like, kind: KIND.Repost }),
    ...signedNote('c', { ...like, tags: [['e', 'd'.repeat(64)]] }),
    ...signedNote('d', { ...like, content: '🤙' }),
    at({ job: 'd', type: 'discarded' }),
    ...signedNote('f', { ...like, content: '❤' }).slice(0, 2),
  ]);
  expect(actsOn(records, NOTE, KIND.Reaction).map(({ job }) => job)).toEqual(['a']);
  expect([
    actOf({
      kind: 7,
      tags: [
        ['p', 'x'],
        ['e', NOTE],
      ],
      content: '',
    }),
    actOf({ kind: 1, tags: [], content: '' }),
  ]).toEqual([ACT, undefined]);
});
