import type { Areas } from '../areas.ts';
import { plural, said } from './in-arabic.ts';

export const why: Areas['why'] = {
  ask: 'لماذا أرى هذا؟',
  title: 'لماذا أرى هذا؟',
  own: 'كتبته أنت.',
  muted: {
    user: (name) => said`كتمت ${name}.`,
    thread: () => 'كتمت هذه السلسلة.',
    hashtag: (hashtag) => said`كتمت الوسم ${`#${hashtag}`}.`,
    word: (word) => said`كتمت الكلمة «${word}».`,
  },
  listed: (owner) => said`الكاتب في قائمة الكتم لدى ${owner}، وأنت تستخدمها مرشحًا.`,
  grouped: {
    spam: 'يعرفه مرشح الرسائل المزعجة لديك: يذكر أشخاصًا كثيرين، أو يحمل وسومًا كثيرة.',
    nsfw: 'وسمه كاتبه بأنه غير لائق، ومرشح المحتوى غير اللائق لديك يمنع التوصية به.',
  },
  allowed: 'سمحت بالكاتب، فلا يخفيه أي مرشح.',
  warned: (text) =>
    text === ''
      ? 'وضع الكاتب عليه تحذيرًا من المحتوى.'
      : said`وضع الكاتب عليه تحذيرًا من المحتوى: ${text}`,
  followed: (name) => said`تتابع ${name}.`,
  reposted: (name, others) =>
    others === 0
      ? said`أعاد نشره ${name}.`
      : said`أعاد نشره ${name} ${plural(others, {
          zero: 'وحده',
          one: 'وشخص آخر',
          two: 'وشخصان آخران',
          few: 'و# آخرون',
          many: 'و# آخرون',
          other: 'و# آخرون',
        })}.`,
  scored: 'تفاعل معه أشخاص اليوم. تعدّ خدمة التخزين المؤقت ذلك؛ ولا يمكن التحقق منه هنا.',
  served: 'أرسلته خدمة التخزين المؤقت. وتحقق متصفحك من توقيعه.',
  unhidden: 'لا يخفيه أي من مرشحاتك.',
  hidden: (count) =>
    plural(count, {
      zero: 'لا تخفي مرشحاتك أي رد.',
      one: 'تخفي مرشحاتك ردًا واحدًا.',
      two: 'تخفي مرشحاتك ردّين.',
      few: 'تخفي مرشحاتك # ردود.',
      many: 'تخفي مرشحاتك # ردًا.',
      other: 'تخفي مرشحاتك # رد.',
    }),
  showHidden: 'عرض السبب',
  hideHidden: 'إغلاق',
  anyway: 'العرض رغم ذلك',
  unmute: 'إلغاء الكتم',
  page: { muted: 'هذا مكتوم', filtered: 'مرشحاتك تخفي هذا' },
  list: 'ردود مخفية',
};
