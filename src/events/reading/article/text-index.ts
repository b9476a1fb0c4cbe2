/** A text that is indexed once in linear time, for many searches. */
export interface TextIndex {
  /**
   * Return the first position of a passage of at least 3 characters in the normal text, or in that
   * range of it. -1 if there is none, or the work budget is used up.
   */
  readonly find: (needle: string, from?: number, to?: number) => number;
  /** Return the range of the source for a range of the normal text. */
  readonly sourceOf: (
    from: number,
    to: number,
  ) => { readonly from: number; readonly to: number } | undefined;
}

/**
 * Budget of compared characters for all searches in one text. Prose needs about a thousand per
 * search.
 */
const WORK = 10_000_000;
const GRAM = 3;
const SLOTS = 1 << 16;

/** Characters that are typed for one another. */
const ALIKE: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '\u2010': '-',
  '\u2011': '-',
};
const SPECIAL = /[\s\u00ad\u200b\u2060\ufeff]+|[‘’“”\u2010\u2011]/g;
const SPACE = /[^\S\ufeff]/;

function shapeOf(special: string): string {
  return ALIKE[special] ?? (SPACE.test(special) ? ' ' : '');
}

/**
 * Normalize a text for comparison: white space becomes one space, and quotation marks and hyphens
 * one shape. Invisible characters are removed.
 */
export function normalText(source: string): string {
  return source.replaceAll(SPECIAL, shapeOf).trim();
}

/** Like `normalText` without trimming, and with the source position of each character. */
function placesOf(source: string): { readonly text: string; readonly places: Int32Array } {
  const places = new Int32Array(source.length);
  let at = 0;
  let length = 0;
  const text = source.replaceAll(SPECIAL, (special, offset: number) => {
    while (at < offset) places[length++] = at++;
    const shape = shapeOf(special);
    if (shape !== '') places[length++] = offset;
    at = offset + special.length;
    return shape;
  });
  while (at < source.length) places[length++] = at++;
  return { text, places };
}

/**
 * Index a text by its runs of three characters. The cost of a search depends on how often its first
 * three characters occur, never on the product of both lengths.
 */
export function indexText(source: string): TextIndex {
  const { text, places } = placesOf(source);
  const first = new Int32Array(SLOTS).fill(-1);
  const next = new Int32Array(text.length);
  for (let at = text.length - GRAM; at >= 0; at--) {
    const slot = slotOf(text, at);
    next[at] = first[slot] ?? -1;
    first[slot] = at;
  }
  let left = WORK;
  const find = (needle: string, from = 0, to = text.length): number => {
    if (needle.length < GRAM) return -1;
    for (
      let at = first[slotOf(needle, 0)] ?? -1;
      at >= 0 && at + needle.length <= to && left > 0;
      at = next[at] ?? -1
    ) {
      const same = at < from ? 0 : sameLength(text, at, needle, left);
      left -= same + 1;
      if (same === needle.length) return at;
    }
    return -1;
  };
  const sourceOf = (from: number, to: number) => {
    const [start, last] = [places[from], places[to - 1]];
    return start === undefined || last === undefined ? undefined : { from: start, to: last + 1 };
  };
  return { find, sourceOf };
}

function slotOf(text: string, at: number): number {
  const mixed =
    Math.imul(text.charCodeAt(at), 0x9e37_79b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85eb_ca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2_ae35);
  return mixed >>> 16;
}

/** Return the number of equal characters at that position, up to `most`. */
function sameLength(text: string, at: number, needle: string, most: number): number {
  const end = Math.min(needle.length, text.length - at, most);
  let same = 0;
  while (same < end && text.charCodeAt(at + same) === needle.charCodeAt(same)) same++;
  return same;
}
