import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress } from '../../nostr/address.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf, neventOf, note1Of, npubOf, nprofileOf } from '../../nostr/nip19.ts';
import { readNoteParam, readProfileParam } from '../../nostr/route-param.ts';
import { readVerifiedAddress } from './verified-address.ts';
import { articlePath, notePath, profilePath, readVanityName } from './profile-path.ts';

const KEY = 'a1'.repeat(32);
const ID = 'e2'.repeat(32);
const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const segmentsOf = (path: string) => path.split('/').slice(1);

test('PROFILE-13 a profile link is the verified name if known, else the nprofile, else the key', () => {
  expect(profilePath(KEY, 'ann')).toBe('/ann');
  expect(profilePath(KEY, 'Ann')).toBe('/ann');
  expect(profilePath(KEY)).toBe(`/p/${nprofileOf(KEY)}`);
  expect(profilePath('not a key/')).toBe('/p/not%20a%20key%2F');
});

test('PROFILE-13 ROUTE-16 a reserved path or a malformed name does not become a link', () => {
  for (const name of [
    '',
    'home',
    'Settings',
    'p',
    'e',
    'v1',
    '404',
    '_',
    ID,
    'a/b',
    '..',
    'a.json',
    'ånn',
    '%2e',
    'a b',
    'x'.repeat(65),
  ]) {
    expect(profilePath(KEY, name), name).toBe(`/p/${nprofileOf(KEY)}`);
    expect(readVanityName(name), name).toBeUndefined();
  }
  expect(readVanityName('Ann-2_x')).toBe('ann-2_x');
});

test('ROUTE-09 profile links lead back to the key, with any name', () => {
  fc.assert(
    fc.property(hex, fc.option(fc.string(), { nil: undefined }), (pubkey, name) => {
      const [first = '', second] = segmentsOf(profilePath(pubkey, name));
      if (second === undefined) expect(readVanityName(first)).toBe(name?.toLowerCase());
      else expect([first, readProfileParam(second)]).toEqual(['p', pubkey]);
    }),
  );
});

test('ROUTE-04 links of notes and articles lead back to their target', () => {
  const address = fc.record({
    kind: fc.constantFrom(KIND.LongForm, KIND.LiveEvent),
    pubkey: hex,
    identifier: fc.string({ unit: 'grapheme', maxLength: 300 }),
  });
  fc.assert(
    fc.property(hex, address, (id, article) => {
      expect(readNoteParam(segmentsOf(notePath(id))[1] ?? '')).toEqual({ type: 'note', id });
      const [first, param = ''] = segmentsOf(articlePath(article));
      expect([first, readNoteParam(decodeURIComponent(param))]).toEqual([
        'a',
        { type: 'article', ...article },
      ]);
    }),
  );
});

test('ROUTE-16 an article of an author with a name is linked by name and identifier', () => {
  const article = { kind: KIND.LongForm, pubkey: KEY, identifier: 'my life?' };
  expect(articlePath(article, 'ann')).toBe('/ann/my%20life%3F');
  for (const identifier of ['', '.', '..', 'a/b', '\ud800'])
    expect(articlePath({ ...article, identifier }, 'ann')).toMatch(/^\/a\//);
  expect(articlePath({ ...article, kind: KIND.LiveEvent }, 'ann')).toMatch(/^\/a\/naddr1/);
  expect(articlePath(article, 'home')).toMatch(/^\/a\/naddr1/);
});

test('ROUTE-04 ids are read as hex, note, nevent and naddr', () => {
  const note = { type: 'note', id: ID };
  for (const param of [
    ID,
    ID.toUpperCase(),
    note1Of(ID),
    neventOf({ id: ID, author: KEY }),
    `nostr:${note1Of(ID)}`,
  ]) {
    expect(readNoteParam(param ?? '')).toEqual(note);
  }
  const address = { kind: 30023, pubkey: KEY, identifier: 'a:b' };
  for (const param of [naddrOf(address), formatAddress(address)])
    expect(readNoteParam(param ?? '')).toEqual({ type: 'article', ...address });
  for (const param of ['', 'note1', npubOf(KEY), ID.slice(1), `${KIND.Text}:${KEY}:`, 'undefined'])
    expect(readNoteParam(param ?? '')).toBeUndefined();
});

test('ROUTE-09 accounts are read as npub, nprofile and hex', () => {
  for (const param of [KEY, npubOf(KEY), nprofileOf(KEY), `nostr:${npubOf(KEY)}`])
    expect(readProfileParam(param ?? '')).toBe(KEY);
  for (const param of ['', note1Of(ID), 'ann', 'npub1xyz'])
    expect(readProfileParam(param ?? '')).toBeUndefined();
});

test('NIP-05 addresses are a name and a domain, or a domain alone', () => {
  expect(readVerifiedAddress('Ann@Example.COM')).toEqual({ name: 'ann', domain: 'example.com' });
  expect(readVerifiedAddress('_@example.com')).toEqual({ name: '_', domain: 'example.com' });
  expect(readVerifiedAddress('example.com')).toEqual({ name: '_', domain: 'example.com' });
  expect(readVerifiedAddress('ann@localhost:8080')).toEqual({
    name: 'ann',
    domain: 'localhost:8080',
  });
  const bad = [
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'a@b@example.com',
    'ann@example',
    'ann@exämple.com',
    'ann@-a.com',
    'ann@a..com',
  ];
  for (const text of [
    ...bad,
    'ann@example.com/x',
    'ann@example.com:x',
    'a b@example.com',
    `ann@${'a.'.repeat(200)}com`,
    'ann@a.com:1:2',
  ]) {
    expect(readVerifiedAddress(text), text).toBeUndefined();
  }
});

test('INV-ISOLATE no text makes a reader of paths throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constant('\ud800')),
      (text) => {
        readNoteParam(text);
        readProfileParam(text);
        readVerifiedAddress(text);
        notePath(text);
        expect(profilePath(text, text).startsWith('/')).toBe(true);
        expect(
          articlePath({ kind: 30023, pubkey: text, identifier: text }, text).startsWith('/'),
        ).toBe(true);
      },
    ),
  );
});
