import type { Areas } from '../areas.ts';

export const noteMenu: Areas['noteMenu'] = {
  reactions: 'التفاعلات',
  copyLink: 'نسخ الرابط',
  copyText: 'نسخ النص',
  copyId: 'نسخ المعرّف',
  copyRaw: 'نسخ البيانات الخام',
  copyAuthor: 'نسخ المفتاح العام للكاتب',
  translate: 'ترجمة',
  muteUser: 'كتم المستخدم',
  report: 'إبلاغ',
};
