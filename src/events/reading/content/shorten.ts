import { isBlank } from './note-blocks.ts';
import type { AddressToken, EventToken, InlineToken, Token } from './content-token.ts';

/** The beginning of a note. `cut`: the rest was left out, so the view says 'see more' (NOTE-10). */
export interface Shortened<T extends Token = Token> {
  readonly tokens: readonly T[];
  readonly cut: boolean;
}

/** How much room a note may take, in words or characters, and the cost of each token. */
interface Measure {
  readonly limit: number;
  /** Limit in lines of text. */
  readonly lines: number;
  readonly segmenter: Intl.Segmenter;
  readonly counts: (part: Intl.SegmentData) => boolean;
  readonly costOf: (token: Token) => number;
}

/** NOTE-10: a mention of a note or an article counts as 99 words, one of an account as one. */
const MENTION = 99;
/**
 * Text without words (one long word, a wall of signs) takes room too: about twelve UTF-16 units are
 * a word.
 */
const UNITS_PER_WORD = 12;
const LIMIT = 200;
const NAME_LENGTH = 12;
const LONGEST_LINK = 30;

// one locale for all users, so that the same note is cut at the same place
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WORD_SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

const WORDS: Measure = {
  limit: LIMIT,
  lines: 100,
  segmenter: WORD_SEGMENTER,
  counts: (part) => part.isWordLike === true,
  costOf: wordsOf,
};
const CHARACTERS: Measure = {
  limit: LIMIT,
  lines: 50,
  segmenter: GRAPHEMES,
  counts: () => true,
  costOf: charactersOf,
};

/**
 * Shorten a note (NOTE-10): to 200 words in a feed, or to 200 graphemes in the `short` form (a
 * quote, a notification, a sidebar). Pictures and players count as nothing. The height is limited
 * too, to about 100 lines, or 50 in the `short` form (E-08). The first token is shown even if it
 * exceeds the limit. Words of all scripts are counted, and graphemes are never split (E-08).
 */
export function shorten(tokens: readonly Token[], room: 'feed' | 'short' = 'feed'): Shortened {
  return room === 'feed' ? withPicture(tokens, take(tokens, WORDS)) : take(tokens, CHARACTERS);
}

/** Add the first picture or video of a folded note, with its neighbours in the same gallery. */
function withPicture(tokens: readonly Token[], short: Shortened): Shortened {
  const start = tokens.findIndex(isSight);
  if (!short.cut || start < 0 || short.tokens.some(isSight)) return short;
  const end = tokens.findIndex((token, at) => at > start && !isBlank(token) && !isSight(token));
  const gallery = trimEnd(tokens.slice(start, end < 0 ? undefined : end));
  return { tokens: [...short.tokens, ...gallery], cut: true };
}

function isSight({ type }: Token): boolean {
  return type === 'image' || type === 'video';
}

/** Embedded content: media, quotes, invoices. */
export type Carried = Exclude<Token, InlineToken> | EventToken | AddressToken;

/**
 * Return the first `count` words in one line. Line ends become spaces. Embedded content is replaced
 * by the words of `named`, adjacent content of one kind once, or left out.
 */
export function firstWords(
  tokens: readonly Token[],
  count: number,
  named?: (token: Carried) => string,
): Shortened<InlineToken> {
  const line: InlineToken[] = [];
  let last: Token | undefined;
  for (const token of tokens) {
    if (named && isCarried(token)) {
      if (last?.type !== token.type) line.push({ type: 'text', text: named(token) });
    } else line.push(...inLine(token));
    if (!isBlank(token)) last = token;
  }
  const start = line.findIndex((token) => !isBlank(token));
  return take(start < 0 ? [] : line.slice(start), {
    ...WORDS,
    limit: count,
    costOf: (token) => Math.min(1, wordsOf(token)),
  });
}

/**
 * Rendering cost of tokens, in UTF-16 units. Each token is an element of the page and costs as much
 * as a few words. An emoji picture, or a name that follows its profile, costs more. Embedded
 * content costs as much as a long paragraph.
 */
const TOKEN_UNITS = 20;
const EMOJI_UNITS = 100;
const NAME_UNITS = 250;
const CARRIED_UNITS = 1_500;

/**
 * Return the first part of an opened text, about `units` UTF-16 units. This bounds the rendering at
 * once (E-44).
 */
