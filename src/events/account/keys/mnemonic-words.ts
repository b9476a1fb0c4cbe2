const LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
const MAX_LENGTH = 400;

const FEWEST = 3;

/**
 * Return the number of words of a text that was meant as a mnemonic: at least three words of
 * letters only. `undefined` for another text.
 */
export function countTypedWords(text: string): number | undefined {
  const words = text.trim().split(/\s+/);
  const isMeant = words.length >= FEWEST && words.every((word) => /^\p{L}{2,20}$/u.test(word));
  return isMeant ? words.length : undefined;
}

/**
 * Return the words in the form of BIP-39: lower case, one space between. `undefined` if there are
 * not 12, 15, 18, 21 or 24. The list of words and the checksum are in `mnemonicKey`, which is
 * large.
 */
export function mnemonicWords(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const words = text.normalize('NFKD').toLowerCase().split(/\s/).filter(Boolean);
  return LENGTHS.has(words.length) ? words.join(' ') : undefined;
}
