import type { Areas } from '../areas.ts';
import { decimal, longDate, said } from './in-arabic.ts';

const EVERY = {
  daily: 'كل يوم',
  weekly: 'كل أسبوع',
  monthly: 'كل شهر',
  quarterly: 'كل ثلاثة أشهر',
  yearly: 'كل سنة',
};

/** Amounts in sats come with the word for them, as in English. */
const named = (unit: string): string => (unit === 'sats' ? 'ساتوشي' : unit);

export const subscribe: Areas['subscribe'] = {
  subscribe: 'اشتراك',
  subscribed: 'مشترك',
  title: (name) => said`الاشتراك لدى ${name}`,
  tiers: 'الفئات',
  untitled: 'فئة بلا اسم',
  price: (amount, unit, cadence) => said`${decimal(amount, 2)} ${named(unit)} ${EVERY[cadence]}`,
  monthly: (amount, unit) =>
    said`نحو ${decimal(unit === 'sats' ? Math.round(amount) : amount, 2)} ${named(unit)} كل شهر`,
  truth:
    'ينشر هذا حدثًا موقّعًا فيه فئتك وسعرها. يستطيع الجميع رؤيته. لا يدفع Starling شيئًا: كيفية الدفع بينك وبين الكاتب.',
  payTruth:
    'يدفع هذا السعر مرة واحدة من محفظتك. ثم ينشر حدثًا موقّعًا فيه فئتك وسعرها. يستطيع الجميع رؤيته. ولا يدفع Starling مرة أخرى من تلقاء نفسه أبدًا.',
  pay: (amount) => said`دفع ${amount} ساتوشي`,
  payment: {
    pending: 'دفعتك لهذا الكاتب جارية. يمكنك إغلاق هذا؛ يُنشر الاشتراك متى دُفعت.',
    unknown: 'لا نعرف بعد هل وصلت دفعتك. نواصل البحث؛ لن تدفع مرتين.',
    failed: 'لم تُدفع:',
    due: 'دفعت لهذه الفئة، لكن الاشتراك لم يُنشر بعد.',
    publish: 'نشر الاشتراك',
    invoice: 'ادفع هذه الفاتورة من محفظة لايتنينغ:',
    play: 'هذه ساتوشي تجريبية، ليست مالًا حقيقيًا.',
    qr: 'رمز QR للفاتورة',
    copy: 'نسخ الفاتورة',
    open: 'فتح محفظة',
    giveUp: 'التخلي عنها',
  },
  looking: 'جارٍ البحث عن اشتراك لك على مرحّلاتك',
  paused:
    'لا يُسأل أي مرحّل، لأن كل شيء يمر عبر خدمة التخزين المؤقت. قد يكون لديك اشتراك لا يظهر هنا.',
  unsure: 'لم تُجب كل مرحّلاتك. قد يكون لديك اشتراك لا يظهر هنا.',
  via: 'عبر',
  current: 'فئتك:',
  since: (at) => said`منذ ${longDate(at)}`,
  goneTier: 'فئة لم تعد معروضة',
  endTruth: 'إنهاؤه ينشر حدثًا آخر يقول ذلك. المدفوعات التي أعددتها في مكان آخر يجب إيقافها هناك.',
  end: 'إلغاء الاشتراك',
  cancel: 'إلغاء',
  close: 'إغلاق',
};
