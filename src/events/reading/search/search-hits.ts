/** Return the words of a text, without case and accents. */
export function wordsOf(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Return a text without case and accents. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/**
 * Split a text into pieces, with those marked that contain a search word. Joined they are the text.
 */
export function hitsIn(
  text: string,
  search: string,
): ReadonlyArray<{ readonly text: string; readonly isHit: boolean }> {
  const words = wordsOf(search);
  const signs = Array.from(text);
  const keys = signs.map((sign) => folded(sign));
  const pieces: { text: string; isHit: boolean }[] = [];
  for (let at = 0; at < signs.length; ) {
    const length = Math.max(0, ...words.map((word) => lengthOf(keys, at, word)));
    const isHit = length > 0;
    const piece = signs.slice(at, at + Math.max(1, length)).join('');
    const last = pieces.at(-1);
    if (last && !last.isHit && !isHit) last.text += piece;
    else pieces.push({ text: piece, isHit });
    at += Math.max(1, length);
  }
  return pieces;
}

/**
 * Return the number of characters from there that match the beginning of the word. 0 if they do
 * not.
 */
function lengthOf(keys: readonly string[], from: number, word: string): number {
  let found = '';
  for (let at = from; at < keys.length && found.length < word.length; at++) {
    found += keys[at] ?? '';
    if (found === word) return at - from + 1;
    if (!word.startsWith(found)) return 0;
  }
  return 0;
}
