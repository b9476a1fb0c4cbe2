import { oneOf } from '../core/json.ts';

/**
 * The languages of the interface (ACCESS-05), by their tags: English, and those with a folder in `views/ui/strings/`. `en-XA` is nobody's: the
 * English words, marked and made longer, to see what is not in the catalogue and what has no room. Only a flag of the browser sets it.
 */
export const LANGUAGES = ['en', 'de', 'ar', 'en-XA'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** Those that are offered, in the settings and to browsers that ask for them: here stands who has words for every area. English is the first. */
export const OFFERED: readonly LanguageCode[] = ['en', 'de', 'ar'];

export const isLanguage = oneOf(LANGUAGES);

export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
  return code === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The language that is shown: one that a flag forces upon this browser, offered or not, else the chosen one, else the first of the browser's that
 * is offered (their tags, BCP 47, most wanted first), else English.
 */
export function shownLanguage(forced: unknown, chosen: unknown, browser: readonly string[], offered = OFFERED): LanguageCode {
  if (isLanguage(forced)) return forced;
  return [chosen, ...browser.map((tag) => tag.split('-')[0])].find(oneOf(offered)) ?? 'en';
}
