import { clip } from '../../src/events/core/text.ts';

/** Characters. */
const LONGEST = 120;
/** Control characters, and those that turn or hide the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Return text that is safe for a terminal. Control characters are escaped in a form that JSON reads
 * back. Only line breaks remain.
 */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, (unseen) => (unseen === '\n' ? unseen : escaped(unseen)));
}

function escaped(unseen: string): string {
  return Array.from(
    { length: unseen.length },
    (_, at) => `\\u${unseen.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/**
 * Return the beginning of foreign text on one line, so that it cannot imitate a line of the
 * service.
 */
export function truncated(text: string, longest = LONGEST): string {
  const line = clip(text, longest * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > longest ? `${clip(line, longest)} ...` : line;
}
