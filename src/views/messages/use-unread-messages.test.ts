import { expect, test } from 'vitest';
import type { Hides } from '../../events/account/judge.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import { mutedIn, unreadOf } from './use-unread-messages.ts';

const hides = { user: (pubkey: string) => pubkey === 'b' } as unknown as Hides;

test('ROUTE-19 what muted people wrote is not unread, neither private nor counted by the service', () => {
  const contacts = [
    { peer: 'a', unread: 2 },
    { peer: 'b', unread: 5 },
  ] as Contact[];
  expect([unreadOf(contacts, hides), unreadOf(contacts, undefined), unreadOf([], hides)]).toEqual([2, 7, 0]);
  const counted = new Map([
    ['a', 2],
    ['b', 5],
  ]);
  expect([mutedIn(counted, hides), mutedIn(counted, undefined), mutedIn(undefined, hides)]).toEqual([5, 0, 0]);
});
