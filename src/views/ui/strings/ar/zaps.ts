import type { Areas } from '../areas.ts';
import { clockTime, fullNumber, percent, plural, relativeTime, said } from './in-arabic.ts';

const unit = (isPlay: boolean): string => (isPlay ? 'ساتوشي تجريبي' : 'ساتوشي');
const sats = (amount: number, isPlay = false): string => `${fullNumber(amount)} ${unit(isPlay)}`;

/** Minutes and seconds, as a clock counts down. */
const timer = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

export const zaps: Areas['zaps'] = {
  sats,
  unit,
  about: (money) => said`نحو ${money}`,
  menu: 'زاب مخصص',
  onItsWay: 'الزاب في طريقه',
  more: (sum) => said`زاب بمقدار ${sum}. اضغط مطولًا لتختار.`,
  own: 'الزاب هنا يعود إليك',
  amount: {
    whole: 'ساتوشي كامل',
    unreadable: 'اكتب عددًا صحيحًا من الساتوشي بالأرقام وحدها، مثل 1000، بلا فاصلة أو نقطة أو حروف',
  },
  again: {
    open: 'قد يصل زاب سابق بعد',
    openSum: (sum) => said`قد يصل زاب سابق بمقدار ${sum} بعد.`,
    over: 'سُوّي الزاب السابق الآن.',
    title: 'زاب مرة أخرى؟',
    hint: 'إن وصل تكون قد دفعت مرتين.',
    confirm: (sum) => said`إرسال ${sum} إضافية`,
  },
  dialog: {
    title: (name) => said`زاب إلى ${name}`,
    feed: (name) => said`زاب إلى ${name}`,
    amounts: 'المبلغ بالساتوشي',
    elsewhere: (sum) =>
      said`الزاب الافتراضي ${sum}. لم يعرض عليك هذا الجهاز هذا المبلغ من قبل. أرسل به مرة واحدة، أو غيّره في الإعدادات.`,
    another: 'مبلغ آخر',
    range: (most) => said`من 1 إلى ${most}`,
    tooMuch: (most) => said`اختر ما لا يزيد على ${most} ساتوشي`,
    message: 'رسالة يراها الجميع',
    secret: 'في هذا مفتاح خاص أو رابط محفظة، ويستطيع الجميع قراءته هنا.',
    count: (used, most) => said`${used} من ${most}`,
    splits: 'الحصص',
    percent: (share) => percent(share / 100),
    others: 'آخرون مذكورون هنا بلا عنوان لايتنينغ. تذهب حصتهم إلى البقية.',
    zap: (sum) => said`إرسال ${sum}`,
    choose: 'اختر مبلغًا',
    looking: 'جارٍ البحث عن عنوان الدفع',
    nutzap: 'على هيئة نتزاب: نقد إلكتروني لا يصرفه إلا المستلم',
    someNutzaps: 'نتزاب لمن يقبله، والباقي على العناوين',
    percentNutzap: (share) => said`نتزاب · ${percent(share / 100)}`,
  },
  paidBy: {
    short: (sum) => said`الرصيد لا يكفي: ${sum}.`,
    walletFee: 'تحدد محفظتك الرسوم.',
    fee: (sum) => said`رسوم دار السك: ${sum} على الأكثر`,
    label: 'يُدفع من',
    webln: 'محفظة هذا المتصفح',
    ecash: (mint) => said`نقد إلكتروني من ${mint}`,
    nutzap: (mint) => said`نتزاب، نقد إلكتروني من ${mint}`,
    shown: 'محفظة أخرى، برمز QR',
    left: (left, limit, isPlay) => said`بقي في ميزانية اليوم ${left} من ${sats(limit, isPlay)}`,
    above: 'فوق ميزانية اليوم',
    other: 'اختيار طريقة دفع أخرى',
    once: 'لهذه الدفعة فقط.',
    keep: 'الدفع هكذا دائمًا',
  },
  terms: {
    to: 'إلى',
    unnamed: 'مُصدر الفاتورة؛ فهي لا تسمّي أحدًا',
    fee: 'أعلى رسوم',
    byWallet: 'تحددها محفظتك',
  },
  card: {
    label: 'الدفعة',
    to: (sum, name) => said`${sum} إلى ${name}`,
    steps: { ask: 'طلب', check: 'تحقق', pay: 'دفع', proof: 'إثبات' },
    asking: (name) => said`جارٍ طلب فاتورة من محفظة ${name}`,
    askingHint: 'لا يزال بإمكانك الإلغاء.',
    checking: 'جارٍ التحقق من الفاتورة',
    checkingHint: 'المبلغ والمستلم والوقت الباقي.',
    paying: (wallet) => said`جارٍ الدفع من ${wallet}`,
    payingHint: (asked) => said`سُئلت ${relativeTime(-asked)}. يمكنك إغلاق هذا؛ ويستمر الدفع.`,
    giving: (name) => said`جارٍ قفل نقدك الإلكتروني لصالح ${name}`,
    givingHint: 'يمكنك إغلاق هذا؛ ويستمر الزاب.',
    undelivered: (name) => said`قُفل لصالح ${name}، ولم يُسلَّم بعد`,
    undeliveredHint: 'لم يأخذ أي مرحّل الزاب. نواصل المحاولة؛ لن تدفع مرتين.',
    paid: (fee, isPlay) =>
      fee === undefined
        ? 'دُفعت'
        : fee === 0
          ? 'دُفعت، بلا رسوم'
          : said`دُفعت، والرسوم ${sats(fee, isPlay)}`,
    proof: 'الإثبات',
    copyProof: 'نسخ الإثبات',
    receipt: 'إيصال الزاب هنا.',
    noReceipt: 'إيصال الزاب يتبع.',
    by: {
      receipt: 'يثبتها إيصال الزاب.',
      nutzap: 'نُشر النتزاب؛ لا يصرف نقده إلا المستلم.',
      lookup: 'تقول المحفظة إنها دُفعت.',
      person: 'قلت إنها دُفعت.',
    },
    failed: 'لم تُدفع',
    says: (who) => said`تقول ${who}:`,
    safe: 'لم يغادر محفظتك شيء.',
    unknown: 'لا نعرف بعد.',
    unknownHint: 'نواصل البحث؛ لن تدفع مرتين.',
    ends: (at) => said`تنتهي الفاتورة عند ${clockTime(at)}.`,
    asked: (wallet, at) => said`سُئلت ${wallet} عند ${clockTime(at)}.`,
    some: (paid, all) => said`دُفع ${paid} من ${all} من الحصص.`,
    cancel: 'إلغاء',
    close: 'إغلاق',
    done: 'تم',
    again: 'إعادة المحاولة',
    other: 'محفظة أخرى',
    look: 'سؤال المحفظة',
    resend: 'إعادة الإرسال',
  },
  qr: {
    title: (sum) => said`دفع ${sum}`,
    to: (name) => said`إلى ${name}`,
    code: 'رمز QR للفاتورة',
    hint: (isPlay) =>
      isPlay
        ? 'امسح هذه الفاتورة أو افتحها بمحفظة للساتوشي التجريبي: فترسله، وهو بلا قيمة.'
        : 'امسح هذه الفاتورة أو افتحها بأي محفظة Lightning: فترسل هذا الساتوشي، وهو مبالغ صغيرة من البيتكوين.',
    connect: 'للدفع من هنا، اربط محفظة:',
    wallets: 'المحافظ المتصلة',
    waiting: 'بانتظار الدفع',
    left: (seconds) => said`بقي ${timer(seconds)}`,
    minute: 'بقيت دقيقة واحدة للدفع',
    ended: 'انتهت صلاحية الفاتورة',
    endedHint: 'اطلب فاتورة جديدة لتدفع.',
    copyInvoice: 'نسخ الفاتورة',
    copy: 'نسخ',
    open: 'فتح محفظة',
  },
  pay: {
    unbound: (host) =>
      said`أصدرت ${host} فاتورة لا تذكر هذه الدفعة. ربما تكون لشيء آخر. إذا دفعتها فلن تُسأل عن هذه الخدمة مرة أخرى.`,
    title: (sum) => said`دفع ${sum}؟`,
    open: (sum) => said`دفع ${sum}`,
    for: 'مقابل',
    left: (seconds) => said`تنتهي ${relativeTime(seconds)}`,
    confirm: (sum) => said`دفع ${sum}`,
    qr: 'عرض رمز QR',
    large: (limit) => said`طلبت تأكيد المدفوعات التي تتجاوز ${limit}.`,
    cancel: 'إلغاء',
    anyTitle: 'دفع فاتورة',
    anyAmount: 'تختار أنت المبلغ.',
  },
  goal: {
    label: 'هدف زابات',
    of: (raised, target, isPlay) => said`${raised} من ${sats(target, isPlay)}`,
    percent: (share) => said`بُلغ ${percent(share / 100)}`,
    reached: 'بُلغ الهدف',
    until: (at) => said`حتى ${at}`,
    over: (at) => said`انتهى ${at}`,
    zap: 'زاب',
    zaps: (count) =>
      plural(count, {
        zero: 'لا زابات',
        one: 'زاب واحد',
        two: 'زابان',
        few: '# زابات',
        many: '# زابًا',
        other: '# زاب',
      }),
  },
};
