import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretOf } from '../account/keys/secret.ts';
import { inSeconds, seconds } from '../core/time.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { KeptContact, LastLine } from './message-list.ts';
import {
  countOthers,
  listText,
  mergedContacts,
  readList,
  withKept,
  withLines,
} from './message-list.ts';

const [ME, BEN, CLEO] = ['a', 'b', 'c'].map((key) => key.repeat(64)) as [string, string, string];
const contact = (peer: string, latestAt: number, unread = 0, isPrivate = false): KeptContact => ({
  peer,
  unread,
  latestAt: seconds(latestAt),
  isPrivate,
});
const line = (id: string, at: number, text = id): LastLine => ({
  id: trusted({ pubkey: ME, content: id, created_at: at }).id,
  at: seconds(at),
  isMine: false,
  isFile: false,
  text: secretOf(text),
});
const plain = ({ contacts, lines }: ReturnType<typeof readList>) => [
  [...contacts],
  [...lines].map(([peer, one]) => [peer, { ...one, text: one.text.reveal() }]),
];

test('STATE-01 a kept list of conversations is read as it was written, the newest contacts first', () => {
  const contacts = new Map([
    [BEN, { ...contact(BEN, 5, 2), isWrittenTo: true as const }],
    [CLEO, contact(CLEO, 9, 0, true)],
  ]);
  const lines = new Map([[BEN, { ...line('hello', 5), isMine: true }]]);
  const kept = readList(listText({ contacts, lines }));
  expect([...kept.contacts.keys()]).toEqual([CLEO, BEN]);
  expect(kept.contacts.get(BEN)).toEqual(contacts.get(BEN));
  expect(kept.lines.get(BEN)).toMatchObject({ isMine: true, isFile: false });
  expect(kept.lines.get(BEN)?.text.reveal()).toBe('hello');
});

test('INV-ISOLATE ACCOUNT-15 a damaged list counts as empty, and damaged entries are left out', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(plain(readList(text))).toEqual([[], []]);
    }),
  );
  const text = JSON.stringify([[BEN, 5, 0, 0, 'no id', 5, 0, 'x'], [CLEO], 7, ['short', 5, 0, 0]]);
  expect(plain(readList(text))).toEqual([[[BEN, contact(BEN, 5)]], []]);
});

test('STATE-01 a list with endless texts and contacts fits into one payload of NIP-44', () => {
  const peers = Array.from({ length: 2_000 }, (_, at) => at.toString(16).padStart(64, '0'));
  const contacts = new Map(peers.map((peer, at) => [peer, contact(peer, at)]));
  const lines = new Map(peers.map((peer) => [peer, line(peer, 1, '🦜'.repeat(200))]));
  const text = listText({ contacts, lines });
  expect(new TextEncoder().encode(text).length).toBeLessThan(65_535);
  const kept = readList(text);
  expect(kept.contacts.size).toBeGreaterThan(40);
  expect(inSeconds([...kept.contacts.values()][0]?.latestAt ?? seconds(0))).toBe(1_999);
});

test('DM-01 the later line of a conversation stays, and the same line is no change', () => {
  const known = new Map([[BEN, line('new', 9)]]);
  expect(withLines(known, [[BEN, line('old', 5)]])).toBe(known);
  expect(withLines(known, [[BEN, line('new', 9)]])).toBe(known);
  expect(
    withLines(known, [[BEN, line('newer', 9)]])
      .get(BEN)
      ?.text.reveal(),
  ).toBe('newer');
});

test('STATE-03 contacts that are known now replace kept ones; counts of both forms are added', () => {
  const kept = new Map([
    [BEN, contact(BEN, 1, 9)],
    [CLEO, contact(CLEO, 2, 3)],
  ]);
  const now = new Map([[BEN, { peer: BEN, unread: 1, latestAt: seconds(4) }]]);
  const privately = new Map([[BEN, { peer: BEN, unread: 2, latestAt: seconds(6) }]]);
  expect([...mergedContacts(kept, now, privately).values()]).toEqual([
    contact(BEN, 6, 3),
    contact(CLEO, 2, 3),
  ]);
});

test('DM-10 a merged contact to whom the account has written stays one, if any of the lists says so', () => {
  const written = { isWrittenTo: true } as const;
  const some = (...peers: readonly string[]) =>
    new Map(peers.map((peer) => [peer, { peer, unread: 0, latestAt: seconds(4) }] as const));
  const marked = new Map([[BEN, { ...contact(BEN, 1), ...written }]]);
  for (const merged of [
    mergedContacts(marked, some(BEN, CLEO), some(CLEO)),
    mergedContacts(marked, some(CLEO), some(BEN)),
    mergedContacts(new Map(), some(BEN, CLEO), marked),
  ])
    expect([BEN, CLEO].map((peer) => merged.get(peer)?.isWrittenTo)).toEqual([true, undefined]);
});

test('STATE-03 a kept contact stays until its relation is listed, a private one until all is read', () => {
  const kept = new Map([
    [BEN, contact(BEN, 1)],
    [CLEO, contact(CLEO, 2, 0, true)],
  ]);
  const none = new Map();
  const rule = { relation: 'any', follows: new Set([BEN]), isRead: false } as const;
  const peers = (...given: Parameters<typeof withKept>) => [...withKept(...given).keys()];
  expect(peers(kept, undefined, none, rule)).toEqual([BEN, CLEO]);
  expect(peers(kept, none, none, rule)).toEqual([CLEO]);
  expect(peers(kept, none, none, { ...rule, isRead: true })).toEqual([]);
  expect(peers(kept, undefined, none, { ...rule, relation: 'follows' })).toEqual([BEN]);
  expect(peers(kept, undefined, none, { ...rule, relation: 'other' })).toEqual([CLEO]);
  const now = new Map([[BEN, { peer: BEN, unread: 3, latestAt: seconds(9) }]]);
  expect(withKept(kept, now, none, rule).get(BEN)?.unread).toBe(3);
});

test('DM-01 others are counted once, also with a sent message alone, and without hidden people', () => {
  const contacts = new Map([BEN, CLEO].map((peer) => [peer, contact(peer, 1)] as const));
  const lines = new Map([CLEO, 'd'.repeat(64), 'e'.repeat(64)].map((peer) => [peer, line('x', 2)]));
  const isHidden = (peer: string) => peer.startsWith('e');
  const follows = new Set([BEN]);
  expect(countOthers(contacts, lines, [], follows, isHidden)).toBe(2);
  const senders = [BEN, CLEO, 'e'.repeat(64), 'f'.repeat(64)];
  expect(countOthers(contacts, lines, senders, follows, isHidden)).toBe(3);
  expect(countOthers(new Map(), new Map(), ['f'.repeat(64)], follows, isHidden)).toBe(1);
});
