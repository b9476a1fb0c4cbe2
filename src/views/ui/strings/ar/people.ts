import type { Areas } from '../areas.ts';
import { plural, said } from './in-arabic.ts';

export const people: Areas['people'] = {
  title: { following: 'المتابَعون', followers: 'المتابعون' },
  count: (count) =>
    plural(count, {
      zero: 'لا أحد',
      one: 'شخص واحد',
      two: 'شخصان',
      few: '# أشخاص',
      many: '# شخصًا',
      other: '# شخص',
    }),
  of: (what, name) => said`${what}: ${name}`,
  empty: {
    following: 'لا أحد بعد',
    followers: 'لا أحد بعد',
    suggested: 'لا اقتراحات هنا بعد',
    search: 'لا نتائج',
    muted: 'لا أحد بعد',
  },
  followers: (count) => said`المتابعون: ${count}`,
  failed: 'لم تُحمَّل هذه القائمة',
  muteList: {
    title: 'قائمة الكتم',
    hint: 'الكتم العلني فقط. لا يظهر الكتم الخاص هنا.',
    people: 'أشخاص',
    more: 'عرض المزيد',
    words: 'كلمات',
    hashtags: 'وسوم',
    threads: 'سلاسل',
    nobody: 'لا أشخاص مكتومون',
  },
  home: {
    title: 'هنا تظهر ملاحظات من تتابعهم',
    text: 'تابع بعض الأشخاص، أو اقرأ ما يكتبه الجميع.',
    unknown: 'لا ملاحظات لمن تتابعهم',
    unknownText: 'ليس لدى خدمة التخزين المؤقت المستخدمة أي منها. ربما لا تعرف هذا الحساب.',
    everyone: 'قراءة الجميع',
    suggested: 'أشخاص لتتابعهم',
    strangers: 'أنت لا تتابع أحدًا بعد. حتى ذلك الحين ترى ملاحظات يراها آخرون.',
  },
};
