import fc from 'fast-check';
import * as peer from 'nostr-tools/nip19';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { encodeBech32 } from './bech32.ts';
import { safeRelayUrl } from '../core/url.ts';
import { bytesOf } from '../core/hex.ts';
import {
  decode,
  decodeUri,
  naddrOf,
  neventOf,
  note1Of,
  nprofileOf,
  npubOf,
  secretKeyOf,
  shortNpub,
} from './nip19.ts';

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
const kind = fc.nat(65_535);
const relays = fc.array(
  fc.domain().map((host) => `wss://${host}`),
  { maxLength: 10 },
);
const identifier = fc.string({ unit: 'binary', maxLength: 60 });

test('an encoded entity decodes to itself, and the peer library reads it the same way', () => {
  fc.assert(
    fc.property(hex, hex, kind, relays, identifier, (key, other, number, urls, name) => {
      const hints = urls.flatMap((url) => safeRelayUrl(url) ?? []);
      expect(decode(npubOf(key) ?? '')).toEqual({ type: 'npub', pubkey: key });
      expect(decode(note1Of(key) ?? '')).toEqual({ type: 'note', id: key });
      expect(decode(nprofileOf(key, urls) ?? '')).toEqual({
        type: 'nprofile',
        pubkey: key,
        relays: hints,
      });
      const event = {
        type: 'nevent' as const,
        id: key,
        relays: hints,
        author: other,
        kind: number,
      };
      expect(decode(neventOf(event) ?? '')).toEqual(event);
      expect(peer.decode(neventOf(event) ?? '').data).toEqual({
        id: key,
        relays: hints,
        author: other,
        kind: number,
      });
      if (!name.isWellFormed()) return;
      const address = {
        type: 'naddr' as const,
        kind: number,
        pubkey: key,
        identifier: name,
        relays: hints,
      };
      expect(decode(naddrOf(address) ?? '')).toEqual(address);
    }),
  );
});

test('entities from the peer library decode', () => {
  fc.assert(
    fc.property(hex, hex, kind, fc.stringMatching(/^[ -~]{0,60}$/), (key, other, number, name) => {
      expect(decode(peer.npubEncode(key))).toEqual({ type: 'npub', pubkey: key });
      expect(decode(peer.neventEncode({ id: key, author: other, kind: number }))).toMatchObject({
        id: key,
        author: other,
        kind: number,
      });
      expect(
        decode(peer.naddrEncode({ kind: number, pubkey: key, identifier: name })),
      ).toMatchObject({
        kind: number,
        pubkey: key,
        identifier: name,
      });
    }),
  );
});

test('invalid keys and oversized identifiers are not encoded', () => {
  const wrong = ['', 'a', 'A'.repeat(64), 'g'.repeat(64), 'a'.repeat(63)];
  expect(
    wrong
      .flatMap((key) => [npubOf(key), note1Of(key), nprofileOf(key), neventOf({ id: key })])
      .filter(Boolean),
  ).toEqual([]);
  const key = 'a'.repeat(64);
  expect(naddrOf({ kind: 30_023, pubkey: key, identifier: 'x'.repeat(256) })).toBeUndefined();
  expect(naddrOf({ kind: 65_536, pubkey: key, identifier: 'x' })).toBeUndefined();
  expect(naddrOf({ kind: 1, pubkey: 'x', identifier: 'x' })).toBeUndefined();
  expect(decode(neventOf({ id: key, author: 'x', kind: -1 }) ?? '')).toEqual({
    type: 'nevent',
    id: key,
    relays: [],
    author: undefined,
    kind: undefined,
  });
});

const key = 'ab'.repeat(32);
const row = (type: number, bytes: Uint8Array | string) => {
  const value = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  return [type, value.length, ...value];
};
const made = (prefix: string, ...rows: number[][]) =>
  encodeBech32(prefix, Uint8Array.from(rows.flat()));
const keyRow = row(0, bytesOf(key));

test('E-23 at most 10 relay hints are read, 10,000 are too long', () => {
  const hint = row(1, 'wss://r.example');
  const some = decode(made('nprofile', keyRow, ...Array.from({ length: 50 }, () => hint)));
  expect(some).toEqual({
    type: 'nprofile',
    pubkey: key,
    relays: Array.from({ length: 10 }, () => 'wss://r.example'),
  });
  expect(
    decode(made('nprofile', keyRow, ...Array.from({ length: 10_000 }, () => hint))),
  ).toBeUndefined();
});

test('E-23 hints pass the url policy: no private host, no other scheme, no broken text', () => {
  const hints = [
    'ws://127.0.0.1',
    'wss://localhost',
    'https://x.example',
    'javascript:alert(1)',
    '',
    'wss://ok.example/',
    'wss://[::1]',
  ];
  expect(
    decode(
      made(
        'nevent',
        keyRow,
        ...hints.map((hint) => row(1, hint)),
        row(1, Uint8Array.of(0xff, 0xfe)),
      ),
    ),
  ).toMatchObject({
    relays: ['wss://ok.example'],
  });
});

