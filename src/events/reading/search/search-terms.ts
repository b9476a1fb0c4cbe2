import { decode } from '../../nostr/nip19.ts';
import { seconds } from '../../core/time.ts';
import type { SearchScope, SearchTerms } from './search-query.ts';
import { searchTime } from './search-time.ts';

export const LISTS = [
  'includes',
  'phrases',
  'excludes',
  'hashtags',
  'excludedHashtags',
  'from',
  'to',
  'zappedBy',
  'mentions',
  'following',
  'media',
  'urls',
  'features',
  'events',
] as const;

export const TEXTS = [
  'since',
  'until',
  'orientation',
  'sentiment',
  'category',
  'language',
] as const;

export const NUMBERS = [
  'minDuration',
  'maxDuration',
  'minWords',
  'maxWords',
  'maxChars',
  'minLongReplies',
  'minTrustRank',
  'minInteractions',
  'maxInteractions',
  'minLikes',
  'maxLikes',
  'minZaps',
  'maxZaps',
  'minReplies',
  'maxReplies',
  'minReposts',
  'maxReposts',
  'minSatszapped',
  'maxSatszapped',
  'minScore',
  'maxScore',
] as const;

type ListName = (typeof LISTS)[number];
type TextName = (typeof TEXTS)[number];
type NumberName = (typeof NUMBERS)[number];

type Operator = (terms: Terms, value: string) => boolean;
type ScopeOperator = (value: string) => SearchScope | undefined;

/** Terms while they are read. */
export type Terms = { [K in ListName]: string[] } & { [K in TextName]?: string } & {
  [K in NumberName]?: number;
} & {
  anyOf: (readonly SearchTerms[])[];
};

/** The top-level parts of the search while it is read. */
export interface Reading {
  scope: SearchScope;
  readonly ignored: string[];
}

/** The sentiment of a smiley or a question mark on its own. */
const SENTIMENTS: ReadonlyMap<string, string> = new Map([
  [':)', 'positive'],
  [':(', 'negative'],
  [':|', 'neutral'],
  ['?', 'question'],
]);

const MEDIA: readonly string[] = ['image', 'video', 'audio', 'link'];
const PEOPLE: ReadonlySet<ListName> = new Set([
  'from',
  'to',
  'zappedBy',
  'mentions',
  'following',
] as const);

/**
 * Operators that are valid anywhere, by name. Each adds its value, or reports that it is invalid.
 */
const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['from', list('from', isPerson)],
  ['to', list('to', isPerson)],
  ['zappedby', list('zappedBy', isPerson)],
  ['following', list('following', isPerson)],
  ['filter', list('media', (value) => MEDIA.includes(value))],
  ['url', list('urls', isWord)],
  ['features', list('features', isWord)],
  ['since', text('since', (value) => searchTime(value, seconds(0)) !== undefined)],
  ['until', text('until', (value) => searchTime(value, seconds(0)) !== undefined)],
  ['orientation', text('orientation', isWord)],
  ['category', text('category', isWord)],
  ['lang', text('language', isWord)],
  ...NUMBERS.map((name) => [name.toLowerCase(), number(name)] as const),
]);

/**
 * Operators that are valid at the top level only. Membership and lists have no effect on a search
 * and are left out.
 */
const SCOPES: ReadonlyMap<string, ScopeOperator> = new Map<string, ScopeOperator>([
  ['kind', (value) => asNumber(value, 0, (kind) => ({ kind }))],
  ['repliestokind', (value) => asNumber(value, 0, (repliesToKind) => ({ repliesToKind }))],
  ['post', (value) => (value === 'root' ? { rootsOnly: true } : undefined)],
  ['ref', (value) => (isWord(value) ? { refersTo: value } : undefined)],
  ['scope', (value) => (isWord(value) ? { scope: value } : undefined)],
  ['orderby', (value) => (isWord(value) ? { orderBy: value } : undefined)],
  ['list', () => undefined],
  ['pas', () => undefined],
]);

export function emptyTerms(): Terms {
  return {
    includes: [],
    phrases: [],
    excludes: [],
    hashtags: [],
    excludedHashtags: [],
    from: [],
    to: [],
    zappedBy: [],
    mentions: [],
    following: [],
    media: [],
    urls: [],
    features: [],
    events: [],
    anyOf: [],
  };
}

