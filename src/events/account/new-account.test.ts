import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESULT } from '../kinds.ts';
import { firstDrafts, recommendedRelays } from './new-account.ts';
import { NO_FIELDS } from './profile-fields.ts';
import { readSuggestions } from './suggestions.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const relays = (...values: string[]) =>
  recommendedRelays([{ claim: 'list', list: 'defaultRelays', values }], 'http://127.0.0.1:1', 'ws://127.0.0.1:1');

test('ACCOUNT-07 the recommended relays through the url policy, each once and few; without any the one of the page', () => {
  expect(relays('wss://a.example/', 'wss://a.example', 'wss://10.0.0.1', 'nonsense', 'ws://127.0.0.1:1')).toEqual([
    'wss://a.example',
    'ws://127.0.0.1:1',
  ]);
  expect(relays(...'abcdefgh'.split('').map((one) => `wss://${one}.example`))).toHaveLength(5);
  expect(relays('nonsense')).toEqual(['ws://127.0.0.1:1']);
  expect(recommendedRelays([], 'https://x.example', 'wss://x.example')).toEqual(['wss://x.example']);
});

test('ACCOUNT-07 the first words: relay list, profile with what was said only, and whom it follows, each once', () => {
  const fields = { ...NO_FIELDS, name: 'ann', about: 'hi' };
  expect(firstDrafts({ fields, relays: ['wss://a.example'], follows: [B, A, B] })).toEqual({
    relays: { kind: 10002, tags: [['r', 'wss://a.example']], content: '' },
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

test('ACCOUNT-07 suggestions are read by group; what is malformed is passed over', () => {
  const content = [
    { group: 'Birds', members: [{ pubkey: A, name: 'ann' }, { pubkey: A }, { pubkey: 'x' }, null] },
    { group: 'Empty', members: [] },
    { members: [{ pubkey: B }] },
    7,
  ];
  expect(readSuggestions([{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }])).toEqual([{ name: 'Birds', members: [A] }]);
  expect(readSuggestions([{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content: 3 }])).toEqual([]);
  expect(readSuggestions([{ claim: 'other', kind: 10000117, content }])).toEqual([]);
});

test('INV-ISOLATE no answer to it throws', () => {
  fc.assert(
    fc.property(fc.anything(), (content) => void readSuggestions([{ claim: 'other', kind: RESULT.SuggestedUsersByCategory, content }])),
  );
});
