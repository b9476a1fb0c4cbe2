import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOf } from '../core/hex.ts';
import { invoiceDigest } from './invoice-digest.ts';

/**
 * Contents of an invoice of play money (BOLT-11). `at` and `expiry` in seconds, hashes and secrets
 * of 32 bytes in hex.
 */
export interface InvoiceTerms {
  readonly msats: number;
  readonly at: number;
  readonly expiry: number;
  readonly paymentHash: string;
  readonly paymentSecret: string;
  /** A description, or the SHA-256 of one that is elsewhere (LUD-06, NIP-57). */
  readonly memo: { readonly text: string } | { readonly hash: string };
}

/** Prefix of the regtest network. No wallet with real sats pays such an invoice. */
const PREFIX = 'lnbcrt';
const UTF8 = new TextEncoder();
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
/** Characters of a description. A field has at most 639 bytes, and a character up to 4. */
const LONGEST_TEXT = 150;
const MIN_FINAL_CLTV = 18;
/** Bits 8 and 14: payment secrets are required (BOLT-9). */
const FEATURES = [16, 8, 0] as const;

/** Encode an invoice and sign it with the key of a node (32 bytes in hex). */
export function encodeInvoice(terms: InvoiceTerms, nodeKey: string): string {
  const { msats, at, expiry, paymentHash, paymentSecret, memo } = terms;
  const prefix = `${PREFIX}${amountText(msats)}`;
  const text = 'text' in memo ? Array.from(memo.text).slice(0, LONGEST_TEXT).join('') : '';
  const words = [
    ...numberWords(Math.floor(at), 7),
    ...field('p', byteWords(bytesOf(paymentHash))),
    ...field('s', byteWords(bytesOf(paymentSecret))),
    ...('hash' in memo
      ? field('h', byteWords(bytesOf(memo.hash)))
      : field('d', byteWords(UTF8.encode(text)))),
    ...field('x', shortNumberWords(expiry)),
    ...field('c', shortNumberWords(MIN_FINAL_CLTV)),
    ...field('9', FEATURES),
  ];
  const digest = invoiceDigest(prefix, words);
  const signed = secp256k1.sign(digest, bytesOf(nodeKey), { prehash: false, format: 'recovered' });
  return bech32(prefix, [
    ...words,
    ...byteWords(Uint8Array.of(...signed.slice(1), signed[0] ?? 0)),
  ]);
}

/** Return the shortest notation: milli-, micro-, nano- or pico-bitcoin. */
function amountText(msats: number): string {
  if (msats % 100_000_000 === 0) return `${msats / 100_000_000}m`;
  if (msats % 100_000 === 0) return `${msats / 100_000}u`;
  return msats % 100 === 0 ? `${msats / 100}n` : `${msats}0p`;
}

function field(tag: string, words: readonly number[]): number[] {
  return [ALPHABET.indexOf(tag), words.length >> 5, words.length & 31, ...words];
}

function numberWords(value: number, length: number): number[] {
  return Array.from({ length }, (_, i) => Math.floor(value / 32 ** (length - 1 - i)) % 32);
}

function shortNumberWords(value: number): number[] {
  return numberWords(value, Math.max(1, Math.ceil(Math.log2(value + 1) / 5)));
}

function byteWords(bytes: Uint8Array): number[] {
  const out: number[] = [];
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) out.push((held >>> (bits - 5)) & 31);
  }
  return bits > 0 ? [...out, (held << (5 - bits)) & 31] : out;
}

function bech32(prefix: string, words: readonly number[]): string {
  const spread = Array.from(prefix, (char) => char.charCodeAt(0));
  const check =
    polymod([
      ...spread.map((code) => code >> 5),
      0,
      ...spread.map((code) => code & 31),
      ...words,
      0,
      0,
      0,
      0,
      0,
      0,
    ]) ^ 1;
  const tail = Array.from({ length: 6 }, (_, i) => (check >>> (5 * (5 - i))) & 31);
  return `${prefix}1${[...words, ...tail].map((word) => ALPHABET[word]).join('')}`;
}

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    GENERATORS.forEach((generator, i) => {
      if ((top >>> i) & 1) check ^= generator;
    });
  }
  return check;
}
