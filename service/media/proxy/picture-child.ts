/**
 * A process that makes copies of pictures, one at a time. It holds no data of the service, so a
 * picture that crashes or fills it does no other harm.
 */
import type sharpModule from 'sharp';
import type { Sharp } from 'sharp';
import type { CopyOrder, CopyReply } from './copy-order.ts';
import { mayMove, variantPixels } from './variants.ts';

/** Pixels of a picture, and of all frames of an animated one. */
const MOST_PIXELS = { still: 64_000_000, moving: 60_000_000 } as const;
const MOST_FRAMES = 400;
/** Pixels of a side of a drawing, which has no pixels of its own. */
const DRAWING = 1_200;
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map(
  (name) => `VipsForeignLoad${name}Buffer`,
);

type SharpModule = typeof sharpModule;

process.on('disconnect', () => process.exit());
const loading = loadSharp();
process.on('message', (order: CopyOrder) => void answer(order));
void loading.then((sharp) => tell({ loaded: sharp !== undefined }));

async function loadSharp(): Promise<SharpModule | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    sharp.cache(false);
    sharp.concurrency(1);
    // Only decoders of the types that are allowed below run at all.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    return sharp;
  } catch {
    return undefined;
  }
}

async function answer(order: CopyOrder): Promise<void> {
  const sharp = await loading;
  try {
    tell(sharp ? await copyOf(sharp, order) : 'unreadable');
  } catch {
    tell('unreadable');
  }
}

function tell(reply: CopyReply | { readonly loaded: boolean }): void {
  process.send?.(reply);
}

async function copyOf(sharp: SharpModule, order: CopyOrder): Promise<CopyReply> {
  const { bytes, mime, variant, format } = order;
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  const isTurned = (head.orientation ?? 1) > 4;
  const page = { width: head.width, height: head.pageHeight ?? head.height };
  const upright = isTurned ? { width: page.height, height: page.width } : page;
  const frames = head.pages ?? 1;
  const pixels = page.width * page.height;
  if (pixels > MOST_PIXELS.still) return 'large';
  // A long animation is shown as a still.
  const moves =
    mayMove(mime) &&
    variant.animated &&
    frames > 1 &&
    frames <= MOST_FRAMES &&
    pixels * frames <= MOST_PIXELS.moving;
  const isDrawing = mime === 'image/svg+xml';
  const from = isDrawing ? drawn(upright) : upright;
  const wanted = variantPixels(isDrawing && variant.size === 'o' ? 'l' : variant.size, from);
  const source = sharp(bytes, {
    limitInputPixels: moves ? MOST_PIXELS.moving : MOST_PIXELS.still,
    failOn: 'error',
    sequentialRead: true,
    ...(moves && { animated: true }),
    ...(isDrawing && { density: density(upright, from) }),
  });
  const resized = source.autoOrient().resize(wanted.width, wanted.height, { fit: 'fill' });
  const data = await encoded(resized, moves ? 'webp' : format, moves);
  return {
    bytes: data,
    mime: moves || format === 'webp' ? 'image/webp' : 'image/avif',
    ...wanted,
    source: isDrawing ? undefined : upright,
  };
}

function encoded(picture: Sharp, format: CopyOrder['format'], moves: boolean) {
  const made =
    format === 'avif'
      ? picture.avif({ quality: 55, effort: 2 })
      : picture.webp({ quality: 78, effort: moves ? 0 : 3 });
  return made.toBuffer();
}

/** A drawing is scaled to the size of a large copy. */
function drawn({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = DRAWING / Math.max(width, height, 1);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Dots per inch at which a drawing has at least these pixels. */
function density(from: { readonly width: number }, to: { readonly width: number }): number {
  return Math.min(600, Math.max(72, (72 * to.width) / Math.max(from.width, 1)));
}