test('E-23 a megabyte, bad checksums, lengths past the end and wrong sizes give undefined without an error', () => {
  const wrong = [
    `npub1${'q'.repeat(1_000_000)}`,
    'npub1'.repeat(200_000),
    `${npubOf(key)?.slice(0, -1)}q`,
    made('npub', [1, 2, 3]),
    made(
      'npub',
      Array.from({ length: 33 }, () => 0),
    ),
    made('note'),
    made('nsec', [1]),
    made('nprofile'),
    made('nprofile', [0]),
    made('nprofile', [0, 32, 1]),
    made('nprofile', row(0, 'short')),
    made('nprofile', row(1, 'wss://r.example')),
    made('nevent', keyRow, row(2, bytesOf(key).subarray(1))),
    made('nevent', keyRow, row(3, Uint8Array.of(1))),
    made('nevent', keyRow, row(3, Uint8Array.of(0, 1, 0, 0))),
    made('naddr', row(0, 'x'), row(2, bytesOf(key))),
    made('naddr', row(0, 'x'), row(3, Uint8Array.of(0, 0, 0, 1))),
    made(
      'naddr',
      row(0, Uint8Array.of(0xc3)),
      row(2, bytesOf(key)),
      row(3, Uint8Array.of(0, 0, 0, 1)),
    ),
    made('nrelay', row(0, 'wss://r.example')),
    made('lnurl', [1, 2, 3]),
    '',
    'npub1',
    'nostr:',
    key,
  ];
  expect(wrong.filter((text) => decode(text))).toEqual([]);
});

test('E-23 random rows never throw, and unknown types are skipped', () => {
  const rows = fc.array(fc.tuple(fc.nat(5), fc.uint8Array({ maxLength: 40 })), { maxLength: 20 });
  fc.assert(
    fc.property(
      fc.constantFrom('nprofile', 'nevent', 'naddr'),
      rows,
      fc.boolean(),
      fc.uint8Array({ maxLength: 5 }),
      (prefix, all, whole, rest) => {
        const entity = decode(
          made(
            prefix,
            ...(whole ? [keyRow] : []),
            ...all.map(([type, bytes]) => row(type, bytes)),
            [...rest],
          ),
        );
        if (entity) expect(entity.type).toBe(prefix);
      },
    ),
    { numRuns: 1_000 },
  );
  expect(decode(made('nevent', row(77, 'x'), keyRow, row(9, '')))).toMatchObject({
    type: 'nevent',
    id: key,
  });
});

test('a byte order mark in an identifier stays, because it makes another identifier', () => {
  const address = { kind: 30_023, pubkey: key, identifier: '\ufeffx' };
  expect(decode(naddrOf(address) ?? '')).toMatchObject(address);
});

test('a secret key is recognised, and its bytes are not in the result', () => {
  const nsec = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
  expect(decode(nsec)).toEqual({ type: 'nsec' });
  expect(JSON.stringify(decode(nsec))).toBe('{"type":"nsec"}');
  expect(decodeUri(`nostr:${nsec}`)).toBeUndefined();
  expect(Buffer.from(secretKeyOf(nsec) ?? []).toString('hex')).toBe(
    '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa',
  );
  expect([npubOf(key) ?? '', 'x', '', `${nsec}q`].filter(secretKeyOf)).toEqual([]);
});

test('NOTE-17 an account without a name is shown as its shortened bare key', () => {
  const npub = npubOf(key) ?? '';
  expect(shortNpub(key)).toBe(`${npub.slice(0, 10)}…${npub.slice(-4)}`);
  expect(shortNpub('no key at all, and long')).toBe('no key at al');
});

interface Nip19 {
  cases: ReadonlyArray<{
    bech32: string;
    type?: string;
    data?: unknown;
    throws?: string;
    why?: string;
  }>;
}

test('vectors: every entity decodes to its target, with at most 10 hints that pass the url policy', () => {
  const { cases } = vectors<Nip19>('nip19.json');
  const expected = (type: string | undefined, data: unknown): unknown => {
    if (type === 'nsec') return { type };
    if (type === 'npub') return { type, pubkey: data };
    if (type === 'note') return { type, id: data };
    const fields: object = typeof data === 'object' && data !== null ? data : {};
    const hints =
      'relays' in fields && Array.isArray(fields.relays)
        ? fields.relays.slice(0, 10).flatMap((url) => safeRelayUrl(String(url)) ?? [])
        : [];
    return {
      type,
      ...(type === 'nevent' && { author: undefined, kind: undefined }),
      ...fields,
      relays: hints,
    };
  };
  // The peer decodes a note without any bytes to an empty id, which names no event.
  const lenient = cases.filter((each) => each.why === 'empty payload');
  expect(lenient.map((each) => decode(each.bech32))).toEqual([undefined]);
  const decodable = cases.filter((each) => each.throws === undefined && !lenient.includes(each));
  expect(decodable.map((each) => decode(each.bech32))).toEqual(
    decodable.map((each) => expected(each.type, each.data)),
  );
  expect(decodable.map((each) => decodeUri(`nostr:${each.bech32}`)?.type)).toEqual(
    decodable.map((each) => (each.type === 'nsec' ? undefined : each.type)),
  );
  expect(
    cases
      .filter((each) => each.throws !== undefined && decode(each.bech32))
      .map((each) => each.bech32),
  ).toEqual([]);
});

test('vectors: uris compared with a peer', () => {
  const { cases } = vectors<{ cases: ReadonlyArray<{ args: readonly [string]; result: boolean }> }>(
    'peer-nip21.json',
  );
  expect(cases.map(({ args: [uri] }) => decodeUri(uri) !== undefined)).toEqual(
    cases.map(({ result }) => result),
  );
});
