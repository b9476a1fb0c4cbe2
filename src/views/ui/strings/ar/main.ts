import type { UserMessages } from '../../../../events/account/user-message.ts';
import type { Areas } from '../areas.ts';
import { fullNumber, lastOf, plural, said } from './in-arabic.ts';

const copied: Readonly<Record<UserMessages['copied']['what'], string>> = {
  link: 'نُسخ رابط الملاحظة',
  text: 'نُسخ النص',
  id: 'نُسخ المعرّف',
  raw: 'نُسخت البيانات الخام',
  author: 'نُسخ المفتاح العام للكاتب',
  invoice: 'نُسخت الفاتورة',
  token: 'نُسخ الرمز',
  key: 'نُسخ المفتاح العام',
  profile: 'نُسخ رابط الملف الشخصي',
  article: 'نُسخ رابط المقالة',
  event: 'نُسخ رابط الحدث',
  list: 'نُسخ رابط القائمة',
  relay: 'نُسخ عنوان المرحّل',
  nostr: 'نُسخ عنوان Nostr',
  lightning: 'نُسخ عنوان لايتنينغ',
};

const unkept: Readonly<Record<UserMessages['settings.unkept']['why'], string>> = {
  full: 'مساحة التخزين ممتلئة',
  blocked: 'التخزين معطّل',
  newer: 'كتبتها نسخة أحدث',
  silent: 'لا جواب',
};

/**
 * Names and descriptions of the default feeds (`events/reading/feed/default-feeds.ts`). Other feeds
 * keep the names that users or services gave them.
 */
const FEEDS: ReadonlyMap<string, string> = new Map([
  ['Everyone', 'الجميع'],
  ['Following', 'من تتابعهم'],
  ['Following with replies', 'من تتابعهم مع الردود'],
  ['Reads', 'المقالات'],
  ['Zapped by follows', 'ما أرسل إليه زابات من تتابعهم'],
  ['All articles', 'كل المقالات'],
  ['Latest notes by everybody', 'أحدث الملاحظات من الجميع'],
  ['Latest notes by your follows', 'أحدث ملاحظات من تتابعهم'],
  ['Latest notes and replies by your follows', 'أحدث ملاحظات من تتابعهم وردودهم'],
  [
    'Articles that the people you follow write or take up',
    'مقالات يكتبها من تتابعهم أو يتناولونها',
  ],
  ['Articles that the people you follow have zapped', 'مقالات أرسل إليها زابات من تتابعهم'],
  ['Everything that is long, newest first', 'كل النصوص الطويلة، الأحدث أولًا'],
]);
const OF_A_TIME =
  /^(Trending|Most zapped|Global trending notes in the past|Most zapped notes in the past) (\d*) ?(h|d|hours?|days)$/;
const ON_TOPIC = /^(On|Articles that carry the topic) (bitcoin|nostr|art|technology|philosophy)$/;

/** Translate the name or the description of a default feed. Other texts stay unchanged. */
function feed(given: string): string {
  const [, what = '', number = '', unit = ''] = OF_A_TIME.exec(given) ?? [];
  const [, , topic = ''] = ON_TOPIC.exec(given) ?? [];
  if (topic !== '') return said`مقالات عن ${topic}`;
  if (what === '') return FEEDS.get(given) ?? given;
  const length = (number === '' ? 1 : Number(number)) * (unit.startsWith('d') ? 86_400 : 3_600);
  const name = what.startsWith('Most') ? 'الأكثر زابات' : 'الرائج';
  return `${what.endsWith('past') ? 'ملاحظات من ' : ''}${name}، ${lastOf(length)}`;
}

