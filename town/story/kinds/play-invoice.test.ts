import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBech32 } from '../../../src/events/nostr/bech32.ts';
import { readInvoice } from '../../../src/events/nostr/bolt11.ts';
import { sha256Hex } from '../../hash.ts';
import { secretOf } from '../../play-keys.ts';
import { playInvoice, preimageOf } from './play-invoice.ts';

test('any play invoice is parsed with its amount, time, description and expiry', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
      fc.string({ maxLength: 80 }),
      fc.integer({ min: 60, max: 3_000_000 }),
      (sats, at, text, expiry) => {
        const invoice = readInvoice(playInvoice({ seed: 1, at, sats, text, name: 'x', expiry }));
        expect(invoice).toMatchObject({
          amountMsats: sats * 1000,
          timestamp: at,
          description: text,
          expiresAt: at + expiry,
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('the payment hash is the hash of the preimage, and the signing node is the one of the seed', () => {
  const text = playInvoice({
    seed: 7,
    at: 1_700_000_000,
    sats: 2100,
    textHash: sha256Hex('a description'),
    name: 'zap',
    expiry: 3600,
  });
  expect(readInvoice(text)?.paymentHash).toBe(sha256Hex(Buffer.from(preimageOf(7, 'zap'), 'hex')));
  const { prefix = '', words = [] } = decodeBech32(text, 5000) ?? {};
  const signature = bytesOfWords(words.slice(-104)).subarray(0, 65);
  const digest = sha256Hex(
    Buffer.concat([Buffer.from(prefix), bytesOfWords(words.slice(0, -104))]),
  );
  const recovered = secp256k1.Signature.fromBytes(
    Uint8Array.of(signature[64] ?? 0, ...signature.subarray(0, 64)),
    'recovered',
  ).recoverPublicKey(Buffer.from(digest, 'hex'));
  expect(recovered.toHex(true)).toBe(
    Buffer.from(secp256k1.getPublicKey(Buffer.from(secretOf(7, 'play node'), 'hex'))).toString(
      'hex',
    ),
  );
});

function bytesOfWords(words: readonly number[]): Buffer {
  const bits = words.map((word) => word.toString(2).padStart(5, '0')).join('');
  return Buffer.from(
    Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
      Number.parseInt(bits.slice(i * 8, i * 8 + 8).padEnd(8, '0'), 2),
    ),
  );
}
