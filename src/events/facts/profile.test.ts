import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { safeMediaUrl, safeUrl } from '../core/url.ts';
import { shortNpub } from '../nostr/nip19.ts';
import { displayNameOf, type Profile, readProfile } from './profile.ts';

const metadata = (content: string) => readProfile(trusted({ kind: 0, content }));
const texts = [
  'name',
  'displayName',
  'about',
  'picture',
  'banner',
  'nip05',
  'website',
  'lud16',
  'lud06',
  'location',
] as const;
const textsOf = (profile: Profile) => texts.map((name) => profile[name]);
const empty = texts.map(() => '');

test('every field is read, and the event stays available', () => {
  const said = {
    name: 'ann',
    display_name: 'Ann',
    about: 'line\nline',
    picture: 'https://x.example/a.png',
    banner: 'https://x.example/b.png',
    nip05: '_@x.example',
    website: 'https://x.example',
    lud16: 'ann@x.example',
    lud06: 'lnurl1x',
    location: 'here',
  };
  const event = trusted({ kind: 0, content: JSON.stringify({ ...said, custom: 1 }) });
  const { display_name: displayName, ...others } = said;
  expect(readProfile(event)).toEqual({
    ...others,
    displayName,
    pubkey: event.pubkey,
    source: event,
  });
});

test('NOTE-17 invalid metadata counts as empty', () => {
  const wrong = [
    '',
    'not json',
    '[]',
    '[{"name":"x"}]',
    'null',
    '7',
    '"name"',
    '{',
    '{"name":}',
    '['.repeat(100_000),
    'undefined',
  ];
  expect(wrong.map((content) => textsOf(metadata(content)))).toEqual(wrong.map(() => empty));
});

test('NOTE-17 a blank displayName falls back to display_name, then name, then the shortened bare key', () => {
  const pubkey = 'a'.repeat(64);
  const shown = (said: object) => displayNameOf(metadata(JSON.stringify(said)), pubkey);
  expect(shown({ displayName: 'A', display_name: 'B', name: 'C' })).toBe('A');
  expect(shown({ displayName: ' \n', display_name: 'B', name: 'C' })).toBe('B');
  expect(shown({ displayName: 7, display_name: '', name: ' C ' })).toBe('C');
  expect(shown({ name: '\u0000 ' })).toBe(shortNpub(pubkey));
  expect(displayNameOf(undefined, pubkey)).toBe(shortNpub(pubkey));
});

test('E-14 a field of any type other than text is empty', () => {
  fc.assert(
    fc.property(
      fc.record(
        Object.fromEntries([...texts, 'display_name'].map((name) => [name, fc.jsonValue()])),
        { requiredKeys: [] },
      ),
      (said) => {
        const profile = metadata(JSON.stringify(said));
        for (const value of textsOf(profile)) expect(typeof value).toBe('string');
        for (const name of ['name', 'picture', 'website'] as const)
          if (typeof said[name] !== 'string') expect(profile[name]).toBe('');
      },
    ),
  );
});

test('E-13 inherited keys are no fields, and no value leaks onto other objects', () => {
  const hostile = [
    '{"__proto__":{"name":"x","polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"toString":"x","hasOwnProperty":7}',
  ];
  expect(hostile.map((content) => textsOf(metadata(content)))).toEqual(hostile.map(() => empty));
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('E-08 long, combining and broken texts are clipped to valid text', () => {
  const zalgo = `Z${'\u0301'.repeat(10_000)}`;
  const profile = metadata(
    JSON.stringify({
      name: zalgo,
      about: 'x'.repeat(200_000),
      nip05: 'y'.repeat(9_000),
      display_name: '\ud83d',
    }),
  );
  expect([profile.name.length, profile.about.length, profile.nip05.length]).toEqual([
    128, 8_192, 256,
  ]);
  expect(profile.displayName).toBe('\ufffd');
});

test('INV-ISOLATE any content is read without an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (content) => {
      expect(
        textsOf(metadata(content)).every(
          (value) => typeof value === 'string' && value.isWellFormed(),
        ),
      ).toBe(true);
    }),
  );
});

test('vectors: hostile profiles are read as text, and their addresses do not pass the url policy', () => {
  const { cases } = vectors<{
    cases: ReadonlyArray<{ name: string; event: Parameters<typeof trusted>[0] }>;
  }>('event-validity.json');
  const profiles = cases
    .filter(({ name }) => name.startsWith('profile '))
    .map(({ event }) => readProfile(trusted(event)));
  expect(profiles.map((profile) => profile.name)).toEqual(['', '', '<img src=x onerror=alert(1)>']);
  const urls = profiles
    .flatMap(({ picture, banner, website }) => [picture, banner, website])
    .filter((url) => url !== '');
  expect(urls).toHaveLength(3);
  expect(urls.filter((url) => safeUrl(url) ?? safeMediaUrl(url))).toEqual([]);
});

test('E-08 fields are clipped: names to 128 characters, addresses 256, about 8,192, all others 2,048', () => {
  const long = Object.fromEntries([...texts].map((name) => [name, 'x'.repeat(9_000)]));
  expect(textsOf(metadata(JSON.stringify(long))).map((text) => text.length)).toEqual([
    128, 128, 8_192, 2_048, 2_048, 256, 2_048, 256, 2_048, 256,
  ]);
});
