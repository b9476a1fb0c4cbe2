import { createContext, use } from 'react';
import type { Areas } from './strings/areas.ts';
import { english } from './strings/english.ts';

type Area = keyof Areas;

/** The words of the first load. */
export type Strings = Areas['main'];

/**
 * A language: the words of its loaded areas. English is loaded with the code that shows it, so its
 * own map is empty. English is the fallback for other languages. `coming` loads the words of an
 * area, once, and returns always the same promise to wait for.
 */
export type Language = Partial<Areas> & {
  readonly coming?: <A extends Area>(area: A, inEnglish: Areas[A]) => Promise<void> | undefined;
};

export const ENGLISH: Language = {};

/** The current language, provided by `<LanguageContext value={...}>` above the app. */
export const LanguageContext = createContext(ENGLISH);

export function useLanguage(): Language {
  return use(LanguageContext);
}

/** The words of an area in a language, with English as the fallback. */
export function wordsIn<A extends Area>(
  language: Partial<Areas>,
  area: A,
  inEnglish: Areas[A],
): Areas[A] {
  return language[area] ?? inEnglish;
}

type Coming = NonNullable<Language['coming']>;
/** Called when the code of an area is loaded. */
type Arrived = (coming: Coming) => Promise<void> | undefined;

const arrived: Arrived[] = [];
let follow: Coming = () => undefined;

/**
 * Announces that the code of an area is loaded. Its words in the current language are fetched while
 * its view is still loading.
 */
export function arrive<A extends Area>(area: A, inEnglish: Areas[A]): void {
  arrived.push((coming) => coming(area, inEnglish));
  void follow(area, inEnglish);
}

/**
 * Calls `next` for each area that is loaded from now on. Returns the calls for areas that are
 * loaded already.
 */
export function followAreas(next: Coming): readonly Arrived[] {
  follow = next;
  return arrived;
}

/**
 * Creates the hook for the words of an area in the current language. A view waits for them as it
 * does for its code.
 */
export function words<A extends Area>(area: A, inEnglish: Areas[A]): () => Areas[A] {
  arrive(area, inEnglish);
  return () => {
    const language = useLanguage();
    const coming = language.coming?.(area, inEnglish);
    if (coming) use(coming);
    return wordsIn(language, area, inEnglish);
  };
}

export const useStrings = words('main', english);

/**
 * The locale for numbers and times in the current language (BCP 47), for `events/core/format.ts`.
 */
export function useLocale(): string {
  return useStrings().locale;
}
