/**
 * The word at the caret that can be completed: a mention after `@`, an emoji after `:`, a hashtag
 * after `#`.
 */
export interface Completion {
  readonly kind: 'mention' | 'emoji' | 'hashtag';
  /** The text after the sign. */
  readonly query: string;
  /** Start of the sign and end of the word, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

const SIGNS: ReadonlyMap<string | undefined, Completion['kind']> = new Map([
  ['@', 'mention'],
  [':', 'emoji'],
  ['#', 'hashtag'],
]);
const LONGEST = 50;
/**
 * A lone `@` already shows recommended people. An emoji needs two letters, because one letter makes
 * a smiley.
 */
const SHORTEST = { mention: 0, emoji: 2, hashtag: 1 } as const;
const BEFORE = /[\s([{"'«“‘]/u;
const WORD = /^[\p{L}\p{M}\p{N}_.+-]*$/u;

/** Return the word before the caret if it can be completed, for any text and caret. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const start = Math.max(0, caret - LONGEST - 1);
  for (let at = caret - 1; at >= start; at--) {
    const kind = SIGNS.get(text[at]);
    if (!kind) {
      if (/\s/u.test(text[at] ?? ' ')) return undefined;
      continue;
    }
    const query = text.slice(at + 1, caret);
    const isBegin = at === 0 || BEFORE.test(text[at - 1] ?? '');
    return isBegin && query.length >= SHORTEST[kind] && WORD.test(query)
      ? { kind, query, from: at, to: caret }
      : undefined;
  }
  return undefined;
}

/** Replace the word and add a space, and return the text with its new caret. */
export function completed(
  text: string,
  { from, to }: Completion,
  word: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(to);
  const gap = /^\s/u.test(rest) ? '' : ' ';
  return { text: `${text.slice(0, from)}${word}${gap}${rest}`, caret: from + word.length + 1 };
}
