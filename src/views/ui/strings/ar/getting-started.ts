import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const gettingStarted: Areas['gettingStarted'] = {
  title: 'الخطوات الأولى',
  progress: (done, all) => (done === all ? 'اكتملت كلها' : said`اكتملت ${done} من ${all}`),
  done: 'تم',
  steps: {
    profile: { title: 'أكمل ملفك الشخصي', text: 'أضف صورة ليتعرف عليك الناس.' },
    follows: { title: 'تابع أشخاصًا', text: 'ملاحظاتهم تملأ صفحتك الرئيسية.' },
    feed: { title: 'اختر خلاصة', text: 'اضغط عنوان الرئيسية لتنتقل بين من تتابعهم والجميع.' },
    backup: { title: 'احفظ نسخة من مفتاحك', text: 'لا أحد يستطيع أن يعطيك مفتاحًا جديدًا.' },
    note: { title: 'ألقِ التحية', text: 'اكتب ملاحظتك الأولى.' },
  },
  later: 'لاحقًا',
  close: 'إغلاق',
  again: 'يمكنك فتح هذه القائمة ثانية من المساعدة.',
  help: {
    text: 'الخطوات الأولى مع حسابك، وما اكتمل منها.',
    open: 'عرض الخطوات الأولى',
    visitor: 'أنشئ حسابًا أو سجّل الدخول، ثم نعرض لك الخطوات الأولى.',
  },
};
