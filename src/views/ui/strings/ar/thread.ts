import type { Areas } from '../areas.ts';
import { fullNumber, plural, said } from './in-arabic.ts';

const replies = (count: number): string =>
  plural(count, {
    zero: 'لا ردود',
    one: 'رد واحد',
    two: 'ردّان',
    few: '# ردود',
    many: '# ردًا',
    other: '# رد',
  });

const askedRelays = (count: number): string =>
  plural(count, {
    zero: 'لم يُسأل أي مرحّل.',
    one: 'سُئل مرحّل واحد وليس عنده.',
    two: 'سُئل مرحّلان وليس عندهما.',
    few: 'سُئلت # مرحّلات وليس عندها.',
    many: 'سُئل # مرحّلًا وليس عندها.',
    other: 'سُئل # مرحّل وليس عندها.',
  });

const silentRelays = (count: number): string =>
  plural(count, {
    zero: 'أجابت كل المرحّلات.',
    one: 'لم يُجب مرحّل واحد.',
    two: 'لم يُجب مرحّلان.',
    few: 'لم تُجب # مرحّلات.',
    many: 'لم يُجب # مرحّلًا.',
    other: 'لم يُجب # مرحّل.',
  });

const hiddenReplies = (count: number): string =>
  plural(count, {
    zero: 'لا تخفي مرشحاتك أي رد',
    one: 'تخفي مرشحاتك ردًا واحدًا',
    two: 'تخفي مرشحاتك ردّين',
    few: 'تخفي مرشحاتك # ردود',
    many: 'تخفي مرشحاتك # ردًا',
    other: 'تخفي مرشحاتك # رد',
  });

const missingReplies = (count: number): string =>
  plural(count, {
    zero: 'عُثر على كل الردود الأخرى',
    one: 'لم يُعثر على رد آخر',
    two: 'لم يُعثر على ردّين آخرين',
    few: 'لم يُعثر على # ردود أخرى',
    many: 'لم يُعثر على # ردًا آخر',
    other: 'لم يُعثر على # رد آخر',
  });

