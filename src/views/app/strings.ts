import { createContext, use } from 'react';
import type { Areas } from './strings/areas.ts';
import { english } from './strings/english.ts';

/** The words of the first load. */
export type Strings = Areas['main'];

/** A language other than English: the areas it has words for. */
export type Language = Partial<Areas>;

const ENGLISH: Language = {};

/** The language in use, given by `<LanguageContext value={...}>` above the app. */
export const LanguageContext = createContext(ENGLISH);

export function useLanguage(): Language {
  return use(LanguageContext);
}

/** The words of an area in a language; English, which comes with the code that shows it, stands in for what is not translated. */
export function wordsIn<A extends keyof Areas>(language: Language, area: A, inEnglish: Areas[A]): Areas[A] {
  return language[area] ?? inEnglish;
}

/** The same in the language in use. */
export function useWords<A extends keyof Areas>(area: A, inEnglish: Areas[A]): Areas[A] {
  return wordsIn(useLanguage(), area, inEnglish);
}

export function useStrings(): Strings {
  return useWords('main', english);
}
