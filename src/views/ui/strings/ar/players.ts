import type { Areas } from '../areas.ts';
import { said } from './in-arabic.ts';

export const players: Areas['players'] = {
  loadPicture: 'انقر لتحميل الصورة',
  loadVideo: 'انقر لتحميل الفيديو',
  pictureFailed: 'لم تُحمَّل هذه الصورة',
  again: 'إعادة المحاولة',
  openLink: 'فتح الرابط',
  videoFailed: 'لم يُحمَّل هذا الفيديو',
  video: 'فيديو',
  sound: 'صوت',
  voice: 'رسالة صوتية',
  play: 'تشغيل',
  pause: 'إيقاف مؤقت',
  position: 'الموضع',
  voiceFailed: 'لم يُحمَّل هذا التسجيل',
  viewer: (at, of) => (of > 1 ? said`الصورة ${at} من ${of}` : 'صورة'),
  place: (at, of) => `\u2066${at} / ${of}\u2069`,
  previous: 'الصورة السابقة',
  next: 'الصورة التالية',
  player: (provider, what, of) => said`${provider} ${what} ${of ?? ''}`.trim(),
  loadFrom: (provider) => said`التحميل من ${provider}`,
};
