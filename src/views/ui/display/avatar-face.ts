const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const SPOKEN = /[\p{L}\p{N}]/u;
/** Begins with a sign that nothing which follows can be part of: most names, and finding signs takes its time in a list. */
const PLAIN = /^[a-z\d]($|[ -~])/i;

/** A hue from 0 to 359 that stays the same for a key, so that unknown accounts can be told apart. */
export function hueOf(pubkey: string): number {
  const start = Number.parseInt(pubkey.slice(0, 6), 16);
  return Number.isNaN(start) ? 0 : Math.abs(start) % 360;
}

/** The first letter or number that a person sees in a name, else its first sign, else nothing. */
export function initialOf(name: string): string {
  if (PLAIN.test(name)) return name.slice(0, 1).toUpperCase();
  let first = '';
  for (const { segment } of graphemes.segment(name.trim().slice(0, 64))) {
    if (SPOKEN.test(segment)) return segment.toLocaleUpperCase();
    first ||= segment;
  }
  return first;
}
