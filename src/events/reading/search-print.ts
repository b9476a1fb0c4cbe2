import type { SearchQuery, SearchTerms } from './search-query.ts';
import { isWord, NUMBERS, SENTIMENTS } from './search-terms.ts';

/** The text that `parseSearch` reads as this search, in the order in which the form writes it (13.4). */
export function printSearch(query: SearchQuery): string {
  const { kind, repliesToKind, rootsOnly, refersTo, scope, orderBy } = query;
  return [
    ...(kind === undefined ? [] : [`kind:${kind}`]),
    ...(repliesToKind === undefined ? [] : [`repliestokind:${repliesToKind}`]),
    ...(rootsOnly ? ['post:root'] : []),
    ...printTerms(query, scope),
    ...(refersTo === undefined ? [] : [`ref:${refersTo}`]),
    ...(orderBy === undefined ? [] : [`orderby:${orderBy}`]),
  ].join(' ');
}

function printTerms(terms: SearchTerms, scope?: string): readonly string[] {
  const sentiment = [...SENTIMENTS].find(([, name]) => name === terms.sentiment)?.[0];
  return [
    ...terms.includes.map(quoted),
    ...terms.phrases.map((phrase) => `"${phrase}"`),
    ...terms.excludes.map((word) => `-${quoted(word)}`),
    ...terms.hashtags.map((tag) => `#${tag}`),
    ...terms.excludedHashtags.map((tag) => `-#${tag}`),
    ...people('from:', terms.from),
    ...people('to:', terms.to),
    ...people('zappedby:', terms.zappedBy),
    ...people('@', terms.mentions),
    ...people('following:', terms.following),
    ...terms.events,
    ...operator('since', terms.since),
    ...operator('until', terms.until),
    ...operator('scope', scope),
    ...(sentiment ? [sentiment] : []),
    ...terms.media.map((medium) => `filter:${medium}`),
    ...terms.urls.map((word) => `url:${word}`),
    ...operator('orientation', terms.orientation),
    ...operator('category', terms.category),
    ...operator('lang', terms.language),
    ...NUMBERS.flatMap((name) => operator(name.toLowerCase(), terms[name])),
    ...(terms.features.length > 0 ? [`features:${terms.features.join(',')}`] : []),
    ...terms.anyOf.map(group),
  ];
}

/** Alternatives in parentheses; a group of one is something more that must hold. */
function group(alternatives: readonly SearchTerms[]): string {
  const texts = alternatives.map((terms) => printTerms(terms).join(' '));
  return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(' OR ')})`;
}

function people(prefix: string, values: readonly string[]): readonly string[] {
  const texts = values.map((value) => prefix + value);
  return texts.length > 1 ? [`(${texts.join(' OR ')})`] : texts;
}

function operator(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}:${value}`];
}

function quoted(word: string): string {
  return isWord(word) ? word : `"${word}"`;
}
