import { createContext, use } from 'react';
import type { Areas } from './strings/areas.ts';
import { english } from './strings/english.ts';

type Area = keyof Areas;

/** The words of the first load. */
export type Strings = Areas['main'];

/**
 * A language: the words of those areas that were fetched. English comes with the code that shows it, so its own has none, and it stands in for
 * what others lack. `coming` fetches the words of an area, once, and gives what to wait for.
 */
export type Language = Partial<Areas> & {
  readonly coming?: <A extends Area>(area: A, inEnglish: Areas[A]) => Promise<void> | undefined;
};

export const ENGLISH: Language = {};

/** The language in use, given by `<LanguageContext value={...}>` above the app. */
export const LanguageContext = createContext(ENGLISH);

export function useLanguage(): Language {
  return use(LanguageContext);
}

/** The words of an area in a language; English stands in for what is not there. */
export function wordsIn<A extends Area>(language: Partial<Areas>, area: A, inEnglish: Areas[A]): Areas[A] {
  return language[area] ?? inEnglish;
}

type Coming = NonNullable<Language['coming']>;
/** An area whose code is there tells of itself. */
type Arrived = (coming: Coming) => Promise<void> | undefined;

const arrived: Arrived[] = [];
let follow: Coming = () => undefined;

/** Says that the code of an area has come: its words in the language in use are fetched while the view that needs them is still on its way. */
export function arrive<A extends Area>(area: A, inEnglish: Areas[A]): void {
  arrived.push((coming) => coming(area, inEnglish));
  void follow(area, inEnglish);
}

/** Tells of each area whose code comes from now on, and gives those that are there, and will be. */
export function followAreas(next: Coming): readonly Arrived[] {
  follow = next;
  return arrived;
}

/** Makes the hook for the words of an area in the language in use; a view waits for them as it does for its code. */
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

/** How numbers and times are written in the language in use (BCP 47), for `events/core/format.ts`. */
export function useLocale(): string {
  return useStrings().locale;
}
