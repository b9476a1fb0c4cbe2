const LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
const MAX_LENGTH = 400;

const FEWEST = 3;

/** Whether it was meant as a mnemonic: several words of letters alone, however many; one or two could be anything. */
export function looksLikeWords(text: string): boolean {
  const words = text.slice(0, MAX_LENGTH).trim().split(/\s+/);
  return words.length >= FEWEST && words.every((word) => /^\p{L}{2,20}$/u.test(word));
}

/**
 * The words as BIP-39 wants them: lower case, one space between; undefined where there are not 12, 15, 18, 21 or 24. Knows no list of
 * words and no checksum: see `mnemonicKey`, which is large.
 */
export function mnemonicWords(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const words = text.normalize('NFKD').toLowerCase().split(/\s/).filter(Boolean);
  return LENGTHS.has(words.length) ? words.join(' ') : undefined;
}
