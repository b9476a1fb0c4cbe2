import { nsecEncode } from 'nostr-tools/nip19';
import { expect, test } from 'vitest';
import {
  changesOf,
  fieldsOf,
  NO_FIELDS,
  PROFILE_FIELDS,
  problemsIn,
  type ProfileField,
  trimmed,
} from './profile-fields.ts';

const ANN = { ...NO_FIELDS, name: 'ann' };
const problem = (field: ProfileField, text: string, home?: string) =>
  problemsIn(ANN, { ...ANN, [field]: text }, home)[field];

test('PROFILE-10 a username has letters or digits of any script, and 64 characters at most', () => {
  for (const name of ['Ännchen', 'ann_b.c-9', '安', 'x'.repeat(64)])
    expect(problem('name', name)).toBeUndefined();
  expect(problem('name', '')).toBe('empty');
  expect(problem('name', 'x'.repeat(65))).toBe('long');
  expect([problem('name', 'a b'), problem('name', 'a@b')]).toEqual(['characters', 'characters']);
  expect(problem('name', '._-')).toBe('username');
});

test('PROFILE-10 TRUST-05 a private key in any field is named as such', () => {
  const nsec = nsecEncode(new Uint8Array(32).fill(7));
  for (const name of PROFILE_FIELDS) expect(problem(name, nsec)).toBe('secret');
  expect(problem('about', `Do not look: ${nsec}`)).toBe('secret');
});

test('PROFILE-10 each field has a length that readers show whole', () => {
  const longest = { displayName: 128, about: 8_192 } as const;
  for (const field of ['displayName', 'about'] as const) {
    expect(problem(field, 'x'.repeat(longest[field]))).toBeUndefined();
    expect(problem(field, 'x'.repeat(longest[field] + 1))).toBe('long');
  }
  const url = (length: number) => `https://x.example/${'x'.repeat(length - 18)}`;
  for (const field of ['picture', 'banner', 'website'] as const) {
    expect(problem(field, url(2_048))).toBeUndefined();
    expect(problem(field, url(2_049))).toBe('long');
  }
  for (const field of ['nip05', 'lud16'] as const) {
    expect(problem(field, 'x'.repeat(257))).toBe('long');
    expect(problem(field, 'x'.repeat(256))).toBe('address');
  }
});

test('PROFILE-10 addresses of pictures, pages, names and payments are checked', () => {
  for (const field of ['picture', 'banner'] as const) {
    expect(problem(field, 'https://x.example/a.png')).toBeUndefined();
    expect(problem(field, 'javascript:1')).toBe('url');
    expect(problem(field, 'http://localhost:4173/a.png')).toBe('url');
    expect(problem(field, 'http://localhost:4173/a.png', 'http://localhost:4173')).toBeUndefined();
  }
  for (const text of ['x.example', 'https://x.example', 'http://x.example'])
    expect(problem('website', text)).toBeUndefined();
  for (const text of ['ftp://x.example', 'a b', 'wss://x.example'])
    expect(problem('website', text)).toBe('url');
  expect([problem('nip05', 'ann@x.example'), problem('nip05', 'x.example')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(problem('nip05', 'ann@')).toBe('address');
  expect(problem('lud16', 'ann@x.example')).toBeUndefined();
  expect([problem('lud16', 'x.example'), problem('lud16', 'ann@')]).toEqual(['address', 'address']);
});

test('PROFILE-10 only changed fields are checked, and an empty username always', () => {
  const odd = { ...ANN, picture: 'javascript:1', nip05: 'ann@' };
  expect(problemsIn(odd, odd)).toEqual({});
  expect(problemsIn(odd, { ...odd, nip05: 'ben@' })).toEqual({ nip05: 'address' });
  expect(problemsIn(NO_FIELDS, NO_FIELDS)).toEqual({ name: 'empty' });
  for (const field of ['picture', 'banner', 'website', 'nip05', 'lud16', 'about'] as const)
    expect(problemsIn({ ...ANN, [field]: 'x' }, ANN)).toEqual({});
});

test('PROFILE-10 fields are read as texts, the older spelling of a name if it is not empty', () => {
  const read = (content: unknown) => fieldsOf({ content: JSON.stringify(content) });
  expect(read({ name: 'ann', about: 7, picture: 'p', banner: 'b', website: 'w' })).toEqual({
    ...NO_FIELDS,
    name: 'ann',
    picture: 'p',
    banner: 'b',
    website: 'w',
  });
  expect(read({ about: 'a', nip05: 'n', lud16: 'l' })).toEqual({
    ...NO_FIELDS,
    about: 'a',
    nip05: 'n',
    lud16: 'l',
  });
  expect(read({ display_name: 'new', displayName: 'old' }).displayName).toBe('old');
  expect(read({ display_name: 'new', displayName: '' }).displayName).toBe('new');
  expect([read([]), read(null), fieldsOf(undefined)]).toEqual([NO_FIELDS, NO_FIELDS, NO_FIELDS]);
});

test('PROFILE-10 changed fields are trimmed, unchanged ones stay as they were', () => {
  const before = { ...ANN, website: ' x.example ' };
  const typed = { ...before, name: ' ben ', about: ' first\n ' };
  expect(trimmed(typed, before)).toEqual({ ...before, name: 'ben', about: ' first' });
  expect(trimmed({ ...ANN, nip05: ' a ' })).toEqual({ ...ANN, nip05: 'a' });
  expect(changesOf(before, typed)).toEqual({ name: ' ben ', about: ' first\n ' });
});
