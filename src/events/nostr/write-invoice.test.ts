import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBech32 } from './bech32.ts';
import { readInvoice } from './bolt11.ts';
import { encodeInvoice } from './write-invoice.ts';

const sha256Hex = (data: string | Uint8Array) =>
  bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
const NODE = sha256Hex('a node');
const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

test('ZAP-06 any invoice of play money is parsed correctly to the msat, and is not of the real network', () => {
  const memo = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => ({ text })),
    hex.map((hash) => ({ hash })),
  );
  const terms = fc.record({
    msats: fc.oneof(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 9_000 }).map((sats) => sats * 1_000),
    ),
    at: fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
    expiry: fc.integer({ min: 1, max: 3_000_000_000 }),
    paymentHash: hex,
    paymentSecret: hex,
    memo,
  });
  fc.assert(
    fc.property(terms, (said) => {
      const text = encodeInvoice(said, NODE);
      expect(text).toMatch(/^lnbcrt[1-9]\d*[munp]1/);
      expect(readInvoice(text)).toMatchObject({
        network: 'regtest',
        amountMsats: said.msats,
        timestamp: said.at,
        expiresAt: said.at + said.expiry,
        paymentHash: said.paymentHash,
        ...('hash' in said.memo
          ? { descriptionHash: said.memo.hash, description: '' }
          : { description: said.memo.text }),
      });
    }),
    { numRuns: 60 },
  );
});

test('ZAP-06 the signature of an invoice identifies its node, and any other amount invalidates it', () => {
  const terms = {
    msats: 2_100_000,
    at: 1_700_000_000,
    expiry: 600,
    paymentHash: NODE,
    paymentSecret: NODE,
    memo: { text: 'tea' },
  };
  const nodeOf = (text: string, prefix = decodeBech32(text, 5_000)?.prefix ?? '') => {
    const words = decodeBech32(text, 5_000)?.words ?? [];
    const signature = bytesOf(words.slice(-104)).subarray(0, 65);
    const digest = sha256Hex(Buffer.concat([Buffer.from(prefix), bytesOf(words.slice(0, -104))]));
    const whole = Uint8Array.of(signature[64] ?? 0, ...signature.subarray(0, 64));
    return secp256k1.Signature.fromBytes(whole, 'recovered')
      .recoverPublicKey(Buffer.from(digest, 'hex'))
      .toHex(true);
  };
  const node = Buffer.from(secp256k1.getPublicKey(Buffer.from(NODE, 'hex'))).toString('hex');
  const text = encodeInvoice(terms, NODE);
  expect(nodeOf(text)).toBe(node);
  expect(nodeOf(text, 'lnbcrt22u')).not.toBe(node);
});

/** Words as bytes, padded with zeros: the data that a signature covers. */
function bytesOf(words: readonly number[]): Buffer {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  return Buffer.from(
    Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
      Number.parseInt(bits.slice(i * 8, i * 8 + 8).padEnd(8, '0'), 2),
    ),
  );
}
