import { createECDH, createHmac, pbkdf2Sync } from 'node:crypto';
import fc from 'fast-check';
import { getPublicKey } from 'nostr-tools/pure';
import { generateSeedWords } from 'nostr-tools/nip06';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { hexOf } from '../../core/hex.ts';
import { mnemonicWords } from './mnemonic-words.ts';
import { mnemonicKey, unknownWordPlace } from './mnemonic.ts';

test('SIGN-07 NIP-06 vectors: mnemonic to secret and public key', () => {
  const { cases } = vectors<{
    cases: Record<'mnemonic' | 'passphrase' | 'private_key' | 'public_key', string>[];
  }>('nip06.json');
  for (const { mnemonic, passphrase, private_key, public_key } of cases) {
    const key = mnemonicKey(mnemonic, passphrase) ?? new Uint8Array();
    expect(hexOf(key)).toBe(private_key);
    expect(getPublicKey(key)).toBe(public_key);
  }
});

test('SIGN-07 BIP-39 vectors of 12, 18 and 24 words: the key is derived with 2048 rounds of PBKDF2', () => {
  const { cases } = vectors<{ cases: Record<'mnemonic' | 'seed' | 'passphrase', string>[] }>(
    'bip39.json',
  );
  expect(new Set(cases.map(({ mnemonic }) => mnemonic.split(' ').length))).toEqual(
    new Set([12, 18, 24]),
  );
  for (const { mnemonic, seed, passphrase } of cases) {
    // BIP-32 accepts seeds of 128 to 512 bits. A mnemonic always gives the longest.
    expect(seed).toHaveLength(512 / 4);
    expect(pbkdf2Sync(mnemonic, `mnemonic${passphrase}`, 2048, 64, 'sha512').toString('hex')).toBe(
      seed,
    );
    const key = mnemonicKey(mnemonic, passphrase);
    expect(key && hexOf(key)).toBe(derive(Buffer.from(seed, 'hex')));
  }
});

test('SIGN-07 15 and 21 words are mnemonics too; other numbers are not', () => {
  const words = (count: number, last: string) => `${'abandon '.repeat(count - 1)}${last}`;
  for (const mnemonic of [words(15, 'address'), words(21, 'admit')])
    expect(mnemonicKey(mnemonic), mnemonic).toHaveLength(32);
  for (const count of [1, 9, 11, 13, 16, 25, 27])
    expect(mnemonicWords(words(count, 'about'))).toBeUndefined();
});

test('SIGN-07 a wrong word or checksum is refused, although the library would derive a key', () => {
  const words =
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon';
  expect(mnemonicKey(`${words} about`)).toHaveLength(32);
  for (const last of ['abandon', 'zoo', 'starling', 'abou', ''])
    expect(mnemonicKey(`${words} ${last}`), last).toBeUndefined();
  expect(mnemonicKey(`${words} about`, '', -1)).toBeUndefined();
});

test('case and spaces of the typed words make no difference', () => {
  const mnemonic = generateSeedWords();
  const typed = `  ${mnemonic.toUpperCase().replaceAll(' ', ' \n\t ')} `;
  expect(mnemonicWords(typed)).toBe(mnemonic);
  expect(mnemonicKey(typed)).toEqual(mnemonicKey(mnemonic));
});

test('any text gives words or undefined, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      expect(['string', 'undefined']).toContain(typeof mnemonicWords(text));
    }),
  );
  expect(mnemonicWords('a '.repeat(100_000))).toBeUndefined();
});

/** BIP-32 by its definition, for m/44'/1237'/0'/0/0 of a seed. */
function derive(seed: Buffer): string {
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const hmac = (key: Buffer | string, data: Buffer) =>
    createHmac('sha512', key).update(data).digest();
  const compressed = (key: Buffer) => {
    const curve = createECDH('secp256k1');
    curve.setPrivateKey(key);
    return curve.getPublicKey(null, 'compressed');
  };
  let node = hmac('Bitcoin seed', seed);
  for (const step of [0x8000002c, 0x800004d5, 0x80000000, 0, 0]) {
    const [key, chain] = [node.subarray(0, 32), node.subarray(32)];
    const index = Buffer.alloc(4);
    index.writeUInt32BE(step);
    const next = hmac(
      chain,
      Buffer.concat([
        step >= 0x80000000 ? Buffer.concat([Buffer.alloc(1), key]) : compressed(key),
        index,
      ]),
    );
    const child =
      (BigInt(`0x${next.subarray(0, 32).toString('hex')}`) + BigInt(`0x${key.toString('hex')}`)) %
      ORDER;
    node = Buffer.concat([
      Buffer.from(child.toString(16).padStart(64, '0'), 'hex'),
      next.subarray(32),
    ]);
  }
  return node.subarray(0, 32).toString('hex');
}

test('SIGN-07 the first word outside of the list is found by its place', () => {
  const words = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong'.split(' ');
  expect(unknownWordPlace(words.join(' '))).toBeUndefined();
  expect(unknownWordPlace('zoo '.repeat(12))).toBeUndefined();
  expect(unknownWordPlace(words.with(2, 'autoo').join(' '))).toBe(3);
  expect(unknownWordPlace(generateSeedWords())).toBeUndefined();
});
