import { joined } from '../core/bytes.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Chunks with texts, times and Exif data, which do not affect the pixels. */
const PNG_TALK: ReadonlySet<string> = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']);
const WEBP_TALK: ReadonlySet<string> = new Set(['EXIF', 'XMP ']);
/** Flags for these chunks in the VP8X chunk. */
const WEBP_FLAGS = 0x08 | 0x04;

/** True if the bytes begin like a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return PNG.every((byte, at) => bytes[at] === byte);
}

/** True if the bytes begin like a WebP picture. */
export function isWebp(bytes: Uint8Array): boolean {
  return nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 8) === 'WEBP';
}

/**
 * Return a PNG without texts, times, Exif data and anything after its end; `undefined` if it is
 * truncated or no PNG.
 */
export function barePng(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (!isPng(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [bytes.subarray(0, PNG.length)];
  for (let at = PNG.length; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return undefined;
    const name = nameAt(bytes, at + 4);
    if (!PNG_TALK.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return joined(parts);
    at = end;
  }
  return undefined;
}

/** Return a WebP picture without Exif and XMP data; `undefined` if it is truncated or no WebP. */
export function bareWebp(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (!isWebp(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = 8 + view.getUint32(4, true);
  if (last > bytes.length) return undefined;
  const parts: Uint8Array[] = [bytes.subarray(0, 12)];
  for (let at = 12; at + 8 <= last; ) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > last) return undefined;
    const name = nameAt(bytes, at);
    if (!WEBP_TALK.has(name))
      parts.push(name === 'VP8X' ? unflagged(bytes.subarray(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  const whole = joined(parts);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return whole;
}

function unflagged(chunk: Uint8Array): Uint8Array {
  return chunk.with(8, (chunk[8] ?? 0) & ~WEBP_FLAGS);
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
