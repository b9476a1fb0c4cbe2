import { parseJson } from '../src/events/core/json.ts';

/** Shorter texts are read in a few milliseconds, whatever is in them. */
const SHORT = 100_000;
/** Names of fields and objects cost most: each name that is not known yet is kept. */
const MOST_NAMES = 20_000;
/** Twice as many as the largest list that people edit has tags and values. */
const MOST_VALUES = 400_000;
const MOST_LEVELS = 100;

/** Read the JSON of a client, or of another service. `undefined` if it is none, or has so many parts that its reading would hold the thread. */
export function readForeign(text: string): unknown {
  return hasTooManyParts(text) ? undefined : parseJson(text);
}

/** Count names, values and levels without building them. Texts inside of quotes are skipped. */
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

/** The place of the quote that ends a text; the end of all where there is none. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
