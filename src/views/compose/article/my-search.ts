import { wordsOf } from '../../../events/reading/search/search-hits.ts';

/** Whether all words that are searched for begin words of these texts. */
export function isMatch(term: string, ...texts: readonly string[]): boolean {
  const wanted = wordsOf(term);
  if (wanted.length === 0) return true;
  const words = texts.flatMap((one) => wordsOf(one));
  return wanted.every((one) => words.some((word) => word.startsWith(one)));
}
