import type { Tag } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';

/**
 * An author's description of a linked file (NIP-92). Missing fields are empty. Sizes in pixels,
 * `undefined` if missing or absurd.
 */
export interface Imeta {
  readonly url: string;
  readonly alt: string;
  readonly hash: string;
  readonly size: Size | undefined;
  /** Other addresses of the same file, unchecked. */
  readonly fallbacks: readonly string[];
  /** All fields as written, for code that is loaded later: `m`, `blurhash`, `image` ... */
  readonly fields: ReadonlyMap<string, string>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MOST_TAGS = 200;
const MOST_FALLBACKS = 8;
const LONGEST_VALUE = 4096;
const LARGEST_SIDE = 100_000;

/** Read the imeta tags by url as written. Of two for one url, the first counts. */
export function readImeta(tags: readonly Tag[]): ReadonlyMap<string, Imeta> {
  const found = new Map<string, Imeta>();
  let seen = 0;
  for (const tag of tags) {
    if (tag[0] !== 'imeta') continue;
    if (++seen > MOST_TAGS) break;
    const imeta = readTag(tag);
    if (imeta && !found.has(imeta.url)) found.set(imeta.url, imeta);
  }
  return found;
}

/** Read `1280x720`. */
export function readDimensions(text: string): Size | undefined {
  const match = /^(\d{1,6})x(\d{1,6})$/.exec(text);
  if (!match) return undefined;
  const width = Number(match[1]);
  const height = Number(match[2]);
  return isSide(width) && isSide(height) ? { width, height } : undefined;
}

/** True if the number can be a side of a picture. */
export function isSide(pixels: number): boolean {
  return Number.isFinite(pixels) && pixels >= 1 && pixels <= LARGEST_SIDE;
}

/**
 * Return the fields of an imeta tag: the first value of each name, and all addresses of the same
 * file. Parts longer than `longest` are left out.
 */
export function imetaFields(
  tag: Tag,
  longest = LONGEST_VALUE,
): { readonly fields: ReadonlyMap<string, string>; readonly fallbacks: readonly string[] } {
  const fields = new Map<string, string>();
  const fallbacks: string[] = [];
  for (const part of tag.slice(1, 50)) {
    const space = part.indexOf(' ');
    if (space < 1 || part.length > longest) continue;
    const name = part.slice(0, space);
    const value = part.slice(space + 1).trim();
    if (name === 'fallback') fallbacks.push(value);
    else if (!fields.has(name)) fields.set(name, value);
  }
  return { fields, fallbacks };
}

function readTag(tag: Tag): Imeta | undefined {
  const { fields, fallbacks } = imetaFields(tag);
  const url = fields.get('url');
  if (!url) return undefined;
  const hash = fields.get('x')?.toLowerCase() ?? '';
  return {
    url,
    alt: fields.get('alt') ?? '',
    hash: isHex(hash, 64) ? hash : '',
    size: readDimensions(fields.get('dim') ?? ''),
    fallbacks: fallbacks.slice(0, MOST_FALLBACKS),
    fields,
  };
}
