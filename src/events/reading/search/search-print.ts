import type { SearchQuery, SearchTerms } from './search-query.ts';
import { isWord, LISTS, NUMBERS } from './search-terms.ts';

const FACES: Readonly<Record<string, string>> = {
  positive: ':)',
  negative: ':(',
  neutral: ':|',
  question: '?',
};

/**
 * Return the command of an advanced search. `parseSearch` reads it back to the same search.
 * Unreadable parts are appended in parentheses, where they have no effect, so that they are not
 * lost.
 */
export function printSearch(query: SearchQuery): string {
  const { ignored } = query;
  return joined([cleanSearch(query), ...(ignored.length === 0 ? [] : [`(${ignored.join(' ')})`])]);
}

/**
 * Return the command for the service, without unreadable parts, for which it would refuse the whole
 * search (SEARCH-02).
 */
export function cleanSearch(query: SearchQuery): string {
  const { kind, repliesToKind, rootsOnly, refersTo, scope, orderBy } = query;
  return joined([
    value('kind', kind),
    value('repliestokind', repliesToKind),
    rootsOnly && 'post:root',
    value('ref', refersTo),
    isOnlyGroup(query)
      ? joined([alternatives(query.anyOf[0] ?? []), value('scope', scope)])
      : termsOf(query, scope),
    value('orderby', orderBy),
  ]);
}

/** Return the words to find as field text: words, quoted phrases, hashtags. */
export function printWords({
  includes,
  phrases,
  hashtags,
}: Pick<SearchTerms, 'includes' | 'phrases' | 'hashtags'>): string {
  return joined([...includes, ...phrases.map(quoted), ...hashtags.map((tag) => `#${tag}`)]);
}

function termsOf(terms: SearchTerms, scope?: string): string {
  return joined([
    printWords(terms),
    ...terms.excludes.map((text) => `-${isWord(text) ? text : quoted(text)}`),
    ...terms.excludedHashtags.map((tag) => `-#${tag}`),
    either(terms.from, 'from:'),
    either(terms.to, 'to:'),
    either(terms.zappedBy, 'zappedby:'),
    either(terms.mentions, '@'),
    either(terms.following, 'following:'),
    either(terms.events, ''),
    value('since', terms.since),
    value('until', terms.until),
    value('scope', scope),
    terms.sentiment && FACES[terms.sentiment],
    value('category', terms.category),
    value('lang', terms.language),
    ...terms.media.map((name) => `filter:${name}`),
    ...terms.urls.map((word) => `url:${word}`),
    value('orientation', terms.orientation),
    ...NUMBERS.map((name) => value(name.toLowerCase(), terms[name])),
    terms.features.length > 0 && `features:${terms.features.join(',')}`,
    ...terms.anyOf.map((parts) => `(${alternatives(parts)})`),
  ]);
}

function alternatives(parts: readonly SearchTerms[]): string {
  return parts.map((part) => termsOf(part)).join(' OR ');
}

/** True if a search consists of one group of alternatives, which is written without parentheses. */
function isOnlyGroup(query: SearchQuery): boolean {
  const { anyOf } = query;
  return (
    anyOf.length === 1 &&
    (anyOf[0]?.length ?? 0) > 1 &&
    LISTS.every((name) => query[name].length === 0) &&
    termsOf({ ...query, anyOf: [] }) === ''
  );
}

function either(names: readonly string[], sign: string): string {
  const terms = names.map((name) => sign + name);
  return terms.length > 1 ? `(${terms.join(' OR ')})` : (terms[0] ?? '');
}

function value(name: string, said: string | number | undefined): string | undefined {
  return said === undefined ? undefined : `${name}:${said}`;
}

function quoted(phrase: string): string {
  return `"${phrase}"`;
}

function joined(parts: ReadonlyArray<string | false | undefined>): string {
  return parts.filter((part) => part !== undefined && part !== false && part !== '').join(' ');
}
