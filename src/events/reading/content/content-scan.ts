/**
 * Character tests of the content scanners. Each looks at a bounded number of characters, so a scan
 * stays linear (E-44).
 */

/** True if `word` (lower case) is at `at`, in any case. */
export function matchesAt(text: string, at: number, word: string): boolean {
  if (at + word.length > text.length) return false;
  for (let i = 0; i < word.length; i++) {
    if (lower(text.charCodeAt(at + i)) !== word.charCodeAt(i)) return false;
  }
  return true;
}

/** Return the position after `scheme:` or `scheme://` at `at`, or `at` itself without one. */
export function afterScheme(text: string, at: number, scheme: string): number {
  if (!matchesAt(text, at, `${scheme}:`)) return at;
  const end = at + scheme.length + 1;
  return text.startsWith('//', end) ? end + 2 : end;
}

/** True if a text without a scheme may begin at `at`: not inside a word, a path or an address. */
export function startsWord(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  return !isAlphanumeric(before) && !'/_.-=?&%@'.includes(text.charAt(at - 1));
}

/**
 * Return the first position from `from` with a character outside of `accepts`, at most `limit`
 * characters further.
 */
export function runEnd(
  text: string,
  from: number,
  limit: number,
  accepts: (code: number) => boolean,
): number {
  const stop = Math.min(text.length, from + limit);
  let at = from;
  while (at < stop && accepts(text.charCodeAt(at))) at++;
  return at;
}

export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** True for white space or a line end of Unicode. ASCII needs no lookup. */
export function isSpace(code: number): boolean {
  if (code < 0x80) return code === 32 || (code >= 9 && code <= 13);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    OTHER_SPACES.includes(code)
  );
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

const OTHER_SPACES: readonly number[] = [0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff];

function isLetter(code: number): boolean {
  const letter = code | 32;
  return letter >= 97 && letter <= 122;
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
