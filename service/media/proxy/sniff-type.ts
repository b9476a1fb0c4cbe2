/** A type of medium, as its first bytes show it. */
export interface SniffedType {
  readonly mime: string;
  readonly is: 'picture' | 'svg' | 'stream';
}

/** Bytes that are enough to know a type. */
export const SNIFFED_BYTES = 512;

const PICTURES: readonly (readonly [mime: string, at: number, magic: string])[] = [
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP'],
];
const STREAMS: readonly (readonly [mime: string, at: number, magic: string])[] = [
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/mpeg', 0, 'ID3'],
];
const AVIF: ReadonlySet<string> = new Set(['avif', 'avis']);

/**
 * Return the type of a picture, video or sound by its first bytes, or `undefined` for all other
 * files. Headers of servers and extensions do not count.
 */
export function sniffType(bytes: Uint8Array): SniffedType | undefined {
  const head = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const found = (types: typeof PICTURES) =>
    types.find(([, at, magic]) => head.startsWith(magic, at))?.[0];
  const picture = found(PICTURES);
  if (picture) return { mime: picture, is: 'picture' };
  if (head.startsWith('ftyp', 4)) return sniffBox(head);
  const stream = found(STREAMS) ?? (isMpegAudio(bytes) ? 'audio/mpeg' : undefined);
  if (stream) return { mime: stream, is: 'stream' };
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<svg[\s>]/.test(head)
    ? { mime: 'image/svg+xml', is: 'svg' }
    : undefined;
}

/** ISO base media files name their type in the first box. */
function sniffBox(head: string): SniffedType | undefined {
  const brand = head.slice(8, 12);
  if (AVIF.has(brand)) return { mime: 'image/avif', is: 'picture' };
  if (brand.startsWith('he') || brand === 'mif1' || brand === 'msf1') return undefined;
  if (brand.startsWith('M4A')) return { mime: 'audio/mp4', is: 'stream' };
  return { mime: brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', is: 'stream' };
}

/** A frame of MPEG audio without a tag: eleven set bits, then a valid layer. */
function isMpegAudio([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
}
