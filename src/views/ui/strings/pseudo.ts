import type { Language } from '../strings.ts';
import type { Areas } from './areas.ts';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/**
 * Marks words as translated to this language: accented, between brackets, and longer by two fifths.
 * Every vowel and two more letters are doubled.
 */
const marked = (words: string): string =>
  `⟦${words.replace(/[aeiounr]/gi, (letter) => (ACCENTS[letter] ?? letter).repeat(2))}⟧`;

/**
 * The same words in a test language. It reveals words outside the catalogue, composed words, and
 * layouts without room (ACCESS-05). Every text is marked, including texts that functions return.
 * Locales stay.
 */
export function pseudo<T>(words: T): T;
export function pseudo(words: unknown): unknown {
  if (typeof words === 'string') return words === '' ? '' : marked(words);
  if (typeof words === 'function')
    return (...given: readonly unknown[]) => pseudo(Reflect.apply(words, undefined, given));
  if (Array.isArray(words)) return words.map((one) => pseudo(one));
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [key, key === 'locale' ? value : pseudo(value)]),
  );
}

/** That language, made of the English words as they are loaded. */
export function pseudoLanguage(): Language & Required<Pick<Language, 'coming'>> {
  const words: { -readonly [A in keyof Areas]?: Areas[A] } = {};
  return Object.assign(words, {
    coming: <A extends keyof Areas>(area: A, inEnglish: Areas[A]): undefined => {
      words[area] ??= pseudo(inEnglish);
    },
  });
}
