import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const feeds: Areas['feeds'] = {
  list: { homeFeeds: 'خلاصات الرئيسية', readsFeeds: 'خلاصات المقالات' },
  hint: {
    homeFeeds:
      'اسحب خلاصة من مقبضها، أو استخدم أسهم لوحة المفاتيح عليه. الخلاصات المشغّلة تظهر في قائمة صفحتك الرئيسية.',
    readsFeeds:
      'اسحب خلاصة من مقبضها، أو استخدم أسهم لوحة المفاتيح عليه. الخلاصات المشغّلة تظهر في قائمة صفحة المقالات.',
  },
  needs: { homeFeeds: 'خلاصات صفحتك الرئيسية', readsFeeds: 'خلاصات مقالاتك' },
  needsText: 'سجّل الدخول لتختار الخلاصات التي تراها، بترتيبك.',
  move: (name) => said`نقل ${name}`,
  moved: (name, place, count) => said`${name}: الموضع ${place} من ${count}`,
  show: (name) => said`عرض ${name}`,
  rename: (name) => said`إعادة تسمية ${name}`,
  newName: 'الاسم',
  save: 'حفظ',
  cancel: 'إلغاء',
  remove: (name) => said`إزالة ${name}`,
  restore: 'استعادة الافتراضية',
  restored: {
    homeFeeds: {
      title: 'استعادة خلاصات الرئيسية الافتراضية؟',
      text: 'تُزال الخلاصات التي أضفتها، وتعود الافتراضية بترتيبها الأصلي.',
      confirm: 'استعادة',
      cancel: 'الاحتفاظ بخلاصاتي',
    },
    readsFeeds: {
      title: 'استعادة خلاصات المقالات الافتراضية؟',
      text: 'تُزال الخلاصات التي أضفتها، وتعود الافتراضية بترتيبها الأصلي.',
      confirm: 'استعادة',
      cancel: 'الاحتفاظ بخلاصاتي',
    },
  },
  add: {
    title: 'إضافة خلاصة جديدة',
    name: 'الاسم',
    spec: 'كلمات بحث أو مواصفة خلاصة',
    specHint: 'مثلًا: طيور، أو \u2066{"id":"global-trending","kind":"notes","hours":4}\u2069',
    submit: 'إضافة الخلاصة',
    noName: 'اختر اسمًا',
    secretName: 'في هذا مفتاح خاص أو رابط محفظة. اختر اسمًا آخر.',
    secretSpec: 'في هذا مفتاح خاص أو رابط محفظة. أدخل كلمات أخرى.',
    noSpec: 'أدخل كلمات بحث أو مواصفة',
    sameName: 'لديك خلاصة بهذا الاسم',
    sameFeed: 'لديك هذه الخلاصة',
    explore: 'البحث عن خلاصات في الاستكشاف',
  },
  available: {
    title: 'مزيد من الخلاصات',
    hint: 'هذه من إعدادات حسابك، وتستخدمها تطبيقات Nostr أخرى أيضًا.',
    add: (name) => said`إضافة ${name} إلى الرئيسية`,
    submit: 'إضافة',
  },
  toHome: 'إضافة إلى الرئيسية',
  toReads: 'إضافة إلى المقالات',
  onHome: 'في الرئيسية',
  onReads: 'في المقالات',
  fromHome: 'إزالة من الرئيسية',
  fromReads: 'إزالة من المقالات',
};
