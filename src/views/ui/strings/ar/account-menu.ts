import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const accountMenu: Areas['accountMenu'] = {
  status: { readsOnly: 'للقراءة فقط', locked: 'المفتاح مقفل', ready: 'مسجَّل الدخول' },
  menu: 'الحساب',
  signOut: 'تسجيل الخروج',
  you: 'ملفك الشخصي',
  lock: 'قفل المفتاح',
  unlock: 'فتح قفل المفتاح',
  sealedMutes: 'لم يُطبَّق الكتم الخاص بعد.',
  openIt: 'افتحه',
  addAccount: 'إضافة حساب',
  membership: 'العضوية',
  unconfirmedLists: 'لم تتأكد قوائمك بعد',
  unconfirmedWhy: 'إلى أن تجيب الشبكة، ترى المتابعات والمكتومات والعلامات المحفوظة على هذا الجهاز',
  openMutes: 'فتح المكتومات الخاصة',
  switchTo: (name) => said`التبديل إلى ${name}`,
};
