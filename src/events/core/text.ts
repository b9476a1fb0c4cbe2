/**
 * Return at most `max` UTF-16 units of a text. Never splits a surrogate pair, and replaces lone
 * surrogates (E-08).
 */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text.toWellFormed();
  const code = text.charCodeAt(max - 1);
  const splits = code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, splits ? max - 1 : max).toWellFormed();
}

/**
 * Clip a text to one line: like `clip`, but control characters become spaces and the ends are
 * trimmed.
 */
export function clipLine(text: string, max: number): string {
  const clipped = clip(text, max);
  let line = '';
  for (let i = 0; i < clipped.length; i++)
    line += isControl(clipped.charCodeAt(i)) ? ' ' : clipped[i];
  return line.trim();
}

function isControl(code: number): boolean {
  return code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029;
}

/**
 * Invisible characters (Default_Ignorable_Code_Point), and the tatweel, which only lengthens an
 * Arabic word.
 */
const UNSEEN = /[\p{DI}\u0640]+/gu;

/**
 * Return a text in which some differences are removed, for comparison only, not for display
 * (ACCOUNT-21): case, composition (NFC, NFD), compatible forms, invisible characters and the width
 * of gaps.
 */
export function folded(text: string): string {
  const seen = text.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ');
  // upper-case first, because only that makes ß equal to ss and ς equal to σ
  const small = seen.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}
