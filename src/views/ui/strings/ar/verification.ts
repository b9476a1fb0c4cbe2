import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const verification: Areas['verification'] = {
  zaps: {
    largest: 'أكبر الزابات',
    by: (name, amount) => said`أرسل ${name} زاب بمقدار ${amount} ساتوشي`,
    service: {
      text: 'تحققت منه خدمة التخزين المؤقت',
      hint: 'تقول خدمة التخزين المؤقت مفتاح من يوقّع هذا الإيصال. لم يتحقق متصفحك منه.',
    },
    unconfirmed: {
      text: 'زابات غير مؤكدة',
      hint: 'لا يحمل أي إيصال توقيع مفتاح مزوّد لايتنينغ لدى المستلم. قد تكون مزوّرة أو من مزوّد سابق.',
    },
    nobody: {
      text: 'لم يُتحقق منه',
      hint: 'لم نستطع معرفة مفتاح من يوقّع هذا الإيصال. قد يكون مزوّرًا.',
    },
  },
  names: {
    check: 'تحقّق من هذا الاسم',
    hint: (host) => `سيرى ${host} عنوان IP الخاص بك.`,
    noAccount: (name) => said`لم يُعثر على حساب بالاسم «${name}».`,
    claimed: (address) =>
      `تذكر خدمة التخزين المؤقت هذا الحساب لـ \u2068${address}\u2069. ملفه الشخصي لا يقول ذلك.`,
    unconfirmed: (host) => `لا يؤكد ${host} هذا الاسم.`,
  },
};
