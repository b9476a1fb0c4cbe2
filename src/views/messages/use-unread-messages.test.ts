import { expect, test } from 'vitest';
import type { HidesEvent } from '../../events/reading/moderation/moderation.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import { countedOf, mutedOf, unreadOf } from './use-unread-messages.ts';

const hides = { user: (pubkey: string) => pubkey === 'b' } as unknown as HidesEvent;

test('ROUTE-19 private messages of muted people do not count as unread', () => {
  const contacts = [
    { peer: 'a', unread: 2 },
    { peer: 'b', unread: 5 },
  ] as Contact[];
  expect([unreadOf(contacts, hides), unreadOf(contacts, undefined), unreadOf([], hides)]).toEqual([
    2, 7, 0,
  ]);
});

test("ROUTE-19 the service's count excludes muted people from the first moment on", () => {
  const unread = new Map([
    ['a', 2],
    ['b', 5],
  ]);
  const of = (total: number, tally?: number, listed?: typeof unread) =>
    countedOf(
      { total, tally: tally === undefined ? undefined : { total: tally, unread }, listed },
      hides,
    );
  expect([of(7), of(7, 7), of(7, undefined, unread)]).toEqual([7, 2, 2]);
  // More messages arrived from unknown senders, and some were read meanwhile.
  expect([of(8, 7), of(6, 7), of(3, 7)]).toEqual([2, 1, 0]);
  const known = { total: 7, tally: { total: 7, unread }, listed: undefined };
  expect([
    mutedOf(known, hides),
    mutedOf({ ...known, tally: undefined, listed: unread }, hides),
    mutedOf(known, undefined),
  ]).toEqual([5, 5, 0]);
  expect(countedOf({ total: 7, tally: { total: 7, unread }, listed: unread }, undefined)).toBe(7);
});