export function firstPart(tokens: readonly Token[], units: number): Shortened {
  let left = units;
  let last: Token | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.text.length > left && token.type === 'text') {
      const end = graphemeStart(token.text.slice(0, left + UNITS_PER_WORD), left);
      const rest = end === 0 ? [] : [{ ...token, text: token.text.slice(0, end) }];
      return { tokens: [...tokens.slice(0, at), ...rest], cut: true };
    }
    left -= token.text.length + unitsOf(token, last);
    if (!isBlank(token)) last = token;
    if (left <= 0 && at + 1 < tokens.length) return { tokens: tokens.slice(0, at + 1), cut: true };
  }
  return { tokens, cut: false };
}

function take<T extends Token>(tokens: readonly T[], measure: Measure): Shortened<T> {
  const kept: T[] = [];
  let left = measure.limit;
  let units = measure.limit * UNITS_PER_WORD;
  let lines = measure.lines;
  let last: Token | undefined;
  for (const token of tokens) {
    const height = linesOf(token, last);
    if (height > lines && kept.some((one) => !isBlank(one)))
      return { tokens: trimEnd(kept), cut: true };
    lines -= height;
    if (!isBlank(token)) last = token;
    const { end, cost } =
      token.type === 'text'
        ? fit(token.text, measure, left, units)
        : { end: token.text.length, cost: measure.costOf(token) };
    if (cost > left) return { tokens: trimEnd(kept), cut: true };
    if (end < token.text.length) {
      return {
        tokens: trimEnd(end === 0 ? kept : [...kept, { ...token, text: token.text.slice(0, end) }]),
        cut: true,
      };
    }
    kept.push(token);
    left -= cost;
    if (token.type === 'text') units -= end;
  }
  return { tokens: kept, cut: false };
}

/** Return the rendering cost of a token, besides its text. */
function unitsOf(token: Token, before: Token | undefined): number {
  if (linesOf(token, before) > 2) return CARRIED_UNITS;
  return token.type === 'profile' ? NAME_UNITS : token.type === 'emoji' ? EMOJI_UNITS : TOKEN_UNITS;
}

/** Return the height of a token, in lines of text. Adjacent pictures are one gallery. */
function linesOf(token: Token, before: Token | undefined): number {
  switch (token.type) {
    case 'linebreak':
      return Math.min(2, token.count);
    case 'image':
      return before?.type === 'image' ? 0 : 20;
    case 'video':
    case 'embed':
      return 18;
    case 'event':
    case 'address':
      return 16;
    case 'invoice':
    case 'ecash':
      return 9;
    case 'audio':
      return 5;
    default:
      return 0;
  }
}

/** Return how much of a text fits: at most `left` words or characters, at most `units` long. */
function fit(
  text: string,
  measure: Measure,
  left: number,
  units: number,
): { end: number; cost: number } {
  const bound = Math.min(text.length, units);
  // two units more, so that the code point after the bound is whole
  const view = text.slice(0, bound + 2);
  let cost = 0;
  for (const part of measure.segmenter.segment(view)) {
    if (part.index + part.segment.length > bound) return { end: graphemeStart(view, bound), cost };
    if (!measure.counts(part)) continue;
    if (cost === left) return { end: graphemeStart(view, part.index), cost };
    cost++;
  }
  return { end: text.length, cost };
}

function graphemeStart(text: string, at: number): number {
  return GRAPHEMES.segment(text).containing(at)?.index ?? at;
}

function trimEnd<T extends Token>(tokens: readonly T[]): readonly T[] {
  const end = tokens.findLastIndex((token) => !isBlank(token)) + 1;
  const last = tokens[end - 1];
  const kept = tokens.slice(0, end);
  return last?.type === 'text'
    ? [...kept.slice(0, -1), { ...last, text: last.text.trimEnd() }]
    : kept;
}

function isCarried(token: Token): token is Carried {
  return inLine(token).length === 0;
}

function inLine(token: Token): InlineToken[] {
  switch (token.type) {
    case 'linebreak':
      return [{ type: 'text', text: ' ' }];
    case 'text':
    case 'link':
    case 'hashtag':
    case 'profile':
    case 'emoji':
      return [token];
    default:
      return [];
  }
}

function wordsOf(token: Token): number {
  switch (token.type) {
    case 'event':
    case 'address':
      return MENTION;
    case 'profile':
    case 'link':
    case 'hashtag':
    case 'emoji':
      return 1;
    default:
      return 0;
  }
}

function charactersOf(token: Token): number {
  switch (token.type) {
    case 'profile':
      return NAME_LENGTH;
    case 'link':
    case 'hashtag':
      return Math.min(token.text.length, LONGEST_LINK);
    case 'linebreak':
      return 1;
    default:
      return wordsOf(token);
  }
}
