import type { Areas } from '../areas.ts';
import { topics } from './help-topics.ts';
import { plural, said } from './in-arabic.ts';

export const help: Areas['help'] = {
  title: 'المساعدة',
  contents: 'الأسئلة',
  search: 'ابحث في المساعدة',
  found: (count) =>
    plural(count, {
      zero: 'لم يُعثر على شيء',
      one: 'جواب واحد',
      two: 'جوابان',
      few: '# أجوبة',
      many: '# جوابًا',
      other: '# جواب',
    }),
  nothing: 'لا جواب فيه هذه الكلمات',
  nothingText: 'جرّب كلمات أخرى، أو اسأل من يديرون هذا الخادم.',
  clear: 'عرض كل الأسئلة',
  linkTo: (question) => said`رابط إلى: ${question}`,
  sections: {
    first: 'البداية',
    keys: 'مفتاحك',
    network: 'المرحّلات وخدمة التخزين المؤقت',
    reading: 'القراءة',
    publishing: 'النشر',
    money: 'الزابات',
    privacy: 'الخصوصية',
    moving: 'القدوم والمغادرة والتثبيت',
  },
  topics,
  links: {
    create: 'إنشاء حساب',
    account: 'إعدادات الحساب',
    network: 'إعدادات الشبكة',
    muted: 'المحتوى المكتوم',
    filters: 'الإشراف على المحتوى',
    publishing: 'النشر',
    uploads: 'رفع الوسائط',
    appearance: 'المظهر',
    downloads: 'التنزيلات',
    privacy: 'الخصوصية',
    profile: 'تعديل الملف الشخصي',
    explore: 'استكشاف',
    support: 'الدعم',
  },
  keys: 'اختصارات لوحة المفاتيح',
};
