import type { Areas } from '../areas.ts';
import { decimal, plural, said } from './in-arabic.ts';

export const inspector: Areas['inspector'] = {
  title: 'الفاحص',
  stays: 'يبقى على هذا الجهاز، والأسرار مخفية',
  close: 'إغلاق الفاحص',
  gone: 'لم تعد علامة التبويب المفحوصة موجودة. أغلق هذه النافذة.',
  openWindow: 'فتح في نافذة',
  openBelow: 'فتح في الأسفل',
  openHint: 'كل فاعل وكل حدث في علامة التبويب هذه، خطوة بخطوة، مع أسبابه.',
  blocked: 'حظر متصفحك النافذة. اسمح بالنوافذ المنبثقة لهذا الموقع، أو افتح الفاحص في الأسفل.',
  height: 'ارتفاع الفاحص',
  panes: 'أجزاء الفاحص',
  pane: { actors: 'الفاعلون', actor: 'الفاعل', events: 'الأحداث', trace: 'السبب والأثر' },
  steps: 'الخطوات',
  back: 'خطوة إلى الخلف',
  forward: 'خطوة إلى الأمام',
  pause: 'إيقاف مؤقت',
  goLive: 'إلى الآن',
  live: 'مباشر',
  place: (at, of) => said`الحدث ${at} من ${of}`,
  dropped: (count) => said`، أُسقط أقدمها: ${count}`,
  timeline: 'الخط الزمني',
  scrub: 'الحدث المعروض',
  origin: { outside: 'أنت', answer: 'المنافذ', actor: 'الفاعلون', timer: 'الساعة' },
  running: (count) => said`قيد التشغيل: ${count}`,
  findActor: 'البحث عن فاعل أو حالة',
  ended: { done: 'انتهى', failed: 'تعطّل' },
  dueIn: (ms) => said`خلال ${lengthOf(ms)}`,
  deadlines: (count) =>
    plural(count, {
      zero: 'لا مهل',
      one: 'مهلة واحدة',
      two: 'مهلتان',
      few: '# مهل',
      many: '# مهلة',
      other: '# مهلة',
    }),
  waiting: (count, type) => said`في الانتظار: ${count}، أولها ${type}`,
  crashed: (count) =>
    plural(count, {
      zero: 'لا أعطال',
      one: 'عطل واحد',
      two: 'عطلان',
      few: '# أعطال',
      many: '# عطلًا',
      other: '# عطل',
    }),
  over: (ms) => said`أكثر من ${lengthOf(ms)}`,
  length: lengthOf,
  events: (count) =>
    plural(count, {
      zero: 'لا أحداث',
      one: 'حدث واحد',
      two: 'حدثان',
      few: '# أحداث',
      many: '# حدثًا',
      other: '# حدث',
    }),
  clear: 'مسح',
  findEvent: 'البحث عن نوع أو فاعل أو قيمة',
  type: 'نوع الحدث',
  allTypes: 'كل الأنواع',
  onlyActor: (id) => said`فقط ${id}`,
  onlyOutside: 'من الخارج فقط',
  onlyEffect: 'ذات الأثر فقط',
  microsteps: (count) =>
    plural(count, {
      zero: 'لا خطوات',
      one: 'خطوة واحدة',
      two: 'خطوتان',
      few: '# خطوات',
      many: '# خطوة',
      other: '# خطوة',
    }),
  unsettled: 'لم يُعالَج',
  views: 'عروض الفاعل',
  view: { chart: 'المخطط', context: 'السياق', event: 'الحدث', why: 'لماذا؟', send: 'إرسال' },
  changed: 'ما الذي تغيّر',
  noChange: 'بقي السياق كما هو.',
  taken: 'الانتقالات المتّبعة',
  times: (count) => said`${count}×`,
  findValue: 'البحث عن اسم أو قيمة',
  copy: 'نسخ',
  copied: 'تم النسخ',
  notCopied: 'غير مسموح',
  secret: 'سر مخفي',
  parts: (kind, count) => said`${kind}، ${count}`,
  actorNamed: (id) => said`الفاعل ${id}`,
  sats: (count) => said`${count} ساتوشي`,
  showAll: (count) => said`عرض الكل: ${count}`,
  noEvent: 'لا حدث بعد.',
  neverChanged: 'لم يغيّر أي حدث هذا الفاعل منذ فتح الفاحص.',
  fields: 'حقول الحدث بصيغة JSON',
  notJson: 'هذا ليس JSON. اكتب كائنًا.',
  send: 'إرسال',
  sendHint: 'يُعالَج الآن، حتى إن كانت لحظة سابقة معروضة.',
};

function lengthOf(ms: number): string {
  return ms < 1_000
    ? said`${Math.max(0, Math.round(ms))} ملي ثانية`
    : ms < 60_000
      ? said`${decimal(ms / 1_000, 1)} ثانية`
      : said`${Math.round(ms / 60_000)} دقيقة`;
}
