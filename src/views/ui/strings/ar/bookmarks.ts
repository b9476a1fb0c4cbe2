import type { Areas } from '../areas.ts';

export const bookmarks: Areas['bookmarks'] = {
  tabsLabel: 'أنواع العلامات',
  tabs: { notes: 'ملاحظات', reads: 'مقالات' },
  empty: 'ليست لديك علامات',
  needs: 'علاماتك',
  needsText: 'سجّل الدخول لتحفظ ملاحظات ومقالات وتجدها ثانية في أي تطبيق.',
};
