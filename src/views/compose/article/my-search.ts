import { wordsOf } from '../../../events/reading/search/search-hits.ts';

/** True if each word of the search starts a word of these texts. */
export function isMatch(term: string, ...texts: readonly string[]): boolean {
  const wanted = wordsOf(term);
  if (wanted.length === 0) return true;
  const words = texts.flatMap((one) => wordsOf(one));
  return wanted.every((one) => words.some((word) => word.startsWith(one)));
}
