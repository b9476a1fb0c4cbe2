import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND } from '../kinds.ts';
import { peopleQuery, readPeople } from './people.ts';

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string];

test('PROFILE-01 whom an account follows is read from the newest list that it signed itself, each once', () => {
  const order = { of: 'following', pubkey: A } as const;
  const list = (pubkey: string, created_at: number, ...people: string[]) =>
    trusted({ kind: KIND.Contacts, pubkey, created_at, tags: people.map((one) => ['p', one]) });
  const events = [list(A, 1, A), list(A, 2, B, C, B, 'not a key'), list(B, 3, A), trusted({ kind: KIND.Metadata, pubkey: C })];
  expect(readPeople(order, { events, claims: [] })).toEqual([{ name: '', members: [B, C] }]);
  expect(readPeople(order, { events: [], claims: [] })).toEqual([]);
  expect(peopleQuery(order, C)).toEqual({ verb: 'contact_list', payload: { pubkey: A, extended_response: true } });
});

test('PROFILE-01 who follows an account is in the order of the service', () => {
  const order = { of: 'followers', pubkey: A } as const;
  const events = [B, A, B].map((pubkey) => trusted({ kind: KIND.Metadata, pubkey }));
  expect(readPeople(order, { events, claims: [] })).toEqual([{ name: '', members: [B, A] }]);
  expect(peopleQuery(order, C)).toEqual({ verb: 'user_followers', payload: { pubkey: A, user_pubkey: C, limit: 1_000 } });
});
