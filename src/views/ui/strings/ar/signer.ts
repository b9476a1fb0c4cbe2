import type { Areas } from '../areas.ts';
import { relativeTime, said } from './in-arabic.ts';

export const signer: Areas['signer'] = {
  title: 'بانتظار موقِّعك',
  where: {
    extension: 'اسمح بذلك في إضافتك',
    remote: 'افتح موقِّعك',
    key: 'جارٍ التوقيع',
    readonly: '',
  },
  asked: (seconds, where) =>
    seconds === 0 ? said`سُئل الآن، ${where}` : said`سُئل ${relativeTime(-seconds)}، ${where}`,
  next: 'التالي',
  afterwards: 'ثم',
  cancel: 'إلغاء',
  cancelOf: (reason) => said`إلغاء: ${reason}`,
  again: 'السؤال مجددًا',
  challenge: (host) => said`اسمح بذلك على ${host}`,
};
