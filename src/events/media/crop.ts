import type { Size } from './imeta.ts';

/**
 * A crop of a picture. `zoom`: 1 shows as much as possible. `x` and `y`: position in the remaining
 * room, from 0 (start, top) to 1 (end, bottom).
 */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A part of a picture, in its own pixels. */
export interface Cut extends Size {
  readonly left: number;
  readonly top: number;
}

export const MOST_ZOOM = 5;
/** As much as possible, from the middle. */
export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/**
 * Return the part of a picture that a crop selects, `aspect` times as wide as high (PROFILE-10). It
 * never leaves the picture.
 */
export function cutOf({ width, height }: Size, aspect: number, { zoom, x, y }: Crop): Cut {
  const across = Math.min(width, height * aspect) / within(zoom, 1, MOST_ZOOM);
  const down = across / aspect;
  return {
    left: (width - across) * within(x, 0, 1),
    top: (height - down) * within(y, 0, 1),
    width: across,
    height: down,
  };
}

/**
 * Return the crop after dragging the picture by these parts of its frame. Dragging to the right
 * shows more of the left.
 */
export function dragged(
  size: Size,
  aspect: number,
  crop: Crop,
  by: { readonly x: number; readonly y: number },
): Crop {
  const cut = cutOf(size, aspect, crop);
  const moved = (at: number, room: number, part: number) =>
    room <= 0 ? at : within(at - part / room, 0, 1);
  return {
    ...crop,
    x: moved(crop.x, size.width - cut.width, by.x * cut.width),
    y: moved(crop.y, size.height - cut.height, by.y * cut.height),
  };
}

/** Return the size to draw a cut: no wider than `most`, never enlarged, and at least one pixel. */
export function drawnSize({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / width);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}