export const thread: Areas['thread'] = {
  note: 'ملاحظة',
  article: 'مقالة',
  noteBy: (name) => said`ملاحظة ${name}`,
  replyingTo: 'ردًا على هذه الملاحظة',
  peopleIn: 'أشخاص في هذه الملاحظة',
  replyTo: 'رد على',
  noteMissing: 'لم يُعثر على هذه الملاحظة',
  noteMissingCause: 'لا تعرفها خدمة التخزين المؤقت. ربما حذفها كاتبها.',
  lookAgain: 'البحث مجددًا',
  lookOnTheirs: 'البحث في مرحّلات الكاتب',
  lookTells: (relays) => `ستعرف هذه المرحّلات ما تبحث عنه: ${relays.join('، ')}.`,
  relaysSearching: 'جارٍ البحث في مرحّلاتك',
  relaysAsked: (answered, silent) =>
    [
      ...(answered > 0 ? [askedRelays(answered)] : []),
      ...(silent > 0 ? [silentRelays(silent)] : []),
    ].join(' '),
  relaysProxied: 'لا يُسأل أي مرحّل، لأن كل شيء يمر عبر خدمة التخزين المؤقت.',
  foundOn: (relay) =>
    `عُثر عليه في ${relay}. لا تعرفه خدمة التخزين المؤقت، لذلك قد تنقص ردود وأعداد.`,
  threadFailed: 'لم تُحمَّل هذه المحادثة',
  repliesFailed: 'لم تُحمَّل الردود',
  parents: 'ما سبق في هذه المحادثة',
  replies: 'الردود',
  noReplies: 'لا ردود بعد',
  noRepliesToShow: 'لا ردود للعرض',
  gap: (reported, { loaded, hidden, missing }) =>
    said`الردود المعلنة: ${reported}، المحمّلة: ${loaded}${hidden > 0 ? `، المخفية بمرشحاتك: ${fullNumber(hidden)}` : ''}، غير المعثور عليها: ${missing}.`,
  further: 'بحث أوسع',
  furtherAsked: (relays) =>
    plural(relays, {
      zero: 'لا مرحّل آخر لنسأله.',
      one: 'سُئل مرحّل واحد أيضًا.',
      two: 'سُئل مرحّلان أيضًا.',
      few: 'سُئلت # مرحّلات أيضًا.',
      many: 'سُئل # مرحّلًا أيضًا.',
      other: 'سُئل # مرحّل أيضًا.',
    }),
  earlierReplies: 'عرض ردود أقدم',
  newestReplies: (most) =>
    plural(most, {
      zero: 'لا ردود معروضة',
      one: 'يُعرض أحدث رد فقط',
      two: 'يُعرض أحدث ردّين فقط',
      few: 'تُعرض أحدث # ردود فقط',
      many: 'يُعرض أحدث # ردًا فقط',
      other: 'يُعرض أحدث # رد فقط',
    }),
  repliesTo: 'الردود عليه',
  showReplies: (count) =>
    plural(count, {
      zero: 'لا ردود',
      one: 'عرض رد واحد',
      two: 'عرض ردّين',
      few: 'عرض # ردود',
      many: 'عرض # ردًا',
      other: 'عرض # رد',
    }),
  hideReplies: 'إخفاء الردود',
  moreReplies: (count) =>
    plural(count, {
      zero: 'لا ردود أخرى',
      one: 'عرض رد آخر',
      two: 'عرض ردّين آخرين',
      few: 'عرض # ردود أخرى',
      many: 'عرض # ردًا آخر',
      other: 'عرض # رد آخر',
    }),
  newReplies: (count) =>
    count > 98
      ? 'أكثر من 99 ردًا جديدًا'
      : plural(count, {
          zero: 'لا ردود جديدة',
          one: 'رد جديد',
          two: 'ردّان جديدان',
          few: '# ردود جديدة',
          many: '# ردًا جديدًا',
          other: '# رد جديد',
        }),
  repliesComing: 'جارٍ تحميل الردود',
  unshown: ({ hidden, missing }) =>
    [
      ...(hidden > 0 ? [hiddenReplies(hidden)] : []),
      ...(missing > 0 ? [missingReplies(missing)] : []),
    ].join('، '),
  tryAgain: 'إعادة المحاولة',
  continue: (count) => said`متابعة هذه المحادثة (${replies(count)})`,
  words: (count) =>
    plural(count, {
      zero: 'لا كلمات',
      one: 'كلمة واحدة',
      two: 'كلمتان',
      few: '# كلمات',
      many: '# كلمة',
      other: '# كلمة',
    }),
  quotes: (count) =>
    plural(count, {
      zero: 'لا اقتباسات',
      one: 'اقتباس واحد',
      two: 'اقتباسان',
      few: '# اقتباسات',
      many: '# اقتباسًا',
      other: '# اقتباس',
    }),
  bookmarks: (count) =>
    plural(count, {
      zero: 'لا علامات',
      one: 'علامة واحدة',
      two: 'علامتان',
      few: '# علامات',
      many: '# علامة',
      other: '# علامة',
    }),
  via: 'عبر',
  contents: 'المحتويات',
  selection: 'النص المحدد',
  highlight: 'تظليل',
  comment: 'تعليق',
  quote: 'اقتباس',
  copy: 'نسخ',
  commentTitle: 'تعليق على هذا المقطع',
  commentLabel: 'تعليقك',
  commentHint: 'يستطيع الجميع رؤيته بجانب المقطع.',
  publish: 'نشر',
  cancel: 'إلغاء',
  removeHighlight: 'إزالة التظليل',
  articleMissing: 'لم يُعثر على هذه المقالة',
  eventMissing: 'لم يُعثر على هذا الحدث',
  articleMissingCause: 'لا تعرفه خدمة التخزين المؤقت. ربما حذفه كاتبه.',
  articleFailed: 'لم تُحمَّل هذه المقالة',
  eventFailed: 'لم يُحمَّل هذا الحدث',
  changedSince: 'تغيّرت منذ قرأتها',
  changesTitle: 'ما تغيّر منذ قرأتها',
  changesBetween: (before, after) => said`قرأت نسخة ${before}؛ وهذه نسخة ${after}.`,
  noChange: 'لا فرق بينهما.',
  onlyAside: 'العنوان والملخص والنص كما كانت؛ لم تتغير إلا الوسوم.',
  unchanged: (count) =>
    plural(count, {
      zero: 'لا فقرات دون تغيير',
      one: 'فقرة واحدة دون تغيير',
      two: 'فقرتان دون تغيير',
      few: '# فقرات دون تغيير',
      many: '# فقرة دون تغيير',
      other: '# فقرة دون تغيير',
    }),
  wasRemoved: 'أُزيل:',
  wasAdded: 'أُضيف:',
  wasChanged: 'تغيّر:',
  articleCut: 'هذه المقالة أطول من أن تُعرض كاملة.',
  readOn: 'متابعة القراءة',
  comments: 'التعليقات',
  writtenBy: 'كتبها',
  share: 'مشاركة المقالة',
  topics: 'المواضيع',
  footnotes: 'الحواشي',
  highlights: 'التظليلات',
  highlightedBy: (people) =>
    plural(people, {
      zero: 'لم يظلّله أحد',
      one: 'ظلّله شخص واحد، اعرف من',
      two: 'ظلّله شخصان، اعرف من',
      few: 'ظلّله # أشخاص، اعرف من',
      many: 'ظلّله # شخصًا، اعرف من',
      other: 'ظلّله # شخص، اعرف من',
    }),
  inTheText: 'عودة إلى النص',
  notInText: 'لم يعد في النص',
  table: 'جدول',
  code: (language) => (language === '' ? 'شيفرة' : said`شيفرة بلغة ${language}`),
  copyCode: 'نسخ الشيفرة',
};
