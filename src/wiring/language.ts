import { startTransition } from 'react';
import { applyLanguage } from '../adapters/app/document-language.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { type LanguageCode, shownLanguage } from '../events/settings/language.ts';
import { ENGLISH, type Language } from '../views/ui/strings.ts';
import { languageOf } from '../views/ui/strings/languages.ts';

/** Timeout in milliseconds for loading the texts. */
const TIMEOUT_MS = 8_000;

interface Wish {
  /** The language that the user chose. `undefined`: the browser's languages decide. */
  readonly chosen: string | undefined;
  readonly flag: Storages['flag'];
  readonly screen: Promise<unknown>;
  readonly draw: (language: Language) => void;
  readonly fail: () => void;
}

let spoken: { readonly code: LanguageCode; readonly language: Language } = {
  code: 'en',
  language: ENGLISH,
};
let wishes = 0;

/**
 * Draw the interface in a language once its texts are loaded. The last request wins. If loading
 * fails, the current language stays and `fail` is called. Texts that arrive after the timeout are
 * still used. Only users of other languages than English fetch this.
 */
export async function loadLanguage({ chosen, flag, screen, draw, fail }: Wish): Promise<void> {
  const code = shownLanguage(flag('forcedLanguage'), chosen, navigator.languages);
  wishes += 1;
  const wish = wishes;
  const show = (language: Language | undefined): void => {
    if (wish !== wishes) return;
    if (language) spoken = { code, language };
    else fail();
    applyLanguage(document.documentElement, spoken.code);
    startTransition(() => draw(spoken.language));
  };
  const words = languageOf(code, screen).catch(() => undefined);
  const isLate = new Promise<true>((resolve) => setTimeout(resolve, TIMEOUT_MS, true));
  const first = await Promise.race([words, isLate]);
  if (first !== true) return show(first);
  show(undefined);
  void words.then((language) => language && show(language));
}
