import { barePng, bareWebp, isPng, isWebp } from './image-chunks.ts';
import { bareJpeg, isJpeg } from './jpeg.ts';

/**
 * Types whose metadata can be removed without touching a pixel. All others are uploaded as they
 * are.
 */
export const STRIPPED: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Return a picture without its metadata, such as place, time and camera. JPEG, PNG and WebP are
 * recognised by content, not by name. Anything else is returned unchanged. `undefined` for a
 * damaged picture of these types, because its metadata is unknown.
 */
export function withoutMetadata(
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> | undefined {
  const bare = isJpeg(bytes)
    ? bareJpeg
    : isPng(bytes)
      ? barePng
      : isWebp(bytes)
        ? bareWebp
        : undefined;
  return bare ? bare(bytes) : bytes;
}
