import type { Areas } from '../areas.ts';
import { languageName, percent } from './in-german.ts';

/** The name of a language by its tag. An invalid tag stays unchanged. */
function nameOf(tag: string): string {
  try {
    return languageName(tag) ?? tag;
  } catch {
    return tag;
  }
}

export const translation: Areas['translation'] = {
  title: 'Übersetzung',
  original: 'Wie im Original geschrieben.',
  showOriginal: 'Original anzeigen',
  showTranslation: 'Übersetzung anzeigen',
  working: 'Dein Browser übersetzt.',
  loading: (part) => `Dein Browser holt ein Sprachpaket: ${percent(part)}`,
  translated: (language) =>
    `Von deinem Browser übersetzt, Ausgangssprache: ${language}. Starling hat den Text nirgendwohin gesendet.`,
  otherLanguage: 'diese Sprache',
  language: nameOf,
  problems: {
    wordless: () => 'Hier sind keine Wörter zum Übersetzen.',
    unknown: () => 'Dein Browser erkennt nicht, welche Sprache das ist.',
    same: (language) => `Das ist schon auf ${language}.`,
    unavailable: (language) => `Dein Browser kann das nicht übersetzen: ${language}.`,
    slow: () => 'Dein Browser braucht zu lange.',
    failed: () => 'Dein Browser konnte das nicht übersetzen.',
  },
};
