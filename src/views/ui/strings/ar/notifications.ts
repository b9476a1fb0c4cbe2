import type { Areas } from '../areas.ts';
import { fullNumber, plural, said } from './in-arabic.ts';

/** The verb agrees with the number of people. */
const verb = (people: number, one: string, two: string, more: string): string =>
  people === 1 ? one : people === 2 ? two : more;

/** A noun that agrees with a number shown separately before it. */
const noun = (count: number, few: string, many: string, other: string): string =>
  plural(count, { zero: other, one: other, two: other, few, many, other });

export const notifications: Areas['notifications'] = {
  tabsLabel: 'أنواع الإشعارات',
  tabs: {
    all: 'الكل',
    zaps: 'زابات',
    replies: 'ردود',
    mentions: 'إشارات إليك',
    reposts: 'إعادات نشر',
    reactions: 'تفاعلات',
  },
  empty: {
    all: {
      title: 'لا إشعارات بعد',
      text: 'حين يتابعك أحد أو يردّ عليك أو يتفاعل مع ملاحظاتك يظهر ذلك هنا.',
    },
    zaps: { title: 'لا زابات بعد', text: 'حين يرسل أحد زاب إلى إحدى ملاحظاتك يظهر ذلك هنا.' },
    replies: { title: 'لا ردود بعد', text: 'حين يردّ عليك أحد يظهر ذلك هنا.' },
    mentions: { title: 'لا إشارات إليك بعد', text: 'حين يكتب أحد اسمك في ملاحظة يظهر ذلك هنا.' },
    reposts: { title: 'لا إعادات نشر بعد', text: 'حين يعيد أحد نشر إحدى ملاحظاتك يظهر ذلك هنا.' },
    reactions: { title: 'لا تفاعلات بعد', text: 'حين تنال إحدى ملاحظاتك إعجابًا يظهر ذلك هنا.' },
  },
  count: (count, isWhole) =>
    count > 99
      ? '\u2066+99\u2069'
      : isWhole
        ? fullNumber(count)
        : `\u2066+${fullNumber(count)}\u2069`,
  list: (tab) => said`الإشعارات: ${tab}`,
  findPeople: 'البحث عن أشخاص',
  showNew: (count) => said`عرض ${count}`,
  markAll: 'تحديد الكل كمُشاهَد',
  settings: 'إعدادات الإشعارات',
  needs: 'إشعاراتك',
  needsText:
    'سجّل الدخول لترى من تابعك أو ردّ عليك، ومن أُعجب بملاحظاتك أو أعاد نشرها أو أرسل إليها زاب.',
  isNew: 'جديد',
  newSince: (when) => said`منذ ${when}`,
  yesterday: 'أمس',
  today: 'اليوم',
  and: ' و',
  between: '، ',
  others: (count) =>
    plural(count, {
      zero: 'ولا أحد غيرهما',
      one: 'وشخص آخر',
      two: 'وشخصان آخران',
      few: 'و# آخرون',
      many: 'و# آخرون',
      other: 'و# آخرون',
    }),
  things: {
    yourNote: 'ملاحظتك',
    yourReply: 'ردّك',
    yourArticle: 'مقالتك',
    belowYours: 'رد تحت ملاحظتك',
    noteWithYou: 'ملاحظة تذكرك',
    noteWithYours: 'ملاحظة تقتبس منك',
    you: 'حسابك',
  },
  actions: {
    followed: (_, people) => verb(people, 'بدأ متابعتك', 'بدآ متابعتك', 'بدؤوا متابعتك'),
    unfollowed: (_, people) =>
      verb(people, 'توقف عن متابعتك', 'توقفا عن متابعتك', 'توقفوا عن متابعتك'),
    zapped: (thing, people) => `${verb(people, 'أرسل', 'أرسلا', 'أرسلوا')} زاب إلى ${thing}`,
    liked: (thing, people) =>
      `${verb(people, 'أبدى إعجابه', 'أبديا إعجابهما', 'أبدوا إعجابهم')} ب${thing}`,
    reposted: (thing, people) => `${verb(people, 'أعاد', 'أعادا', 'أعادوا')} نشر ${thing}`,
    replied: (thing, people) => `${verb(people, 'ردّ', 'ردّا', 'ردّوا')} على ${thing}`,
    mentioned: (_, people) => `${verb(people, 'ذكرك', 'ذكراك', 'ذكروك')} في ملاحظة`,
    quoted: (thing, people) => `${verb(people, 'اقتبس', 'اقتبسا', 'اقتبسوا')} ${thing}`,
    highlighted: (thing, people) => `${verb(people, 'ظلّل', 'ظلّلا', 'ظلّلوا')} مقطعًا من ${thing}`,
    bookmarked: (thing, people) => `${verb(people, 'وضع', 'وضعا', 'وضعوا')} علامة على ${thing}`,
    reacted: (thing, people) => `${verb(people, 'تفاعل', 'تفاعلا', 'تفاعلوا')} مع ${thing}`,
    live: (_, people) => `${verb(people, 'بدأ', 'بدآ', 'بدؤوا')} بثًا مباشرًا`,
  },
  over: {
    replied: (thing) => `رد على ${thing}`,
    mentioned: () => 'ذكرك في ملاحظة',
    quoted: (thing) => `اقتباس من ${thing}`,
  },
  alert: (name, deed) => said`${name} ${deed}`,
  messageAlert: 'لديك رسالة جديدة',
  reactedWith: (thing, emoji, people) =>
    said`${verb(people, 'تفاعل', 'تفاعلا', 'تفاعلوا')} مع ${thing} بـ ${emoji}`,
  sats: (amount) => said`${amount} ساتوشي`,
  largest: (amount) => said`أكبرها ${amount}، من`,
  failed: 'لم تُحمَّل الإشعارات',
  refused: 'الإشعارات غير متاحة الآن',
  refusedCause: 'لم تستطع خدمة التخزين المؤقت تقديمها. حاول لاحقًا.',
  moreFailed: 'لم تُحمَّل الإشعارات التالية',
  end: 'شاهدت كل شيء',
  oldest: 'لا إشعارات أقدم',
  owed: 'لم تُعلَّم مقروءة في مكان آخر بعد',
  mark: 'تحديد كمُشاهَد',
  marking: 'بانتظار موقِّعك',
  summary: {
    title: 'منذ آخر مرة نظرت',
    first: 'حتى الآن',
    label: 'الملخص',
    none: 'لا جديد بعد',
    since: (when) => said`منذ ${when}`,
    from: (zaps, largest) =>
      said`${plural(zaps, {
        zero: 'بلا زابات',
        one: 'من زاب واحد',
        two: 'من زابين',
        few: 'من # زابات',
        many: 'من # زابًا',
        other: 'من # زاب',
      })}، أكبرها ${largest}`,
    gained: 'متابعون كُسبوا',
    lost: 'متابعون فُقدوا',
    likes: 'الإعجابات',
    mentions: 'الإشارات إليك',
    replies: 'الردود',
    reposts: 'إعادات النشر',
    zaps: 'الزابات',
    short: {
      gained: (count) => noun(count, 'متابعين', 'متابعًا', 'متابع'),
      lost: () => 'توقف عن المتابعة',
      likes: (count) => noun(count, 'إعجابات', 'إعجابًا', 'إعجاب'),
      mentions: (count) => noun(count, 'إشارات', 'إشارة', 'إشارة'),
      replies: (count) => noun(count, 'ردود', 'ردًا', 'رد'),
      reposts: (count) => noun(count, 'إعادات نشر', 'إعادة نشر', 'إعادة نشر'),
      zaps: (count) => noun(count, 'زابات', 'زابًا', 'زاب'),
      sats: () => 'ساتوشي',
    },
    atLeast: (number) => `\u2066+${number}\u2069`,
  },
  hidden: (count) =>
    plural(count, {
      zero: 'لا تخفي مرشحاتك أي إشعار.',
      one: 'تخفي مرشحاتك إشعارًا واحدًا.',
      two: 'تخفي مرشحاتك إشعارين.',
      few: 'تخفي مرشحاتك # إشعارات.',
      many: 'تخفي مرشحاتك # إشعارًا.',
      other: 'تخفي مرشحاتك # إشعار.',
    }),
  showHidden: 'عرض السبب',
  hideHidden: 'إغلاق',
  reasons: 'لماذا أُخفيت',
};
