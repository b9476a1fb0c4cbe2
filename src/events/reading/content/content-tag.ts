import { safeMediaUrl } from '../../core/url.ts';
import type { Tag } from '../../nostr/event.ts';
import { isAlphanumeric, isDigit, runEnd } from './content-scan.ts';
import type { EmojiToken, HashtagToken, TextToken } from './content-token.ts';

const LONGEST_HASHTAG = 120;
const LONGEST_SHORTCODE = 64;
const MOST_EMOJIS = 500;

/**
 * Return the custom emojis that the tags declare (NIP-30): shortcode to address, only addresses
 * that pass the url policy.
 */
export function declaredEmojis(
  tags: readonly Tag[],
  home: string | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, shortcode, address] of tags) {
    if (name !== 'emoji' || !shortcode || !address || found.has(shortcode)) continue;
    const url = safeMediaUrl(address, home);
    if (url !== undefined) found.set(shortcode, url);
    if (found.size >= MOST_EMOJIS) break;
  }
  return found;
}

/** Return the emoji whose opening colon is at `at`. */
export function emojiAt(
  text: string,
  at: number,
  emojis: ReadonlyMap<string, string>,
): EmojiToken | undefined {
  if (emojis.size === 0) return undefined;
  const end = runEnd(text, at + 1, LONGEST_SHORTCODE, isShortcode);
  if (end === at + 1) return undefined;
  const shortcode = text.slice(at + 1, end);
  const url = text.charAt(end) === ':' ? emojis.get(shortcode) : undefined;
  return url === undefined
    ? undefined
    : { type: 'emoji', text: text.slice(at, end + 1), shortcode, url };
}

/** Return the number in `#[n]` at `at`, and where it ends. */
export function positionAt(text: string, at: number): { index: number; end: number } | undefined {
  if (text.charAt(at + 1) !== '[') return undefined;
  const end = runEnd(text, at + 2, 5, isDigit);
  if (end === at + 2 || text.charAt(end) !== ']') return undefined;
  return { index: Number(text.slice(at + 2, end)), end: end + 1 };
}

/**
 * Return the hashtag whose number sign is at `at`: letters, digits and marks of any script. Digits
 * alone are a number (`#1`), unless a t tag has them. A text token is a run that is no hashtag.
 */
export function hashtagAt(
  text: string,
  at: number,
  tagged: ReadonlySet<string>,
): HashtagToken | TextToken | undefined {
  const first = sortOf(text, at + 1);
  if (first === 'other' || first === 'inner' || (at > 0 && !mayPrecede(text, at))) return undefined;
  let end = at + 1;
  let lettered = false;
  for (
    let sort: Sort = first;
    sort !== 'other' && end - at <= LONGEST_HASHTAG;
    sort = sortOf(text, end)
  ) {
    lettered ||= sort === 'letter';
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  }
  const tooLong = end - at > LONGEST_HASHTAG;
  while (isJoiner(text.charCodeAt(end - 1))) end--;
  const tag = text.slice(at + 1, end);
  if (tag === '') return undefined;
  const isTagged = tagged.has(tag.toLowerCase());
  if (tooLong || !(lettered || isTagged)) return { type: 'text', text: text.slice(at, end) };
  return { type: 'hashtag', text: text.slice(at, end), tag, isTagged };
}

// each pattern tests one character, so there is no backtracking
const LETTER = /^\p{L}$/u;
const NUMBER = /^\p{N}$/u;
const MARK = /^\p{M}$/u;
/** Joins letters of Persian, Indic and Catalan words. At the end it does not belong to the word. */
function isJoiner(code: number): boolean {
  return code === 0x200c || code === 0x200d || code === 0xb7;
}

type Sort = 'letter' | 'number' | 'inner' | 'other';
const SORTS: readonly Sort[] = ['letter', 'number', 'inner', 'other'];

/**
 * Cached classes of code units: 1 + the index in SORTS. A lookup is many times faster than a
 * pattern.
 */
const known = new Uint8Array(0x10000);

/** Return the class of the character at `at` in a hashtag. `inner` may not begin one. */
function sortOf(text: string, at: number): Sort {
  const code = text.codePointAt(at) ?? 0;
  if (code > 0xffff) return sortOfChar(String.fromCodePoint(code));
  const found = SORTS[(known[code] ?? 0) - 1];
  if (found !== undefined) return found;
  const sort = sortOfChar(String.fromCharCode(code));
  known[code] = SORTS.indexOf(sort) + 1;
  return sort;
}

function sortOfChar(char: string): Sort {
  if (LETTER.test(char)) return 'letter';
  if (NUMBER.test(char) || char === '_') return 'number';
  return MARK.test(char) || isJoiner(char.charCodeAt(0)) ? 'inner' : 'other';
}

/**
 * Not inside a word, an address, an HTML entity or another run of number signs. Emoji may come
 * right before.
 */
function mayPrecede(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  // `&`, `#` and the wide number sign
  if (before === 0x26 || before === 0x23 || before === 0xff03) return false;
  if (before === 0x2f && isInAddress(text, at)) return false;
  const low = before >= 0xdc00 && before <= 0xdfff && at > 1;
  const sort = sortOf(text, low ? at - 2 : at - 1);
  // variation selectors and enclosing marks are marks too, and end an emoji
  return sort === 'other' || (sort === 'inner' && !isLetterBefore(text, at - 1));
}

const LONGEST_HOST = 253;

/**
 * True after the slash of an address without a scheme, such as `example.com/#part`. Addresses with
 * one are links already. A slash between hashtags separates them.
 */
function isInAddress(text: string, at: number): boolean {
  return /(?:^|\s)(?![#＃])\S*\.\S*$/.test(text.slice(Math.max(0, at - LONGEST_HOST), at));
}

function isLetterBefore(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 4 && sortOf(text, start) === 'inner') start--;
  return sortOf(text, start) === 'letter';
}

function isShortcode(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || code === 45;
}