export const main: Areas['main'] = {
  locale: 'ar',
  app: {
    name: 'Starling',
    nav: {
      main: 'التنقل الرئيسي',
      home: 'الرئيسية',
      reads: 'مقالات',
      explore: 'استكشاف',
      messages: 'الرسائل',
      bookmarks: 'العلامات',
      notifications: 'الإشعارات',
      downloads: 'التنزيلات',
      settings: 'الإعدادات',
      help: 'المساعدة',
      profile: 'الملف الشخصي',
      menu: 'القائمة',
      newNote: 'ملاحظة جديدة',
      signIn: 'تسجيل الدخول',
      createAccount: 'إنشاء حساب',
      theme: 'المظهر',
      discover: 'اكتشاف',
      unread: (count) => (count > 99 ? 'أكثر من 99 جديدًا' : `${fullNumber(count)} جديد`),
      skipToContent: 'انتقل إلى المحتوى',
      skipToNavigation: 'انتقل إلى قائمة التنقل',
    },
    search: {
      label: 'بحث',
      placeholder: 'ابحث عن ملاحظات وأشخاص ووسوم',
    },
    action: {
      back: 'رجوع',
      close: 'إغلاق',
      retry: 'أعد المحاولة',
      reload: 'أعد تحميل الصفحة',
      dismiss: 'إخفاء',
      goHome: 'إلى الرئيسية',
    },
    state: {
      loading: 'جارٍ التحميل',
      offline: 'غير متصل.',
      offlineSince: (time) => said`غير متصل. آخر تحديث عند ${time}.`,
      notifications: 'رسائل التطبيق',
    },
    failed: {
      screen: 'لم تُحمَّل هذه الشاشة',
      screenCause: 'تعذّر تحميل الشيفرة أو قراءة البيانات. بقية Starling تعمل.',
      part: 'لم يُحمَّل هذا الجزء',
      offline: 'أنت غير متصل. سيُحمَّل متى عاد الاتصال.',
      row: 'تعذّر عرض هذا',
      rowCause: 'تعذّرت قراءة بياناته. كل ما عداه يعمل.',
      app: 'توقف Starling',
      appCause: 'مسوداتك محفوظة على هذا الجهاز. أعد التحميل لتتابع.',
      redirects: 'عمليات إعادة توجيه كثيرة جدًا',
      path: 'هذا المسار لا يؤدي إلى شيء',
    },
    count: {
      newNotes: (count) =>
        count > 98
          ? 'أكثر من 99 ملاحظة جديدة'
          : plural(count, {
              zero: 'لا ملاحظات جديدة',
              one: 'ملاحظة جديدة',
              two: 'ملاحظتان جديدتان',
              few: '# ملاحظات جديدة',
              many: '# ملاحظة جديدة',
              other: '# ملاحظة جديدة',
            }),
    },
    verified: {
      provider: 'موثّق لدى هذه الخدمة',
      domain: 'اسم موثّق',
      service: 'اسم تحققت منه خدمة التخزين المؤقت',
      legend: 'أسطورة، اسم موثّق',
    },
    footer: {
      label: 'عن Starling',
      help: 'المساعدة',
      downloads: 'التنزيلات',
      privacy: 'الخصوصية',
      terms: 'الشروط',
      support: 'الدعم',
    },
  },
  account: {
    publishing: (unfinished) =>
      unfinished > 0 ? `النشر، لم يكتمل ${fullNumber(unfinished)}` : 'النشر',
  },
  reading: {
    end: 'وصلت إلى النهاية. أنت قارئ سريع',
    seeMore: 'عرض المزيد',
    sensitive: 'محتوى حساس',
    feed,
    chooseFeed: 'اختر خلاصة',
    emptyFeed: 'لا شيء هنا بعد',
    feedFailed: 'لم تُحمَّل هذه الخلاصة',
    feedFailedCause: 'لم تُجب خدمة التخزين المؤقت في الوقت المناسب.',
    feedRefused: 'هذه الخلاصة غير متاحة الآن',
    feedRefusedCause: 'لم تستطع خدمة التخزين المؤقت تقديمها. حاول لاحقًا.',
    moreFailed: 'لم تُحمَّل الملاحظات التالية',
    reposted: 'أعاد النشر',
    repostedWith: (others) =>
      plural(others, {
        zero: 'أعاد النشر',
        one: 'وشخص آخر أعادا النشر',
        two: 'وشخصان آخران أعادوا النشر',
        few: 'و# آخرين أعادوا النشر',
        many: 'و# آخرين أعادوا النشر',
        other: 'و# آخرين أعادوا النشر',
      }),
    replyingToName: 'ردًا على',
    aNote: 'ملاحظة',
    anArticle: 'مقالة',
    quotedNote: 'ملاحظة مقتبسة',
    quotedArticle: 'مقالة مقتبسة',
    untitled: 'بلا عنوان',
    minutes: (minutes) =>
      plural(minutes, {
        zero: 'أقل من دقيقة قراءة',
        one: 'دقيقة قراءة',
        two: 'دقيقتا قراءة',
        few: '# دقائق قراءة',
        many: '# دقيقة قراءة',
        other: '# دقيقة قراءة',
      }),
  },
  media: {
    alt: 'وصف',
    pictures: (count) =>
      plural(count, {
        zero: 'لا صور',
        one: 'صورة واحدة',
        two: 'صورتان',
        few: '# صور',
        many: '# صورة',
        other: '# صورة',
      }),
    openPicture: 'افتح الصورة',
    openNamed: (alt) => said`افتح الصورة: ${alt}`,
  },
  note: {
    actions: 'إجراءات',
    reply: 'رد',
    zap: 'زاب',
    like: 'إعجاب',
    repost: 'إعادة نشر',
    bookmark: 'علامة',
    more: 'المزيد',
  },
  messages: {
    'act.unavailable': 'هذه الميزة غير متاحة في هذه النسخة التجريبية. نحن نعمل عليها. عد قريبًا!',
    'act.signIn': 'سجّل الدخول لتفعل هذا',
    'act.signInToZap': 'سجّل الدخول لترسل زاب',
    copied: ({ what }) => copied[what],
    'copy.failed': 'هذا المتصفح لا يسمح بالنسخ هنا',
    'signIn.unavailable': 'تعذّر تحميل تسجيل الدخول. حاول مرة أخرى.',
    'language.unavailable': 'لم تُحمَّل هذه اللغة. حاول مرة أخرى.',
    'settings.unkept': ({ why }) => said`لا يستطيع هذا الجهاز حفظ الإعدادات: ${unkept[why]}`,
  },
};
