import { directionOf, type LanguageCode } from '../../events/settings/language.ts';

/** Sets the document's language, and the direction in which it is written (ACCESS-05). */
export function applyLanguage(root: HTMLElement, code: LanguageCode): void {
  root.lang = code;
  root.dir = directionOf(code);
}
