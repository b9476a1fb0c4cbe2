import type { TranslationProblem } from '../../../events/reading/content/translation.ts';
import { words } from '../strings.ts';

const LOCALE = 'en-us';

const percents = new Intl.NumberFormat(LOCALE, { style: 'percent' });
const names = new Intl.DisplayNames(LOCALE, { type: 'language' });

const problems: Readonly<Record<TranslationProblem, (language: string) => string>> = {
  wordless: () => 'There are no words to translate.',
  unknown: () => 'Your browser can’t tell which language this is.',
  same: (language) => `This is in ${language} already.`,
  unavailable: (language) => `Your browser can’t translate ${language}.`,
  slow: () => 'Your browser is taking too long.',
  failed: () => 'Your browser couldn’t translate this.',
};

export const translationEnglish = {
  title: 'Translation',
  original: 'As its author wrote it.',
  showOriginal: 'Show original',
  showTranslation: 'Show translation',
  working: 'Your browser is translating.',
  loading: (part: number) => `Your browser is fetching a language pack: ${percents.format(part)}`,
  translated: (language: string) =>
    `Translated from ${language} by your browser. Starling sent it nowhere.`,
  otherLanguage: 'this language',
  language: nameOf,
  problems,
};

/** The name of a language by its tag. An invalid tag stays unchanged. */
function nameOf(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export type TranslationStrings = typeof translationEnglish;

/** The words around a translation, loaded with its code (ACCESS-05). */
export const useTranslationStrings = words('translation', translationEnglish);
