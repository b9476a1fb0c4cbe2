import { capacity, type Level } from './tables.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export interface Encoded {
  readonly version: number;
  readonly level: Level;
  /** Message and error correction, interleaved, in the order they are drawn. */
  readonly bytes: readonly number[];
}

/** Chooses mode, level and the smallest version for a text; undefined when no symbol holds it. */
export function encodeText(text: string): Encoded | undefined {
  const compact = text !== '' && text.split('').every((sign) => ALPHABET.includes(sign));
  const data = new TextEncoder().encode(text);
  const count = compact ? text.length : data.length;
  for (const level of ['M', 'L'] as const) {
    for (let version = 1; version <= 40; version++) {
      const countBits = compact ? (version < 10 ? 9 : version < 27 ? 11 : 13) : version < 10 ? 8 : 16;
      const room = capacity(version, level).message * 8;
      const used = 4 + countBits + (compact ? Math.floor(count / 2) * 11 + (count % 2) * 6 : count * 8);
      if (used > room) continue;
      const bits: number[] = [];
      put(bits, compact ? 2 : 4, 4);
      put(bits, count, countBits);
      if (compact) putCompact(bits, text);
      else for (const byte of data) put(bits, byte, 8);
      return { version, level, bytes: interleave(fill(bits, room), version, level) };
    }
  }
  return undefined;
}

function put(bits: number[], value: number, length: number): void {
  for (let at = length - 1; at >= 0; at--) bits.push((value >>> at) & 1);
}

function putCompact(bits: number[], text: string): void {
  for (let at = 0; at < text.length; at += 2) {
    const first = ALPHABET.indexOf(text.charAt(at));
    const second = at + 1 < text.length ? ALPHABET.indexOf(text.charAt(at + 1)) : -1;
    if (second < 0) put(bits, first, 6);
    else put(bits, first * 45 + second, 11);
  }
}

/** Ends the message and fills the room with the two bytes that the standard names. */
function fill(bits: number[], room: number): number[] {
  put(bits, 0, Math.min(4, room - bits.length));
  put(bits, 0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(bits, pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));
}

function interleave(message: readonly number[], version: number, level: Level): number[] {
  const { all, blocks, perBlock } = capacity(version, level);
  const shorter = blocks - (all % blocks);
  const length = Math.floor(all / blocks) - perBlock;
  const divisor = generator(perBlock);
  const parts: { readonly data: readonly number[]; readonly mend: readonly number[] }[] = [];
  for (let block = 0, at = 0; block < blocks; block++) {
    const data = message.slice(at, at + length + (block < shorter ? 0 : 1));
    at += data.length;
    parts.push({ data, mend: remainder(data, divisor) });
  }
  const out: number[] = [];
  for (let at = 0; at <= length; at++) for (const { data } of parts) if (data[at] !== undefined) out.push(data[at] ?? 0);
  for (let at = 0; at < perBlock; at++) for (const { mend } of parts) out.push(mend[at] ?? 0);
  return out;
}

/** Product in GF(2^8) with the polynomial 0x11d. */
export function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The Reed-Solomon generator of a degree, without its leading 1. */
function generator(degree: number): number[] {
  const terms = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) terms[at] = times(terms[at] ?? 0, root) ^ (terms[at + 1] ?? 0);
    root = times(root, 2);
  }
  return terms;
}

function remainder(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, term] of divisor.entries()) rest[at] = (rest[at] ?? 0) ^ times(term, factor);
  }
  return rest;
}
