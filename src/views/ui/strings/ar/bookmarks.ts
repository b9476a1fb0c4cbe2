import type { Areas } from '../areas.ts';
import { plural } from './in-arabic.ts';

export const bookmarks: Areas['bookmarks'] = {
  tabsLabel: 'أنواع العلامات',
  tabs: { notes: 'ملاحظات', reads: 'مقالات' },
  empty: 'ليست لديك علامات',
  hidden: (count) =>
    plural(count, {
      zero: 'لا تخفي مرشحاتك أي علامة.',
      one: 'تخفي مرشحاتك علامة واحدة.',
      two: 'تخفي مرشحاتك علامتين.',
      few: 'تخفي مرشحاتك # علامات.',
      many: 'تخفي مرشحاتك # علامة.',
      other: 'تخفي مرشحاتك # علامة.',
    }),
  showHidden: 'عرضها',
  hideHidden: 'إخفاؤها',
  needs: 'علاماتك',
  needsText: 'سجّل الدخول لتحفظ ملاحظات ومقالات وتجدها ثانية في أي تطبيق.',
};
