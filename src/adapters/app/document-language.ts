import { directionOf, type LanguageCode } from '../../events/settings/language.ts';

/** Sets the document's language and text direction (ACCESS-05). */
export function applyLanguage(root: HTMLElement, code: LanguageCode): void {
  root.lang = code;
  root.dir = directionOf(code);
}
