/**
 * Positions, from 1, of the two words that the user must repeat from their copy of the key. A key
 * without words uses pieces of its nsec.
 */
export type Positions = readonly [number, number];

const PREFIX = 'nsec1';
const PIECE = 4;

/**
 * Return the two requested pieces: words if the key has words, else the first and last four
 * characters after `nsec1`.
 */
export function piecesOf(
  nsec: string,
  words: string | undefined,
  positions: Positions,
): readonly [string, string] {
  const list = words?.split(' ') ?? [];
  if (list.length > 0) return [list[positions[0] - 1] ?? '', list[positions[1] - 1] ?? ''];
  return [nsec.slice(PREFIX.length, PREFIX.length + PIECE), nsec.slice(-PIECE)];
}

/**
 * True if the typed pieces match the key. Case and surrounding spaces are ignored, and an empty
 * piece never matches.
 */
export function isCopied(typed: readonly string[], pieces: readonly string[]): boolean {
  const read = typed.map((text) => text.trim().toLowerCase());
  return (
    pieces.length === read.length && pieces.every((piece, at) => piece !== '' && piece === read[at])
  );
}
