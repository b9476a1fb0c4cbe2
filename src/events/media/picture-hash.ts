import { decode, isBlurhashValid } from 'blurhash';
import { thumbHashToRGBA } from 'thumbhash';

/** Pixels of a blurred picture, row by row. */
export interface BlurredPicture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

/** The longest valid hashes: 9 by 9 parts of a BlurHash, and a ThumbHash with transparency. */
const LONGEST = { blurhash: 166, thumbhash: 48 } as const;
/** Pixels of each side of a decoded BlurHash, which has no size of its own. */
const SIDE = 20;
const BLURHASH = /^[0-9A-Za-z#$%*+,\-.:;=?@[\]^_{|}~]+$/;
const BASE64 = /^[0-9A-Za-z+/_-]+=*$/;

/**
 * Decode the blurred picture that an author describes (NIP-92): a ThumbHash in base64, else a
 * BlurHash. Returns `undefined` if there is none, or if it is malformed. The work is bounded: at
 * most 32 by 32 pixels of at most 81 parts (E-52).
 */
export function blurredPicture(fields: ReadonlyMap<string, string>): BlurredPicture | undefined {
  return fromThumbhash(fields.get('thumbhash') ?? '') ?? fromBlurhash(fields.get('blurhash') ?? '');
}

function fromThumbhash(text: string): BlurredPicture | undefined {
  if (text.length > LONGEST.thumbhash || !BASE64.test(text)) return undefined;
  const bytes = bytesOfBase64(text);
  // a shorter one lacks its header
  if (bytes.length < 6) return undefined;
  const { w: width, h: height, rgba } = thumbHashToRGBA(bytes);
  if (width < 1 || height < 1) return undefined;
  return { width, height, rgba: new Uint8ClampedArray(rgba) };
}

function fromBlurhash(text: string): BlurredPicture | undefined {
  if (text.length > LONGEST.blurhash || !BLURHASH.test(text)) return undefined;
  if (!isBlurhashValid(text).result) return undefined;
  return { width: SIDE, height: SIDE, rgba: new Uint8ClampedArray(decode(text, SIDE, SIDE)) };
}

function bytesOfBase64(text: string): number[] {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return [];
  }
}
