import { joined } from '../core/bytes.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COM = 0xfe;
const ICC = new TextEncoder().encode('ICC_PROFILE\0');
const EXIF = new TextEncoder().encode('Exif\0\0');
const ORIENTATION = 0x0112;

/** True if the bytes begin like a JPEG. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === SOI;
}

/**
 * Return a JPEG without metadata. Of its APP and comment segments, only those stay that affect the
 * look of the pixels: JFIF, colour profile, Adobe's transform. Of the Exif data, only the
 * orientation stays. Data after the end of the picture (other pictures, videos) is removed, too.
 * Everything else stays byte for byte. `undefined` if it is no JPEG or is truncated before its
 * pixels.
 */
export function bareJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (!isJpeg(bytes)) return undefined;
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let turned: Uint8Array | undefined;
  let hasPixels = false;
  for (let at = 2; ; ) {
    at = nextMarker(bytes, at);
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    if (marker === EOI) {
      parts.push(bytes.subarray(at, at + 2));
      break;
    }
    const length = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    if (length < 2 || at + 2 + length > bytes.length) return undefined;
    const end = marker === SOS ? endOfScan(bytes, at + 2 + length) : at + 2 + length;
    const segment = bytes.subarray(at, end);
    hasPixels ||= marker === SOS;
    turned ??= marker === APP1 ? orientationSegment(segment) : undefined;
    if (isLook(marker, segment)) parts.push(segment);
    at = end;
  }
  if (!hasPixels) return undefined;
  // Exif readers expect the segment before all others except JFIF
  if (turned) parts.splice(parts[1]?.[1] === APP0 ? 2 : 1, 0, turned);
  return joined(parts);
}

/**
 * Return the position of the next marker: the last 0xff before its code. Bytes between segments are
 * skipped, as decoders do.
 */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const code = bytes[at + 1];
    if (bytes[at] === 0xff && code !== 0xff && code !== 0 && !isStandalone(code)) return at;
  }
  return bytes.length;
}

/** Return the end of the coded pixels: the first marker that is no restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff && !isStandalone(code)) return at;
  }
  return bytes.length;
}

/** RST0 to RST7 and TEM have no length. */
function isStandalone(code: number | undefined): boolean {
  return code === 1 || (code !== undefined && code >= 0xd0 && code < SOI);
}

/** True if a segment affects the look of the picture. */
function isLook(marker: number, segment: Uint8Array): boolean {
  if (marker === COM) return false;
  if (marker < APP0 || marker > 0xef) return true;
  return marker === APP0 || marker === APP14 || (marker === APP2 && startsWith(segment, 4, ICC));
}

/**
 * Return an Exif segment with only the orientation; `undefined` if it is the default or missing.
 */
function orientationSegment(segment: Uint8Array): Uint8Array | undefined {
  const side = startsWith(segment, 4, EXIF)
    ? readOrientation(segment.subarray(4 + EXIF.length))
    : undefined;
  if (side === undefined || side < 2 || side > 8) return undefined;
  const tiff = [
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    ORIENTATION >> 8,
    ORIENTATION & 255,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    side,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  return Uint8Array.from([0xff, APP1, 0, 2 + EXIF.length + tiff.length, ...EXIF, ...tiff]);
}

/** Exif 2.3, 4.6.4: a SHORT in the first directory. */
function readOrientation(tiff: Uint8Array): number | undefined {
  if (tiff.length < 14) return undefined;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return undefined;
  const count = view.getUint16(first, isLittle);
  for (let at = first + 2; at < first + 2 + count * 12 && at + 12 <= tiff.length; at += 12) {
    if (view.getUint16(at, isLittle) === ORIENTATION) return view.getUint16(at + 8, isLittle);
  }
  return undefined;
}

function startsWith(bytes: Uint8Array, at: number, start: Uint8Array): boolean {
  return start.every((byte, nth) => bytes[at + nth] === byte);
}
