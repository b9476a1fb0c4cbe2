import { clip } from '../../src/events/core/text.ts';

/** Characters. */
const LONGEST = 120;
/** Control characters, and those that turn or hide the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text as a terminal may be given it: a character that it would obey is written out, in a way that JSON reads as itself. Only new lines stay. */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, (unseen) => (unseen === '\n' ? unseen : escaped(unseen)));
}

function escaped(unseen: string): string {
  return Array.from({ length: unseen.length }, (_, at) => `\\u${unseen.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}

/** The beginning of what somebody else wrote, on one line: it cannot pass for a line of the service. */
export function beginningOf(text: string, longest = LONGEST): string {
  const line = clip(text, longest * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length > longest ? `${clip(line, longest)} ...` : line;
}
