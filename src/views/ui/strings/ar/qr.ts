import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const qr: Areas['qr'] = {
  tooLong: 'هذا أطول من أن يتسع له رمز QR. انسخه بدلًا من ذلك.',
  share: 'مشاركة برمز QR',
  shareOf: (name) => `مشاركة ${name} برمز QR`,
  purpose: 'للمسح بهاتف أو للنسخ',
  tabs: 'محتوى الرمز',
  link: 'الرابط',
  nostr: 'عنوان Nostr',
  relay: 'عنوان المرحّل',
  publicKey: 'المفتاح العام',
  lightning: 'عنوان لايتنينغ',
  label: (what, name) => said`رمز QR: ${what}، ${name}`,
  copy: {
    link: 'نسخ الرابط',
    nostr: 'نسخ عنوان Nostr',
    relay: 'نسخ العنوان',
    publicKey: 'نسخ',
    lightning: 'نسخ',
  },
};
