import type { SearchTerms } from './search-query.ts';

/**
 * Limit of parts of a search. Each part is looked up on its own, for each event or for all at once.
 */
export const MOST_PARTS = 20;

const WORDS_A_PART = 2;
/**
 * Reactions are collected again in each round, and bookmarks are read of all follows. So these
 * parts cost more.
 */
const GATHERED = 2;
const FEATURE = 4;
/** Keys need no look-up, so any number of them is one part. */
const KEY = /^(?:[0-9a-f]{64}$|npub1|nprofile1|note1|nevent1)/;

/**
 * Return the number of conditions that a search looks up. Any number of keys of people is one
 * condition.
 */
export function partsOf(terms: SearchTerms): number {
  const { includes, phrases, excludes, hashtags, excludedHashtags, media, urls, features, anyOf } =
    terms;
  const [named, acting] = [
    [terms.from, terms.following, terms.events],
    [terms.to, terms.zappedBy, terms.mentions],
  ];
  const numbers = Object.values(terms).filter(
    (value) => typeof value === 'number' || typeof value === 'string',
  );
  return (
    Math.ceil((includes.length + phrases.length + excludes.length) / WORDS_A_PART) +
    someOf(excludedHashtags) +
    features.length * FEATURE +
    [hashtags, media, urls, numbers].reduce((sum, { length }) => sum + length, 0) +
    acting.reduce((sum, names) => sum + someOf(names) * GATHERED, 0) +
    named.reduce((sum, names) => sum + someOf(names), 0) +
    [...named, ...acting].flat().filter((name) => !KEY.test(name)).length +
    anyOf.reduce((sum, alternatives) => sum + partsOfAny(alternatives), 0)
  );
}

export function isOfWords(terms: SearchTerms): boolean {
  return (
    partsOf({ ...terms, includes: [], phrases: [], excludes: [] }) === 0 &&
    terms.includes.length + terms.phrases.length > 0
  );
}

function partsOfAny(alternatives: readonly SearchTerms[]): number {
  const others = alternatives.filter((terms) => !isOfWords(terms));
  return (
    Math.ceil((alternatives.length - others.length) / WORDS_A_PART) +
    others.reduce((sum, terms) => sum + Math.max(1, partsOf(terms)), 0)
  );
}

function someOf(list: readonly string[]): number {
  return list.length > 0 ? 1 : 0;
}
