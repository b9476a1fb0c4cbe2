import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBech32, wordsToBytes } from '../../../src/events/nostr/bech32.ts';
import { bytesOf, hexOf } from '../../../src/events/core/hex.ts';

const SIGNATURE_WORDS = 104;
/** Number of words that completes whole bytes. */
const BLOCK = 8;

/** A preimage, and the hash that it proves. */
export function secretPair(seed: number): { readonly preimage: string; readonly hash: string } {
  const preimage = seed.toString(16).padStart(64, '0');
  return { preimage, hash: hexOf(sha256(bytesOf(preimage))) };
}

function wordsOf(value: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => Math.floor(value / 32 ** (count - 1 - at)) % 32);
}

function hashWords(hash: string): readonly number[] {
  let held = 0;
  let bits = 0;
  const words: number[] = [];
  for (const byte of bytesOf(hash)) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      words.push((held >>> bits) & 31);
    }
  }
  return [...words, (held << (5 - bits)) & 31];
}

/** An invoice as a service makes it, with a signature of zeros. Msats; seconds. */
export function invoiceOf(
  hash: string,
  {
    amountMsats,
    prefix = 'lnbc',
    timestamp = 1_700_000_000,
    expiry = 3_600,
    describes,
  }: {
    readonly amountMsats?: number | undefined;
    readonly prefix?: string;
    readonly timestamp?: number;
    readonly expiry?: number;
    /** Text whose hash it names. */
    readonly describes?: string | undefined;
  } = {},
): string {
  const field = (type: number, words: readonly number[]) => [
    type,
    ...wordsOf(words.length, 2),
    ...words,
  ];
  const about =
    describes === undefined
      ? []
      : field(23, hashWords(hexOf(sha256(new TextEncoder().encode(describes)))));
  const fields = [...field(1, hashWords(hash)), ...field(6, wordsOf(expiry, 4)), ...about];
  const before = 7 + fields.length + SIGNATURE_WORDS;
  const fill = (BLOCK - ((before + 3) % BLOCK)) % BLOCK;
  const words = [
    ...wordsOf(timestamp, 7),
    ...fields,
    ...field(
      30,
      Array.from({ length: fill }, () => 0),
    ),
    ...Array.from({ length: SIGNATURE_WORDS }, () => 0),
  ];
  const bytes = wordsToBytes(words);
  if (!bytes) throw new Error('no whole bytes');
  return encodeBech32(`${prefix}${amountMsats === undefined ? '' : `${amountMsats * 10}p`}`, bytes);
}
