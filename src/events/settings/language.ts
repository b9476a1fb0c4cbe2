import { oneOf } from '../core/json.ts';

/**
 * The languages of the interface (ACCESS-05), by their tags: English, and those with a folder in
 * `views/ui/strings/`. `en-XA` is for testing: the English texts, marked and longer, to find texts
 * outside the catalogue and places that are too small. Only a browser flag sets it.
 */
export const LANGUAGES = ['en', 'de', 'ar', 'en-XA'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/**
 * Languages offered in the settings and to browsers. A language is listed only if every area is
 * translated. English comes first.
 */
export const OFFERED: readonly LanguageCode[] = ['en', 'de', 'ar'];

export const isLanguage = oneOf(LANGUAGES);

export function directionOf(code: LanguageCode): 'ltr' | 'rtl' {
  return code === 'ar' ? 'rtl' : 'ltr';
}

/**
 * Return the language to show: one that a flag forces (offered or not), else the chosen one. Then
 * the first offered one of the browser's tags (BCP 47, most wanted first), else English.
 */
export function shownLanguage(
  forced: unknown,
  chosen: unknown,
  browser: readonly string[],
  offered = OFFERED,
): LanguageCode {
  if (isLanguage(forced)) return forced;
  return [chosen, ...browser.map((tag) => tag.split('-')[0])].find(oneOf(offered)) ?? 'en';
}
