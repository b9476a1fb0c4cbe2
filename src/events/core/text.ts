/** At most `max` UTF-16 units of a text, never half a surrogate pair, lone surrogates replaced (E-08). */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text.toWellFormed();
  const code = text.charCodeAt(max - 1);
  const splits = code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, splits ? max - 1 : max).toWellFormed();
}

/** As `clip`, on one line: control characters become spaces, the ends are trimmed. */
export function clipLine(text: string, max: number): string {
  const clipped = clip(text, max);
  let line = '';
  for (let i = 0; i < clipped.length; i++) line += isControl(clipped.charCodeAt(i)) ? ' ' : clipped[i];
  return line.trim();
}

function isControl(code: number): boolean {
  return code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029;
}

/** Characters that nobody sees (Default_Ignorable_Code_Point), and the tatweel, which only lengthens an Arabic word. */
const UNSEEN = /[\p{DI}\u0640]+/gu;

/**
 * Return a text in which case, composition (NFC, NFD), compatible forms, invisible characters and the width of gaps make no difference
 * (ACCOUNT-21). For comparison, not for display.
 */
export function folded(text: string): string {
  const seen = text.replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ');
  // by way of capital letters: they alone make one of ß and ss, ς and σ
  const small = seen.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}
