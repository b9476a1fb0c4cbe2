const MOST_WORDS = 12;
const LONGEST = 200;

/**
 * What people type, as a query of full-text search: every word must be there, `"..."` is a phrase, `-word` must not. Words of the
 * form `key:value` are NIP-50 extensions and left out. Undefined where nothing is left to look for.
 */
export function matchQuery(search: string): string | undefined {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const { word, quoted, negated } of wordsOf(search.slice(0, LONGEST))) {
    if (wanted.length + unwanted.length >= MOST_WORDS) break;
    if (!hasLetter(word) || (!quoted && word.includes(':'))) continue;
    (negated ? unwanted : wanted).push(quote(word));
  }
  if (wanted.length === 0) return undefined;
  return [wanted.join(' AND '), ...unwanted].join(' NOT ');
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
      words.push({ word: part, quoted: true, negated: search.split('"')[index - 1]!.endsWith('-') });
      return;
    }
    for (const word of part.split(/\s/)) {
      if (word !== '' && word !== '-')
        words.push({ word: word.startsWith('-') ? word.slice(1) : word, quoted: false, negated: word.startsWith('-') });
    }
  });
  return words;
}

function hasLetter(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word);
}

/** Quoted, nothing in it is an operator of FTS5. */
function quote(word: string): string {
  return `"${word.replaceAll('"', '').replaceAll('\0', '')}"`;
}
