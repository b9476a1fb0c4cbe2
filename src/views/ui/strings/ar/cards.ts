import type { Areas } from '../areas.ts';
import { clockTime, relativeTime, said } from './in-arabic.ts';

export const cards: Areas['cards'] = {
  showSensitive: 'عرض',
  sats: (amount) => said`${amount} ساتوشي`,
  playSats: (amount) => said`${amount} ساتوشي تجريبي`,
  invoice: 'فاتورة لايتنينغ',
  anyAmount: 'أي مبلغ',
  expiry: (left) =>
    left > 0 ? said`تنتهي ${relativeTime(left)}` : said`انتهت ${relativeTime(left)}`,
  copyInvoice: 'نسخ الفاتورة',
  pay: 'دفع',
  test: 'شبكة اختبار، لا مال حقيقي',
  payment: {
    checking: 'جارٍ التحقق من الفاتورة',
    paying: (wallet) => said`جارٍ الدفع من ${wallet}`,
    shown: 'بانتظار الدفع',
    paid: (at) => said`دُفعت عند ${clockTime(at)}، وحُفظ الإثبات`,
    failed: (why) => said`لم تُدفع: ${why}`,
    unknown: 'لا نعرف بعد. لن تدفع مرتين.',
    busy: 'جارٍ الدفع',
    look: 'سؤال المحفظة',
    show: 'عرض رمز QR',
  },
};
