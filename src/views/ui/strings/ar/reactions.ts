import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const reactions: Areas['reactions'] = {
  title: 'التفاعلات',
  tabsLabel: 'أنواع التفاعلات',
  tabs: { likes: 'إعجابات', zaps: 'زابات', reposts: 'إعادات نشر', quotes: 'اقتباسات' },
  empty: {
    likes: 'لا إعجابات بعد',
    zaps: 'لا زابات بعد',
    reposts: 'لا إعادات نشر بعد',
    quotes: 'لا اقتباسات بعد',
  },
  failed: 'لم تُحمَّل هذه القائمة',
  refused: 'هذه القائمة غير متاحة الآن',
  refusedCause: 'لم تستطع خدمة التخزين المؤقت تقديمها. حاول لاحقًا.',
  moreFailed: 'لم تُحمَّل البقية',
  more: 'عرض المزيد',
  sats: (amount) => said`${amount} ساتوشي`,
};
