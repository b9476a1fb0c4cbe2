const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const SPOKEN = /[\p{L}\p{N}]/u;
/**
 * Begins with a character that no following one can combine with. Most names do, and segmenting
 * graphemes is slow in a list.
 */
const PLAIN = /^[a-z\d]($|[ -~])/i;

/** A stable hue from 0 to 359 for a key, so that unknown accounts can be distinguished. */
export function hueOf(pubkey: string): number {
  const start = Number.parseInt(pubkey.slice(0, 6), 16);
  return Number.isNaN(start) ? 0 : Math.abs(start) % 360;
}

/** The first letter or number of a name. Without one its first grapheme, else an empty text. */
export function initialOf(name: string): string {
  if (PLAIN.test(name)) return name.slice(0, 1).toUpperCase();
  let first = '';
  for (const { segment } of graphemes.segment(name.trim().slice(0, 64))) {
    if (SPOKEN.test(segment)) return segment.toLocaleUpperCase();
    first ||= segment;
  }
  return first;
}
