import type { TextQuery } from '../engine/dialect.ts';

const MOST_WORDS = 12;
const LONGEST = 200;

/**
 * Convert search input to a full-text query. Every word is required, `"..."` is a phrase, `-word`
 * is excluded. Words of the form `key:value` are NIP-50 extensions and ignored. Returns `undefined`
 * if no term remains.
 */
export function matchQuery(search: string): TextQuery | undefined {
  const all: string[] = [];
  const none: string[] = [];
  for (const { word, quoted, negated } of wordsOf(search.slice(0, LONGEST))) {
    if (all.length + none.length >= MOST_WORDS) break;
    if (!hasLetter(word) || (!quoted && word.includes(':'))) continue;
    (negated ? none : all).push(word);
  }
  return all.length > 0 ? { all, none } : undefined;
}

interface Word {
  readonly word: string;
  readonly quoted: boolean;
  readonly negated: boolean;
}

function wordsOf(search: string): Word[] {
  const words: Word[] = [];
  search.split('"').forEach((part, index) => {
    if (index % 2 === 1) {
      words.push({
        word: part,
        quoted: true,
        negated: search.split('"')[index - 1]!.endsWith('-'),
      });
      return;
    }
    for (const word of part.split(/\s/)) {
      if (word !== '' && word !== '-')
        words.push({
          word: word.startsWith('-') ? word.slice(1) : word,
          quoted: false,
          negated: word.startsWith('-'),
        });
    }
  });
  return words;
}

function hasLetter(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}
