import { sha256 } from '@noble/hashes/sha2.js';
import { joined } from '../core/bytes.ts';

const UTF8 = new TextEncoder();

/** Return the hash that an invoice's signature covers (BOLT-11). `words`: without the signature. */
export function invoiceDigest(prefix: string, words: readonly number[]): Uint8Array {
  return sha256(joined([UTF8.encode(prefix), wordBytes(words)]));
}

/** Return words as bytes, the last one padded with zero bits. */
function wordBytes(words: readonly number[]): Uint8Array {
  const out: number[] = [];
  let [held, bits] = [0, 0];
  for (const word of words) {
    held = ((held << 5) | word) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    out.push((held >>> bits) & 255);
  }
  return Uint8Array.from(bits > 0 ? [...out, (held << (8 - bits)) & 255] : out);
}
