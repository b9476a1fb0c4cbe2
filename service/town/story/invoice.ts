import { secp256k1 } from '@noble/curves/secp256k1.js';
import { playHash, secretOf, sha256Hex } from '../keys.ts';

/** A play invoice: `at` and `expiry` in seconds, `name` tells invoices of one seed apart. */
export interface PlayInvoice {
  readonly seed: number;
  readonly at: number;
  readonly sats: number;
  /** A description, or the sha256 (hex) of one that is too long. */
  readonly text?: string;
  readonly textHash?: string;
  readonly name: string;
  readonly expiry: number;
}

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;

/** The preimage that pays a play invoice, in hex. */
export function preimageOf(seed: number, name: string): string {
  return playHash(seed, `preimage ${name}`);
}

/** A signed bolt11 invoice of the town's play node. It parses like any other; no wallet can reach the node. */
export function playInvoice(invoice: PlayInvoice): string {
  const prefix = `lnbc${amountText(invoice.sats)}`;
  const hash = sha256Hex(Buffer.from(preimageOf(invoice.seed, invoice.name), 'hex'));
  const words = [
    ...numberWords(Math.floor(invoice.at), 7),
    ...field('p', byteWords(Buffer.from(hash, 'hex'))),
    ...field('s', byteWords(Buffer.from(playHash(invoice.seed, `secret ${invoice.name}`), 'hex'))),
    ...(invoice.textHash === undefined
      ? field('d', byteWords(Buffer.from(invoice.text ?? '')))
      : field('h', byteWords(Buffer.from(invoice.textHash, 'hex')))),
    ...field('x', shortNumberWords(invoice.expiry)),
    ...field('c', shortNumberWords(18)),
    ...field('9', [16, 8, 0]),
  ];
  const digest = sha256Hex(Buffer.concat([Buffer.from(prefix), wordBytes(words)]));
  const signed = secp256k1.sign(Buffer.from(digest, 'hex'), Buffer.from(secretOf(invoice.seed, 'play node'), 'hex'), {
    prehash: false,
    format: 'recovered',
  });
  return bech32(prefix, [...words, ...byteWords(Uint8Array.of(...signed.slice(1), signed[0] ?? 0))]);
}

/** Amounts in whole sats: micro-bitcoin where it divides, else nano. */
function amountText(sats: number): string {
  if (sats % 100_000 === 0) return `${sats / 100_000}m`;
  return sats % 100 === 0 ? `${sats / 100}u` : `${sats * 10}n`;
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

/** Words as bytes, the last one filled up with zero bits: what an invoice's signature covers. */
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

function bech32(prefix: string, words: readonly number[]): string {
  const spread = Array.from(prefix, (char) => char.charCodeAt(0));
  const check = polymod([...spread.map((code) => code >> 5), 0, ...spread.map((code) => code & 31), ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
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
