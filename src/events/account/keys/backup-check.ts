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
 * True if the typed pieces match the key. Case and surrounding spaces are ignored, and an empty
 * piece never matches.
 */
export function isCopied(typed: readonly string[], pieces: readonly string[]): boolean {
  const read = typed.map((text) => text.trim().toLowerCase());
  return (
    pieces.length === read.length && pieces.every((piece, at) => piece !== '' && piece === read[at])
  );
}

/** True if a saved file contains one of these forms of the key. Line breaks count as spaces. */
export function isInFile(file: string, forms: readonly (string | undefined)[]): boolean {
  const read = file.replace(/\s+/g, ' ');
  return forms.some((form) => form !== undefined && form !== '' && read.includes(form));
}
