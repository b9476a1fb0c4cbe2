import { sniffType } from './sniff-type.ts';

const BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'moof',
  'moov',
  'sidx',
  'emsg',
  'prft',
]);
const PACKET = 188;
const SYNC = 0x47;
/** The type of bytes that only the player can read. */
export const BYTES = 'application/octet-stream';

/** Return the type of a part by its first bytes. `undefined`: it is no part of a stream. */
export function typeOfPart(bytes: Buffer): string | undefined {
  if (bytes[0] === SYNC && (bytes.byteLength === PACKET || bytes[PACKET] === SYNC))
    return 'video/mp2t';
  const head = bytes.toString('latin1', 0, 12);
  if (BOXES.has(head.slice(4, 8))) return 'video/mp4';
  // sounds without a container: AAC, or MPEG with or without a tag
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0))
    return 'audio/aac';
  return /^(?:\xef\xbb\xbf)?WEBVTT/.test(head) ? 'text/vtt' : undefined;
}

/** Bytes of a block of AES. Padding fills the last one. */
const BLOCK = 16;
/** Fewer bytes are too few to judge. A key has as many. */
const JUDGED = 64;
const SAMPLE = 512;

/** True for the beginning of encrypted bytes: each value is as frequent as all others. */
export function looksSealed(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  const type = sniffType(sample)?.is;
  if (type === 'picture' || type === 'svg') return false;
  const expected = 256 * (1 - Math.exp(-sample.byteLength / 256));
  return new Set(sample).size >= expected * 0.75;
}

/**
 * True for an encrypted part. Its type cannot be seen, but pages, texts and pictures can be told
 * from it. Otherwise the key of a playlist would open every public page.
 */
export function isSealedPart(bytes: Buffer): boolean {
  const isPadded = bytes.byteLength > 0 && bytes.byteLength % BLOCK === 0;
  return isPadded && (bytes.byteLength < JUDGED || looksSealed(bytes));
}

/** True for a range of a file with encrypted parts, which consists of one of them. */
export function isSealedRange(bytes: Buffer): boolean {
  return bytes.byteLength >= JUDGED && isSealedPart(bytes);
}
