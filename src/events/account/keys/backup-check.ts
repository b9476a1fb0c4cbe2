/** What is asked of a copy of a key, to see that there is one: two words by their positions from 1, or two pieces of the nsec. */
export type Positions = readonly [number, number];

const PREFIX = 'nsec1';
const PIECE = 4;

/** The two pieces that are asked for: those words where the key has words, else the first and the last four characters after `nsec1`. */
export function piecesOf(nsec: string, words: string | undefined, positions: Positions): readonly [string, string] {
  const list = words?.split(' ') ?? [];
  if (list.length > 0) return [list[positions[0] - 1] ?? '', list[positions[1] - 1] ?? ''];
  return [nsec.slice(PREFIX.length, PREFIX.length + PIECE), nsec.slice(-PIECE)];
}

/** Whether what was typed from a copy is what the key says; case and spaces around do not matter, and nothing is never right. */
export function isCopied(typed: readonly string[], pieces: readonly string[]): boolean {
  const read = typed.map((text) => text.trim().toLowerCase());
  return pieces.length === read.length && pieces.every((piece, at) => piece !== '' && piece === read[at]);
}
