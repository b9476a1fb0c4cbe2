import type { Dimensions } from '../dimensions.ts';

/** Size of a copy: original, small, medium, large. */
export type VariantSize = 'o' | 's' | 'm' | 'l';

/** The copy of a medium that a request names. */
export interface Variant {
  readonly size: VariantSize;
  /** False for a still: the first frame. */
  readonly animated: boolean;
}

/** Pixels of the shorter side of a small copy, so that it covers a round avatar. */
const FACE = 96;
/** A small copy of a long picture has at most this many times the shorter side. */
const LONGEST_FACE = 4;
/** Width of the other copies. Pixels. */
const WIDTHS = { m: 540, l: 1_200 } as const;
/** A copy of a tall picture has at most this many times its width. */
const TALLEST = 4;

/** Types that can be animated. APNG is not one: its copies are stills. */
const ANIMATED: ReadonlySet<string> = new Set(['image/gif', 'image/webp']);
/** Types of which copies are made. */
const COPIED: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/** Parse the query of `/media-cache` (MEDIA-04). Returns `undefined` if it is invalid. */
export function readVariant(query: URLSearchParams): Variant | undefined {
  const size = query.get('s') ?? 'o';
  const animated = query.get('a') ?? '1';
  const isKnown = size === 'o' || size === 's' || size === 'm' || size === 'l';
  if (!isKnown || (animated !== '0' && animated !== '1')) return undefined;
  return { size, animated: animated === '1' };
}

/** Return the path of a copy on the service. */
export function variantPath({ size, animated }: Variant, url: string): string {
  return `/media-cache?s=${size}&a=${animated ? 1 : 0}&u=${encodeURIComponent(url)}`;
}

/** Return the pixels of a copy. It is never larger than the picture. */
export function variantPixels(size: VariantSize, { width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, scaleOf(size, width, height));
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: pixels(width), height: pixels(height) };
}

function scaleOf(size: VariantSize, width: number, height: number): number {
  if (size === 'o') return 1;
  if (size === 's')
    return Math.min(
      FACE / Math.min(width, height),
      (FACE * LONGEST_FACE) / Math.max(width, height),
    );
  return Math.min(WIDTHS[size] / width, (WIDTHS[size] * TALLEST) / height);
}

/** True if a picture of this type can be animated. */
export function mayMove(mime: string): boolean {
  return ANIMATED.has(mime);
}

/** True if the service makes copies of this type. */
export function isCopied(mime: string): boolean {
  return COPIED.has(mime);
}
