import { startTransition } from 'react';
import { applyLanguage } from '../adapters/app/document-language.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { type LanguageCode, shownLanguage } from '../events/settings/language.ts';
import { ENGLISH, type Language } from '../views/ui/strings.ts';
import { languageOf } from '../views/ui/strings/languages.ts';

/** How long words may take. Milliseconds. */
const PATIENCE = 8_000;

interface Wish {
  /** What the person chose; undefined: what the browser asks for. */
  readonly chosen: string | undefined;
  readonly flag: Storages['flag'];
  /** Settles when the code of what is to be drawn is there. */
  readonly screen: Promise<unknown>;
  readonly draw: (language: Language) => void;
  /** Says that the words did not come. */
  readonly fail: () => void;
}

let spoken: { readonly code: LanguageCode; readonly language: Language } = { code: 'en', language: ENGLISH };
let wishes = 0;

/**
 * Draws the interface in a language once its words are there, the last wish winning. Where they do not come, what is spoken stays, and that is
 * said; those that come late count all the same. Only who wants another language than English fetches this.
 */
export async function speak({ chosen, flag, screen, draw, fail }: Wish): Promise<void> {
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
  const isLate = new Promise<true>((resolve) => setTimeout(resolve, PATIENCE, true));
  const first = await Promise.race([words, isLate]);
  if (first !== true) return show(first);
  show(undefined);
  void words.then((language) => language && show(language));
}
