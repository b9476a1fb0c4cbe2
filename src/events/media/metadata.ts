import { barePng, bareWebp, isPng, isWebp } from './image-chunks.ts';
import { bareJpeg, isJpeg } from './jpeg.ts';

/** Types whose metadata can be taken out without touching a pixel. All others are uploaded as they are. */
export const STRIPPED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * A picture without where, when and with what it was taken: JPEG, PNG and WebP by what they are, not by what they are called; anything else
 * as it is. Undefined for a picture of those that is damaged, so that it is not known what it tells.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const bare = isJpeg(bytes) ? bareJpeg : isPng(bytes) ? barePng : isWebp(bytes) ? bareWebp : undefined;
  return bare ? bare(bytes) : bytes;
}
