import fc from 'fast-check';
import { expect, test } from 'vitest';
import { naddrOf, neventOf, note1Of, nprofileOf, npubOf } from '../../nostr/nip19.ts';
import { parseSearch } from './search-query.ts';
import {
  holdsSecret,
  identifierIn,
  isSearchable,
  quickQuestions,
  searchFeedSpec,
  searchTerm,
} from './search-term.ts';

const ANN = 'a'.repeat(64);
const NOTE = 'c'.repeat(64);
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

test('SEARCH-01 an identifier in any form results in its path', () => {
  const profile = { type: 'path', of: 'profile', path: `/p/${nprofileOf(ANN)}` };
  for (const text of [npubOf(ANN), nprofileOf(ANN), `nostr:${npubOf(ANN)}`, ` ${npubOf(ANN)} `])
    expect(identifierIn(text ?? '')).toEqual(profile);
  for (const text of [note1Of(NOTE), neventOf({ id: NOTE })]) {
    expect(identifierIn(text ?? '')).toEqual({
      type: 'path',
      of: 'note',
      path: `/e/${note1Of(NOTE)}`,
    });
  }
  const address = { kind: 30_023, pubkey: ANN, identifier: 'a b' };
  expect(identifierIn(naddrOf(address) ?? '')).toEqual({
    type: 'path',
    of: 'article',
    path: `/a/${naddrOf(address)}`,
  });
  expect(identifierIn(NOTE.toUpperCase())).toEqual({ type: 'hex', hex: NOTE });
  expect(identifierIn('Ann@Example.com')).toEqual({ type: 'name', address: 'ann@example.com' });
  for (const text of [
    '',
    'ann',
    'ann@example',
    '@ann',
    'a@b.c d',
    'npub1xyz',
    `${NOTE}0`,
    'from:ann@example.com',
    `${npubOf(ANN)} cat`,
  ]) {
    expect(identifierIn(text), text).toBeUndefined();
  }
});

test('SEARCH-01 TRUST-05 a private key is neither an identifier nor a search term', () => {
  for (const text of [
    NSEC,
    ` nostr:${NSEC}`,
    `who is ${NSEC}?`,
    'ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623nsl8xn9j4tdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p',
  ]) {
    expect([holdsSecret(text), identifierIn(text)]).toEqual([true, undefined]);
  }
  expect(holdsSecret('cat nsec')).toBe(false);
});

test('SEARCH-02 a term is one trimmed line of bounded length, with angle brackets as entities', () => {
  expect(searchTerm('  a\n\tb \u0000 ')).toBe('a b');
  expect(searchTerm(' \n ')).toBe('');
  expect(searchTerm('x'.repeat(5_000))).toHaveLength(1_000);
  expect(searchFeedSpec(parseSearch('a <b>, kind:x'))).toBe(
    '{"id":"advsearch","query":"a \\"&lt;b&gt;,\\""}',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const term = searchTerm(text);
      expect(searchTerm(term)).toBe(term);
      expect(/[<>]/.test(searchFeedSpec(parseSearch(term)))).toBe(false);
    }),
  );
});

test('SEARCH-01 typed text is queried as names of people and as notes, hex as a key and an id', () => {
  const user_pubkey = ANN;
  expect(quickQuestions('lamp <oil', ANN)).toEqual({
    people: { verb: 'user_search', payload: { query: 'lamp &lt;oil', limit: 10 } },
    notes: {
      verb: 'mega_feed_directive',
      payload: { spec: '{"id":"advsearch","query":"lamp \\"&lt;oil\\""}', limit: 10, user_pubkey },
    },
  });
  expect(quickQuestions(NOTE, ANN)).toEqual({
    people: { verb: 'user_infos', payload: { pubkeys: [NOTE] } },
    notes: { verb: 'events', payload: { event_ids: [NOTE], extended_response: true, user_pubkey } },
  });
  expect(quickQuestions(`@linh @${npubOf(ANN)}`, ANN).people.payload).toMatchObject({
    query: 'linh',
  });
  expect(quickQuestions('from:ann', ANN)).toMatchObject({
    people: { payload: { query: '' } },
    notes: { payload: { spec: '{"id":"advsearch","query":"from:ann"}' } },
  });
  expect(['cat', '(', 'kind:x', ' "" '].map(isSearchable)).toEqual([true, false, false, false]);
});
