import type { MediaInfo } from '../connection/claims.ts';
import { isSide, type Imeta, type Size } from './imeta.ts';

/** The box reserved for a picture or video before it loads, in CSS pixels. */
export interface Box extends Size {
  /** True if the medium is known to be taller, so that a part of it is cut off. */
  readonly isCut?: boolean;
}

const WIDTH = 538;
const TALLEST = 520;
/** Pixels that may be cut off without a mark. */
const SLACK = 8;
const GALLERY_WIDTH = 250;
const WIDEST_RATIO = 16 / 9;
const TALLEST_RATIO = 4 / 5;
const IMAGE_RATIO = 4 / 3;
const GALLERY_RATIO = 16 / 10;

/** Size data of one medium. The caching service's measure takes precedence over the author's. */
export interface Measured {
  readonly info: MediaInfo | undefined;
  readonly imeta: Imeta | undefined;
}

/** Return the size of the original; `undefined` if unknown. */
export function naturalSize({ info, imeta }: Measured): Size | undefined {
  const variants =
    info?.variants.filter((variant) => isSide(variant.width) && isSide(variant.height)) ?? [];
  const original =
    variants.find((variant) => variant.size === 'o') ??
    variants.reduce<Size | undefined>(wider, undefined);
  return original ? { width: original.width, height: original.height } : imeta?.size;
}

/**
 * Return the box of a picture or video in a note (NOTE-04, E-52). It has the medium's own ratio
 * between 16:9 and 4:5. It is never wider than 538 or than the medium, and never taller than 520.
 * Unknown pictures get 4:3, unknown videos 16:9.
 */
export function mediaSize(medium: Measured, type: 'image' | 'video' = 'image'): Box {
  const natural = naturalSize(medium);
  if (!natural) return boxOf(WIDTH, type === 'video' ? WIDEST_RATIO : IMAGE_RATIO);
  const ratio = Math.min(WIDEST_RATIO, Math.max(TALLEST_RATIO, natural.width / natural.height));
  // a small video is enlarged, because its controls need room
  const width = type === 'video' ? WIDTH : Math.min(WIDTH, natural.width);
  const box = boxOf(width, ratio);
  return { ...box, isCut: natural.height * box.width > natural.width * (box.height + SLACK) };
}

/**
 * Return the box of one cell in a gallery of `count` pictures: two columns of 250, 16:10 together.
 * An odd first picture has its own row.
 */
export function galleryCell(count: number, index: number): Size {
  const alone = count % 2 === 1 && index === 0;
  if (alone) return boxOf(GALLERY_WIDTH * 2, GALLERY_RATIO);
  return count === 2
    ? boxOf(GALLERY_WIDTH, GALLERY_RATIO / 2)
    : boxOf(GALLERY_WIDTH, GALLERY_RATIO);
}

function boxOf(width: number, ratio: number): Size {
  const height = Math.min(TALLEST, width / ratio);
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

function wider(best: Size | undefined, next: Size): Size {
  return best && best.width >= next.width ? best : next;
}
