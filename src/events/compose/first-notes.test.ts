import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESULT } from '../nostr/kinds.ts';
import { firstDrafts } from './first-notes.ts';
import { NO_FIELDS } from '../account/profile/profile-fields.ts';
import { readSuggestions } from '../account/profile/suggestions.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];

test('ACCOUNT-07 DM-09 the first events: relays, also for messages, a profile, and unique follows', () => {
  const fields = { ...NO_FIELDS, name: 'ann', about: 'hi' };
  expect(firstDrafts({ fields, homeRelay: 'wss://a.example', follows: [B, A, B] })).toEqual({
    relays: { kind: 10002, tags: [['r', 'wss://a.example']], content: '' },
    messageRelays: { kind: 10050, tags: [['relay', 'wss://a.example']], content: '' },
    profile: { kind: 0, tags: [], content: '{"name":"ann","about":"hi"}' },
    follows: {
      kind: 3,
      tags: [
        ['p', B],
        ['p', A],
      ],
      content: '',
    },
  });
});

test('ACCOUNT-07 suggestions are read by group; malformed ones are skipped', () => {
  const content = [
    { group: 'Birds', members: [{ pubkey: A, name: 'ann' }, { pubkey: A }, { pubkey: 'x' }, null] },
    { group: 'Empty', members: [] },
    { members: [{ pubkey: B }] },
    7,
  ];
  expect(
    readSuggestions([{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }]),
  ).toEqual([{ name: 'Birds', members: [A] }]);
  expect(
    readSuggestions([{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content: 3 }]),
  ).toEqual([]);
  expect(readSuggestions([{ claim: 'other', kind: 10000117, content }])).toEqual([]);
});

test('INV-ISOLATE no answer makes the reader of suggestions throw', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      (content) =>
        void readSuggestions([{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }]),
    ),
  );
});
