/** A word that is being written and can be completed: a mention after `@`, an emoji after `:`, a hashtag after `#`. */
export interface Completion {
  readonly kind: 'mention' | 'emoji' | 'hashtag';
  /** What stands behind the sign. */
  readonly query: string;
  /** Where the sign stands, and where the word ends, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

const SIGNS: ReadonlyMap<string | undefined, Completion['kind']> = new Map([
  ['@', 'mention'],
  [':', 'emoji'],
  ['#', 'hashtag'],
]);
const LONGEST = 50;
/** Behind an `@` alone people are recommended. An emoji is not guessed from one letter, which makes a smiley. */
const SHORTEST = { mention: 0, emoji: 2, hashtag: 1 } as const;
const BEFORE = /[\s([{"'«“‘]/u;
const WORD = /^[\p{L}\p{M}\p{N}_.+-]*$/u;

/** The word before the caret, if it can be completed. Takes whatever text and caret. */
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
    return isBegin && query.length >= SHORTEST[kind] && WORD.test(query) ? { kind, query, from: at, to: caret } : undefined;
  }
  return undefined;
}

/** The text with the word replaced and a blank behind it, and where the caret stands then. */
export function completed(text: string, { from, to }: Completion, word: string): { readonly text: string; readonly caret: number } {
  const rest = text.slice(to);
  const gap = /^\s/u.test(rest) ? '' : ' ';
  return { text: `${text.slice(0, from)}${word}${gap}${rest}`, caret: from + word.length + 1 };
}
