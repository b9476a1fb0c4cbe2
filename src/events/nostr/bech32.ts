const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The value of each ASCII character by its code; -1 if it has none. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) =>
  ALPHABET.indexOf(String.fromCharCode(code)),
);
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
/**
 * Precomputed checksum terms for each value of the five bits shifted out, because every link and
 * every zap invoice is checked.
 */
const ADDED = Int32Array.from({ length: 32 }, (_, top) =>
  GENERATORS.reduce((sum, each, i) => ((top >>> i) & 1 ? sum ^ each : sum), 0),
);
const CHECKSUM = 6;

/**
 * A parsed bech32 text: the part before the last `1`, and the 5-bit words after it without the
 * checksum.
 */
export interface Bech32 {
  readonly prefix: string;
  readonly words: readonly number[];
}

/**
 * Read bech32 (BIP-173) of at most `limit` characters, all lower or all upper case; `undefined` if
 * anything is wrong.
 */
export function decodeBech32(text: string, limit: number): Bech32 | undefined {
  if (text.length > limit) return undefined;
  const lower = text.toLowerCase();
  if (!isPrintableAscii(text) || (text !== lower && text !== text.toUpperCase())) return undefined;
  const split = lower.lastIndexOf('1');
  if (split < 1 || lower.length - split - 1 < CHECKSUM) return undefined;
  const prefix = lower.slice(0, split);
  const words: number[] = [];
  for (let i = split + 1; i < lower.length; i++) {
    const value = VALUES[lower.charCodeAt(i)]!;
    if (value < 0) return undefined;
    words.push(value);
  }
  if (polymod(prefix, words) !== 1) return undefined;
  words.length -= CHECKSUM;
  return { prefix, words };
}

/** Write bytes as bech32 under a lower-case prefix. */
export function encodeBech32(prefix: string, bytes: Uint8Array): string {
  const words = regroup(bytes, 8, 5, true) ?? [];
  const check = polymod(prefix, [...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  let text = `${prefix}1`;
  for (const word of words) text += ALPHABET[word];
  for (let i = CHECKSUM - 1; i >= 0; i--) text += ALPHABET[(check >>> (5 * i)) & 31];
  return text;
}

/** Convert 5-bit words to bytes; `undefined` if the padding is too long or not zero. */
export function wordsToBytes(words: readonly number[]): Uint8Array | undefined {
  const bytes = regroup(words, 5, 8, false);
  return bytes && Uint8Array.from(bytes);
}

function regroup(
  values: Iterable<number>,
  from: number,
  to: number,
  pad: boolean,
): number[] | undefined {
  const out: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = ((held << from) | value) & 0xfff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      out.push((held >>> bits) & ((1 << to) - 1));
    }
  }
  const rest = held & ((1 << bits) - 1);
  if (pad) return bits > 0 ? [...out, (rest << (to - bits)) & ((1 << to) - 1)] : out;
  return bits < from && rest === 0 ? out : undefined;
}

function polymod(prefix: string, words: readonly number[]): number {
  let check = 1;
  for (let i = 0; i < prefix.length; i++) check = step(check) ^ (prefix.charCodeAt(i) >> 5);
  check = step(check);
  for (let i = 0; i < prefix.length; i++) check = step(check) ^ (prefix.charCodeAt(i) & 31);
  for (const word of words) check = step(check) ^ word;
  return check;
}

function step(check: number): number {
  return ((check & 0x1ffffff) << 5) ^ ADDED[check >>> 25]!;
}

// Other scripts have letters whose lower case is ASCII (the Kelvin sign). They must not pass as
// bech32.
function isPrintableAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) < 33 || text.charCodeAt(i) > 126) return false;
  return true;
}
