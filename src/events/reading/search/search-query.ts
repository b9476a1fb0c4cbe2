import {
  addTo,
  applyPhrase,
  applyTerm,
  emptyTerms,
  isEmpty,
  LISTS,
  NUMBERS,
  type Reading,
  type Terms,
  TEXTS,
} from './search-terms.ts';
import { type SearchToken, tokenizeSearch } from './search-tokens.ts';

/**
 * Lists of texts. For people (`from`, `to`, `zappedBy`, `mentions`, `following`) and `events` one
 * entry has to match, for all others every entry. People as written: hex, npub, nprofile, a name.
 * An author may also be the naddr of a follow pack. Events as note, nevent or naddr. Hashtags
 * without # in lower case. `excludes`: words and phrases. `urls`: words in an address within the
 * text. `media`: image, video, audio or link.
 */
type SearchList = (typeof LISTS)[number];

/**
 * Single texts. Times as written (`searchTime` returns the seconds). Orientation is `vertical`, or
 * any other text for not vertical.
 */
type SearchText = (typeof TEXTS)[number];

/**
 * Durations in seconds, words of articles, characters and long replies of notes, scores from 0 to
 * 100. The trust rank is a power of ten.
 */
export type SearchNumber = (typeof NUMBERS)[number];

/**
 * Conditions that may also be inside parentheses. All of them have to match, and one alternative of
 * every group in `anyOf`.
 */
export type SearchTerms = { readonly [K in SearchList]: readonly string[] } & {
  readonly [K in SearchText]?: string;
} & {
  readonly [K in SearchNumber]?: number;
} & { readonly anyOf: readonly (readonly SearchTerms[])[] };

/**
 * The scope and order of a search, only at its top level. `refersTo`: npub, note ... that the
 * events refer to.
 */
export interface SearchScope {
  readonly kind?: number;
  readonly repliesToKind?: number;
  /** `post:root`: no replies. */
  readonly rootsOnly?: true;
  readonly refersTo?: string;
  readonly scope?: string;
  readonly orderBy?: string;
}

/**
 * An advanced search. `ignored`: operators with an unreadable value, which the search does not use.
 */
export type SearchQuery = SearchTerms & SearchScope & { readonly ignored: readonly string[] };

/** Limits of nested parentheses and of tokens. */
const MAX_DEPTH = 8;
const MAX_TOKENS = 500;

/** Lists of which one entry has to match, not all. */
const ANY_OF = [
  'from',
  'to',
  'zappedBy',
  'mentions',
  'following',
  'events',
] as const satisfies readonly SearchList[];

/**
 * Read an advanced search. Total: text that is not an operator becomes a phrase, and an unmatched
 * bracket is ignored.
 */
export function parseSearch(text: string): SearchQuery {
  const reading: Reading = { scope: {}, ignored: [] };
  const { terms } = readGroup(tokenizeSearch(text).slice(0, MAX_TOKENS), 0, reading, 0);
  return { ...terms, ...reading.scope, ignored: reading.ignored };
}

/**
 * Read up to the closing bracket or the end: parts joined by OR, each with terms that all have to
 * match.
 */
function readGroup(
  tokens: readonly SearchToken[],
  from: number,
  reading: Reading,
  depth: number,
): { terms: Terms; next: number } {
  const parts: Terms[] = [];
  let part = emptyTerms();
  let at = from;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || (token.type === 'close' && depth > 0)) break;
    if (token.type === 'or') {
      parts.push(part);
      part = emptyTerms();
    } else if (token.type === 'phrase') applyPhrase(part, token.text, token.negated);
    else if (token.type === 'term') applyTerm(part, token.text, reading, depth === 0);
    else if (token.type === 'open' && depth < MAX_DEPTH) {
      const group = readGroup(tokens, at + 1, reading, depth + 1);
      merge(part, group.terms);
      at = group.next;
    }
  }
  return { terms: eitherOf([...parts, part].filter((each) => !isEmpty(each))), next: at };
}

/** Add terms that also have to match. */
function merge(into: Terms, terms: Terms): void {
  for (const list of LISTS) addTo(into, list, terms[list]);
  for (const name of TEXTS) {
    const text = terms[name];
    if (text !== undefined) into[name] ??= text;
  }
  for (const name of NUMBERS) {
    const number = terms[name];
    if (number !== undefined) into[name] ??= number;
  }
  into.anyOf.push(...terms.anyOf);
}

/** Merge alternatives of one list of people, such as `from:a OR from:b`, into that list. */
function eitherOf(parts: readonly Terms[]): Terms {
  const [first, ...others] = parts;
  if (!first) return emptyTerms();
  if (others.length === 0) return first;
  const list = ANY_OF.find((name) =>
    parts.every((part) => part[name].length > 0 && isEmpty({ ...part, [name]: [] })),
  );
  const terms = emptyTerms();
  if (list) terms[list] = [...new Set(parts.flatMap((part) => part[list]))];
  else terms.anyOf.push(parts);
  return terms;
}
