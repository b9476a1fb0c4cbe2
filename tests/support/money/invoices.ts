import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBech32, wordsToBytes } from '../../../src/events/nostr/bech32.ts';
import { bytesOf, hexOf } from '../../../src/events/core/hex.ts';
import { invoiceDigest } from '../../../src/events/nostr/invoice-digest.ts';

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
  return byteWords(bytesOf(hash));
}

function byteWords(bytes: Uint8Array): readonly number[] {
  let held = 0;
  let bits = 0;
  const words: number[] = [];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      words.push((held >>> bits) & 31);
    }
  }
  return bits > 0 ? [...words, (held << (5 - bits)) & 31] : words;
}

/** The key of every node here. */
const NODE_KEY = bytesOf('5'.repeat(64));

/** Words of a signature by a node, or of one that no key can have made. */
function signatureWords(prefix: string, words: readonly number[], kind: SignatureKind) {
  if (kind === 'zeros') return Array.from({ length: SIGNATURE_WORDS }, () => 0);
  if (kind === 'ones') return Array.from({ length: SIGNATURE_WORDS }, () => 31);
  const digest = invoiceDigest(prefix, words);
  const signed = secp256k1.sign(digest, NODE_KEY, { prehash: false, format: 'recovered' });
  const recovery = kind === 'recovery' ? 4 : (signed[0] ?? 0);
  return byteWords(Uint8Array.of(...signed.slice(1), recovery));
}

type SignatureKind = 'node' | 'zeros' | 'ones' | 'recovery';

/** An invoice as a service makes it. Msats; seconds. `without`: a missing field. */
export function invoiceOf(
  hash: string,
  {
    amountMsats,
    prefix = 'lnbc',
    timestamp = 1_700_000_000,
    expiry = 3_600,
    describes,
    without,
    signature = 'node',
  }: {
    readonly amountMsats?: number | undefined;
    readonly prefix?: string;
    readonly timestamp?: number;
    readonly expiry?: number;
    /** Text whose hash it names. */
    readonly describes?: string | undefined;
    readonly without?: 'secret' | 'hash' | undefined;
    readonly signature?: SignatureKind;
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
  const fields = [
    ...(without === 'hash' ? [] : field(1, hashWords(hash))),
    ...(without === 'secret' ? [] : field(16, hashWords(hash))),
    ...field(6, wordsOf(expiry, 4)),
    ...about,
  ];
  const before = 7 + fields.length + SIGNATURE_WORDS;
  const fill = (BLOCK - ((before + 3) % BLOCK)) % BLOCK;
  const signed = [
    ...wordsOf(timestamp, 7),
    ...fields,
    ...field(
      30,
      Array.from({ length: fill }, () => 0),
    ),
  ];
  const head = `${prefix}${amountMsats === undefined ? '' : `${amountMsats * 10}p`}`;
  const bytes = wordsToBytes([...signed, ...signatureWords(head, signed, signature)]);
  if (!bytes) throw new Error('no whole bytes');
  return encodeBech32(head, bytes);
}
