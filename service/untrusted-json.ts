import { parseJson } from '../src/events/core/json.ts';

/** Shorter texts are parsed in a few milliseconds, with any content. */
const SHORT = 100_000;
/** Names of fields and objects cost most, because each new name is stored. */
const MOST_NAMES = 20_000;
/** Twice as many as the tags and values of the largest list that users edit. */
const MOST_VALUES = 400_000;
const MOST_LEVELS = 100;

/**
 * Parse the JSON of a client or of another service. Returns `undefined` if it is invalid, or has so
 * many parts that parsing would block the thread.
 */
export function parseUntrustedJson(text: string): unknown {
  return hasTooManyParts(text) ? undefined : parseJson(text);
}

/** Count names, values and levels without building them. Strings are skipped. */
export function hasTooManyParts(text: string): boolean {
  if (text.length < SHORT) return false;
  let [names, values, level] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfText(text, at);
        break;
      case '{':
        names++;
        level++;
        break;
      case '[':
        values++;
        level++;
        break;
      case ':':
        names++;
        break;
      case ',':
        values++;
        break;
      case ']':
      case '}':
        level--;
        break;
      default:
    }
    if (names > MOST_NAMES || values > MOST_VALUES || level > MOST_LEVELS) return true;
  }
  return false;
}

/** Return the position of the quote that ends a string, or the end of the text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
