const LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
/** 24 words with their numbers, and space for a table around them. */
const MAX_LENGTH = 800;

const FEWEST = 3;

/**
 * A token of a numbered list: "2.", "2)", "(2)", "#2", "2:spice". Numbers are in Western or
 * Arabic digits.
 */
const NUMBERED = /^[([#]?(\d{1,2}|[٠-٩]{1,2}|[۰-۹]{1,2})([.:)\],/=–—-]{0,2})(\p{L}*)$/u;
const SIGNS = /^[.:)\],/=–—-]{1,2}$/;
const DIGIT = /\p{Nd}/gu;

/** A word as it was written down. `number`: the number before it, if it has one. */
export interface WrittenWord {
  readonly word: string;
  readonly number?: number;
}

/**
 * Read words that may carry their numbers, in lower case and in the order of the text. A number
 * without a word is an entry with an empty word.
 */
export function writtenWords(text: string): readonly WrittenWord[] {
  const written: WrittenWord[] = [];
  let number: number | undefined;
  for (const token of text.normalize('NFKD').toLowerCase().split(/\s/).filter(Boolean)) {
    const [, digits, , rest = ''] = NUMBERED.exec(token) ?? [];
    if (digits === undefined) {
      if (number !== undefined && SIGNS.test(token)) continue;
      written.push(number === undefined ? { word: token } : { word: token, number });
      number = undefined;
      continue;
    }
    if (number !== undefined) written.push({ word: '', number });
    number = Number(digits.replaceAll(DIGIT, westernDigit));
    if (rest === '') continue;
    written.push({ word: rest, number });
    number = undefined;
  }
  return number === undefined ? written : [...written, { word: '', number }];
}

/** Arabic-Indic digits begin at a multiple of 16, as Western ones do. */
function westernDigit(digit: string): string {
  return String((digit.codePointAt(0) ?? 0) & 15);
}

/** True if it is a word that has this place, from 1, or has no number. */
export function isAtPlace({ word, number }: WrittenWord, place: number): boolean {
  return word !== '' && (number === undefined || number === place);
}

/**
 * Return the place, from 1, of the first number that does not fit its word. The order of such words
 * is in doubt. `undefined` if all numbers fit, or for a text that was not meant as a mnemonic.
 */
export function misplacedNumber(text: string): number | undefined {
  const written = text.length > MAX_LENGTH ? [] : writtenWords(text);
  const isMeant =
    written.filter(({ word }) => word !== '').length >= FEWEST &&
    written.every(({ word }) => /^\p{L}*$/u.test(word));
  const at = isMeant ? written.findIndex((word, index) => !isAtPlace(word, index + 1)) : -1;
  return at < 0 ? undefined : at + 1;
}

/**
 * Return the number of words of a text that was meant as a mnemonic: at least three words of
 * letters only, with or without numbers. `undefined` for another text.
 */
export function countTypedWords(text: string): number | undefined {
  const words = writtenWords(text);
  const isMeant = words.length >= FEWEST && words.every(({ word }) => /^\p{L}{2,20}$/u.test(word));
  return isMeant ? words.length : undefined;
}

/**
 * Return the words in the form of BIP-39: lower case, one space between. `undefined` if there are
 * not 12, 15, 18, 21 or 24, or if a number does not fit its word. The list of words and the
 * checksum are in `mnemonicKey`, which is large.
 */
export function mnemonicWords(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const written = writtenWords(text);
  return LENGTHS.has(written.length) && written.every((word, at) => isAtPlace(word, at + 1))
    ? written.map(({ word }) => word).join(' ')
    : undefined;
}
