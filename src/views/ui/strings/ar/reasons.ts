import type {
  FailureReason,
  RefusalCode,
} from '../../../../events/publish/outbox/publish-failure.ts';
import { inSeconds } from '../../../../events/core/time.ts';
import type { Areas } from '../areas.ts';
import { wordsOf } from '../say.ts';
import { plural, said } from './in-arabic.ts';
import { main } from './main.ts';
import { ownMessages } from './own-messages.ts';

const days = (count: number): string =>
  plural(count, {
    zero: 'أقل من يوم',
    one: 'يوم',
    two: 'يومان',
    few: '# أيام',
    many: '# يومًا',
    other: '# يوم',
  });
const hours = (count: number): string =>
  plural(count, {
    zero: 'أقل من ساعة',
    one: 'ساعة',
    two: 'ساعتان',
    few: '# ساعات',
    many: '# ساعة',
    other: '# ساعة',
  });
const minutes = (count: number): string =>
  plural(count, {
    zero: 'أقل من دقيقة',
    one: 'دقيقة',
    two: 'دقيقتان',
    few: '# دقائق',
    many: '# دقيقة',
    other: '# دقيقة',
  });

/** Seconds in words, rounded for people. */
function span(seconds: number): string {
  const [size, named] =
    seconds >= 86_400
      ? ([86_400, days] as const)
      : seconds >= 3_600
        ? ([3_600, hours] as const)
        : ([60, minutes] as const);
  return named(Math.max(1, Math.round(seconds / size)));
}

function clock(ahead: number | undefined, text: string): string {
  if (ahead === undefined)
    return said`لا يقبل أحد المرحّلات تاريخه. تحقق من تاريخ هذا الجهاز ووقته. يقول المرحّل: ${text}`;
  if (Math.abs(ahead) < 60) return said`لا يقبل أحد المرحّلات تاريخه. يقول: ${text}`;
  return ahead > 0
    ? said`ساعتك متقدمة، والفرق ${span(ahead)}. اضبطها وحاول مرة أخرى.`
    : said`ساعتك متأخرة، والفرق ${span(-ahead)}. اضبطها وحاول مرة أخرى.`;
}

const because = (text: string): string => (text === '' ? '' : said` يقول: ${text}`);

const refusals: Readonly<
  Record<Exclude<RefusalCode, 'clock'>, (relay: string, text: string) => string>
> = {
  replaced: () => 'توجد نسخة أحدث، من جهاز آخر أو من تطبيق آخر.',
  duplicate: (relay) => said`لدى ${relay} نسخة منه من قبل.`,
  pow: (relay, text) =>
    `${said`يطلب ${relay} إثبات عمل. اختره تحت نصك ثم انشره مرة أخرى.`}${because(text)}`,
  blocked: (relay, text) => `${said`لا يقبل ${relay} هذا منك.`}${because(text)}`,
  'rate-limited': (relay) => said`يطلب منك ${relay} التمهل. انتظر دقيقة وحاول مرة أخرى.`,
  invalid: (relay, text) => `${said`وجده ${relay} غير صالح.`}${because(text)}`,
  restricted: (relay, text) => `${said`${relay} للأعضاء فقط.`}${because(text)}`,
  'auth-required': (relay) => said`يطلب منك ${relay} تسجيل الدخول أولًا. حاول مرة أخرى فيُسأل موقِّعك.`,
  mute: (relay) => said`يبقيه ${relay} مخفيًا.`,
  error: (relay, text) => `${said`في ${relay} مشكلة.`}${because(text)}`,
  other: (relay, text) =>
    text === '' ? said`رفضه ${relay} بلا سبب.` : said`يقول ${relay}: ${text}`,
};

function reasonWords(reason: FailureReason): string {
  switch (reason.code) {
    case 'readonly':
      return 'أضف مفتاحه لتنشر.';
    case 'unreachable':
      return reason.again
        ? 'تعذّر الوصول إلى أي من مرحّلاتك. سيُرسل تلقائيًا متى عاد أحدها.'
        : 'تعذّر الوصول إلى أي من مرحّلاتك.';
    case 'silent':
      return 'لم يُجب أي مرحّل خلال 8 ثوانٍ.';
    case 'unsigned':
      return wordsOf({ ...main.messages, ...ownMessages }, reason.refusal) ?? '';
    case 'clock':
      return clock(reason.ahead && inSeconds(reason.ahead), reason.said);
    default:
      return refusals[reason.code](reason.relay.replace(/^wss?:\/\//, ''), reason.said);
  }
}

export const reasons: Areas['reasons'] = {
  of: reasonWords,
  waits: {
    offline: 'أنت غير متصل. سيُرسل متى عاد الاتصال.',
    opens: 'أنت غير متصل. سيُفتح متى عاد الاتصال.',
    offlineOnly: 'أنت غير متصل. حاول مرة أخرى متى عاد الاتصال.',
    proxied: 'بالانتظار، لأن كل شيء يمر عبر خدمة التخزين المؤقت. سيُرسل حالما توقف ذلك.',
  },
};
