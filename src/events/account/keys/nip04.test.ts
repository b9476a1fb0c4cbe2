import fc from 'fast-check';
import { encrypt } from 'nostr-tools/nip04';
import { getPublicKey } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { bytesOf } from '../../core/hex.ts';
import { isNip04Payload } from './cipher-payload.ts';
import * as nip04 from './nip04.ts';
import { runs } from '../../../../tests/support/runs.ts';

const decryptNip04 = (secretKey: Uint8Array, peer: string, payload: string) => {
  const key = nip04.nip04Key(secretKey, peer);
  return key && nip04.decryptNip04(key, payload);
};
const ALICE = bytesOf('11'.repeat(32));
const BOB = bytesOf('22'.repeat(32));
const [alice, bob] = [getPublicKey(ALICE), getPublicKey(BOB)];

interface Case {
  group: string;
  private_key: string;
  other_public_key: string;
  plaintext?: string;
  ciphertext: string;
}

test('SIGN-04 NIP-04 vectors: texts as made, malformed ones refused', () => {
  const { cases } = vectors<{ cases: Case[] }>('nip04.json');
  for (const { group, private_key, other_public_key, plaintext, ciphertext } of cases) {
    const text = decryptNip04(bytesOf(private_key), other_public_key, ciphertext);
    expect(text, ciphertext).toBe(group === 'malformed' ? undefined : plaintext);
  }
});

test('SIGN-04 the large NIP-04 payload of a peer', () => {
  const { cases } = vectors<{ cases: { args: [string, string, string]; result: string }[] }>(
    'peer-nip04.json',
  );
  for (const {
    args: [secretKey, peer, payload],
    result,
  } of cases)
    expect(decryptNip04(bytesOf(secretKey), peer, payload)).toBe(result);
});

test('SIGN-04 the other account can read an encrypted text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (text) => {
      const payload = encrypt(ALICE, bob, text);
      expect(isNip04Payload(payload)).toBe(true);
      // the library drops a leading byte order mark
      expect(decryptNip04(BOB, alice, payload)).toBe(text.replace(/^\uFEFF/, ''));
    }),
    { numRuns: runs(30) },
  );
});

test('SIGN-04 anything else is refused and nothing throws', () => {
  const good = encrypt(ALICE, bob, 'hello');
  const [cipher = '', iv = ''] = good.split('?iv=');
  const bad = [
    '',
    '?iv=',
    cipher,
    `${cipher}?iv=`,
    `${cipher}?iv=AAAA`,
    `?iv=${iv}`,
    `${good}?iv=${iv}`,
    `${good} `,
    `AAAA?iv=${iv}`,
    `${cipher.slice(4)}?iv=${iv}`,
    'x'.repeat(600_000),
  ];
  for (const payload of bad)
    expect(decryptNip04(BOB, alice, payload), payload.slice(0, 50)).toBeUndefined();
  for (const peer of ['', 'f'.repeat(64), '0'.repeat(64), alice.toUpperCase(), `02${alice}`])
    expect(decryptNip04(BOB, peer, good)).toBeUndefined();
  expect(decryptNip04(new Uint8Array(32), alice, good)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (payload) => {
      expect(decryptNip04(BOB, alice, payload)).toBeUndefined();
    }),
    { numRuns: runs(100) },
  );
});

test('E-21 a changed payload gives an error or another text, as NIP-04 has no authentication', () => {
  const good = encrypt(ALICE, bob, 'https://example.org/abcdefghijklmnop');
  fc.assert(
    fc.property(fc.nat(good.indexOf('?') - 5), fc.constantFrom('A', 'B', 'x', '7'), (at, sign) => {
      const text = decryptNip04(BOB, alice, `${good.slice(0, at)}${sign}${good.slice(at + 1)}`);
      expect(['string', 'undefined']).toContain(typeof text);
    }),
    { numRuns: runs(50) },
  );
});

test('E-28 a text of up to 512 KiB is read as a payload, a longer one is not', () => {
  const iv = `${'A'.repeat(22)}==`;
  const payload = (blocks: number) => `${'A'.repeat(64 * blocks)}?iv=${iv}`;
  const most = Math.floor((512 * 1024 - `?iv=${iv}`.length) / 64);
  expect([isNip04Payload(payload(most)), isNip04Payload(payload(most + 1))]).toEqual([true, false]);
});

test('SIGN-04 a peer is named by 64 lower-case hex digits', () => {
  expect(nip04.nip04Key(ALICE, bob)).toHaveLength(32);
  for (const peer of [bob.toUpperCase(), bob.slice(2), `${bob}00`, 'x'.repeat(64), ''])
    expect(nip04.nip04Key(ALICE, peer)).toBeUndefined();
});