export function isEmpty(terms: SearchTerms): boolean {
  if (terms.anyOf.length > 0 || LISTS.some((name) => terms[name].length > 0)) return false;
  return [...TEXTS, ...NUMBERS].every((name) => terms[name] === undefined);
}

/**
 * Add new values. People named separately all have to match, so the second one becomes a group of
 * its own.
 */
export function addTo(terms: Terms, name: ListName, values: readonly string[]): void {
  const fresh = values.filter((value) => !terms[name].includes(value));
  if (fresh.length === 0) return;
  if (PEOPLE.has(name) && terms[name].length > 0)
    terms.anyOf.push([{ ...emptyTerms(), [name]: [...values] }]);
  else terms[name].push(...fresh);
}

export function applyPhrase(terms: Terms, phrase: string, negated: boolean): void {
  addTo(terms, negated ? 'excludes' : 'phrases', [phrase]);
}

/**
 * Add one piece of the text. `top`: outside of all parentheses, where kind, scope and order may be
 * set.
 */
export function applyTerm(terms: Terms, written: string, reading: Reading, top: boolean): void {
  const piece = written.startsWith('nostr:') ? written.slice(6) : written;
  const sentiment = SENTIMENTS.get(piece);
  const negated = piece.startsWith('-');
  const bare = negated ? piece.slice(1) : piece;
  if (piece === '') return;
  if (sentiment) terms.sentiment ??= sentiment;
  else if (bare.startsWith('#') && isWord(bare.slice(1))) {
    addTo(terms, negated ? 'excludedHashtags' : 'hashtags', [bare.slice(1).toLowerCase()]);
  } else if (negated) addTo(terms, 'excludes', bare === '' ? [] : [bare]);
  else if (piece.startsWith('@') && isPerson(piece.slice(1)))
    addTo(terms, 'mentions', [piece.slice(1)]);
  else if (isEvent(piece)) addTo(terms, 'events', [piece]);
  else if (isWord(piece)) addTo(terms, 'includes', [piece]);
  else if (!applyOperator(terms, piece, reading, top)) addTo(terms, 'phrases', [piece]);
}

/**
 * False if there is no such operator. An invalid value, or an operator in the wrong place, is
 * recorded as ignored.
 */
function applyOperator(terms: Terms, piece: string, reading: Reading, top: boolean): boolean {
  const colon = piece.indexOf(':');
  const name = piece.slice(0, Math.max(0, colon)).toLowerCase();
  const value = piece.slice(colon + 1);
  const operator = OPERATORS.get(name);
  const scope = SCOPES.get(name);
  if (!operator && !scope) return false;
  const said = top ? scope?.(value) : undefined;
  if (said) reading.scope = { ...said, ...reading.scope };
  else if (!operator?.(terms, value)) reading.ignored.push(piece);
  return true;
}

function list(name: ListName, accepts: (value: string) => boolean): Operator {
  return (terms, value) => {
    const values = name === 'features' ? value.split(',') : [value];
    if (!values.every(accepts)) return false;
    addTo(terms, name, values);
    return true;
  };
}

function text(name: TextName, accepts: (value: string) => boolean): Operator {
  return (terms, value) => {
    if (!accepts(value)) return false;
    terms[name] ??= value;
    return true;
  };
}

function number(name: NumberName): Operator {
  return (terms, value) =>
    asNumber(value, name === 'minTrustRank' ? -99 : 0, (amount) => {
      terms[name] ??= amount;
      return true;
    }) ?? false;
}

function asNumber<T>(value: string, least: number, take: (amount: number) => T): T | undefined {
  const amount = Number(value);
  return Number.isSafeInteger(amount) && String(amount) === value && amount >= least
    ? take(amount)
    : undefined;
}

/** Letters of any script, digits, _ and -: a word that needs no quotes. */
export function isWord(value: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(value) && !value.startsWith('-') && value !== 'OR';
}

/** A key in any form, a name, or an address such as ann@example.com. */
export function isPerson(value: string): boolean {
  return /^[\p{L}\p{M}\p{N}_.@-]+$/u.test(value);
}

function isEvent(value: string): boolean {
  const isNamed =
    value.startsWith('note1') || value.startsWith('nevent1') || value.startsWith('naddr1');
  const type = isNamed ? decode(value)?.type : undefined;
  return type === 'note' || type === 'nevent' || type === 'naddr';
}
