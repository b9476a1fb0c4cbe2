import type { Areas } from '../areas.ts';
import { languageName, percent, said } from './in-arabic.ts';

export const translation: Areas['translation'] = {
  title: 'الترجمة',
  original: 'كما كتبها كاتبها.',
  showOriginal: 'عرض الأصل',
  showTranslation: 'عرض الترجمة',
  working: 'متصفحك يترجم.',
  loading: (part) => said`متصفحك يجلب حزمة لغة: ${percent(part)}`,
  translated: (language) => said`ترجمها متصفحك من ${language}. لم يرسلها Starling إلى أي مكان.`,
  otherLanguage: 'هذه اللغة',
  language: nameOf,
  problems: {
    wordless: () => 'لا كلمات للترجمة.',
    unknown: () => 'لا يستطيع متصفحك معرفة هذه اللغة.',
    same: (language) => said`اللغة هنا ${language} أصلًا.`,
    unavailable: (language) => said`لا يستطيع متصفحك الترجمة من ${language}.`,
    slow: () => 'يستغرق متصفحك وقتًا طويلًا.',
    failed: () => 'لم يستطع متصفحك ترجمة هذا.',
  },
};

/** The name of a language by its tag. An invalid tag stays unchanged. */
function nameOf(tag: string): string {
  try {
    return languageName(tag) ?? tag;
  } catch {
    return tag;
  }
}
