import { isAtPlace, writtenWords } from './mnemonic-words.ts';

/** The form in which the user saved the key: its words, the nsec, or the nsec behind a password. */
export type CopyForm = 'words' | 'nsec' | 'ncryptsec';

/** Positions, from 1, of the two words that the user must repeat from their copy of the key. */
export type Positions = readonly [number, number];

const PIECE = 4;

/**
 * Return the two requested pieces of a copy: words at these positions, else the first four
 * characters after `nsec1` or `ncryptsec1`, and the last four.
 */
export function piecesOf(
  text: string,
  form: CopyForm,
  positions: Positions,
): readonly [string, string] {
  if (form === 'words') {
    const list = text.split(' ');
    return [list[positions[0] - 1] ?? '', list[positions[1] - 1] ?? ''];
  }
  const start = `${form}1`.length;
  return [text.slice(start, start + PIECE), text.slice(start).slice(-PIECE)];
}

/**
 * Return the indices of the typed pieces that do not match the key. Case and surrounding spaces are
 * ignored, and an empty piece never matches. With `positions`, the pieces are words, which may
 * carry the number of their position.
 */
export function wrongPieces(
  typed: readonly string[],
  pieces: readonly string[],
  positions?: Positions,
): readonly number[] {
  const isRight = (at: number) => {
    const [text, piece] = [typed[at] ?? '', pieces[at] ?? ''];
    const place = positions?.[at];
    return (
      piece !== '' &&
      (place === undefined ? text.trim().toLowerCase() === piece : isWord(text, piece, place))
    );
  };
  const indices = Array.from({ length: Math.max(typed.length, pieces.length) }, (_, at) => at);
  return indices.filter((at) => !isRight(at));
}

function isWord(text: string, word: string, place: number): boolean {
  const [first, ...more] = writtenWords(text);
  return first?.word === word && more.length === 0 && isAtPlace(first, place);
}

/**
 * True if a saved file contains one of these forms of the key. Line breaks count as spaces, and
 * words may carry their numbers.
 */
export function isInFile(
  file: string,
  keys: readonly (string | undefined)[],
  words: string | undefined,
): boolean {
  const read = file.replace(/\s+/g, ' ');
  return (
    [...keys, words].some((form) => form !== undefined && form !== '' && read.includes(form)) ||
    (words !== undefined && words !== '' && hasWords(file, words.split(' ')))
  );
}

/** True if these words stand one after the other, each with its own number or none. */
function hasWords(file: string, words: readonly string[]): boolean {
  const written = writtenWords(file);
  return written.some((_, start) =>
    words.every((word, at) => {
      const one = written[start + at];
      return one?.word === word && isAtPlace(one, at + 1);
    }),
  );
}
