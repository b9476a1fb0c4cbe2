import type { Areas } from '../areas.ts';
import { decimal, said } from './in-arabic.ts';

const sats = (msats: number): string => said`${decimal(msats / 1_000, 3)} ساتوشي`;

export const payments: Areas['payments'] = {
  words: {
    'pay.noAddress': 'ليس لهذا الشخص عنوان لايتنينغ',
    'pay.badAddress': 'لا يمكن الدفع إلى عنوان لايتنينغ هذا',
    'pay.unreachable': 'لم تُجب خدمة عنوان لايتنينغ هذا',
    'pay.offline': 'كنت غير متصل، لذلك لم يُدفع شيء. حاول مجددًا عندما تعود.',
    'pay.noZaps': 'خدمة عنوان لايتنينغ هذا لا تقبل الزابات',
    'pay.outOfRange': ({ min, max }) =>
      said`لا يمكن هنا إرسال إلا من ${sats(min)} إلى ${sats(max)}`,
    'pay.badInvoice': 'لا يمكن دفع هذه الفاتورة',
    'pay.otherAmount': ({ asked, invoiced }) =>
      said`أردت دفع ${sats(asked)}، وتقول الفاتورة ${sats(invoiced)}. لم تُدفع.`,
    'pay.anyAmount': 'لا تذكر الفاتورة مبلغًا. لم تُدفع.',
    'pay.otherNetwork': ({ network }) => said`الفاتورة من شبكة أخرى (${network}). لم تُدفع.`,
    'pay.expired': 'انتهت صلاحية الفاتورة',
    'pay.paidBefore': 'دُفعت هذه الفاتورة من قبل، أو يجري دفعها',
    'pay.openBefore': 'قد يصل زاب سابق بعد، ولذلك لم يُدفع هذا',
    'pay.overDay': ({ limit }) => said`يتجاوز هذا ميزانيتك البالغة ${sats(limit)} في اليوم`,
    'pay.overWallet': ({ limit }) =>
      said`يتجاوز هذا ميزانيتك البالغة ${sats(limit)} في اليوم لهذه المحفظة`,
    'pay.unsigned': 'لم يُوقَّع طلب الزاب',
    'pay.secret': 'في الرسالة مفتاح خاص أو رابط محفظة، فلم يُوقَّع طلب الزاب.',
    'pay.declined': 'لم تدفعها',
    'pay.unanswered': 'لم يُؤكَّد في الوقت المناسب',
    'pay.unkept': 'لم يستطع هذا الجهاز حفظ الدفعة، فلم يُدفع شيء',
    'pay.noWallet': 'لم تعد المحفظة متصلة',
    no_webln_extension: 'تلزم لهذا إضافة محفظة (WebLN)',
    'pay.walletSilent': 'لم تُجب المحفظة في الوقت المناسب',
    'pay.badProof': 'تقول المحفظة إنها دفعت، لكنها لا تثبت ذلك',
    'pay.interrupted': 'أُغلقت الصفحة أثناء الدفع',
    'pay.notSeen': 'انتهت صلاحية الفاتورة، ولم يُر دفع',
    'pay.neverPaid': 'تقول المحفظة إن هذه لم تُدفع',
    'pay.saidUnpaid': 'قلت إنها لم تُدفع',
    'pay.mintRefused': 'لم تدفعها دار السك، وعاد نقدك الإلكتروني',
    'pay.notEnough': 'الرصيد المتاح لا يكفي',
    'pay.feeTooHigh': ({ limit }) =>
      said`تريد دار السك رسومًا تزيد على ${sats(limit)}. لم تدفع شيئًا، ولا يزال نقدك لك.`,
    'pay.notGiven': 'لم تقفل دار السك النقد الإلكتروني للمستلم. لا يزال لك.',
    'pay.unpublished': 'النقد الإلكتروني مقفل للمستلم، لكن لم يأخذ أي مرحّل الزاب بعد',
    'wallet.noKey': 'نص الاتصال غير صالح: ينقصه المفتاح العام',
    'wallet.noRelay': 'نص الاتصال غير صالح: ينقصه المرحّل',
    'wallet.noSecret': 'نص الاتصال غير صالح: ينقصه السر',
    'wallet.known': 'هذه المحفظة متصلة من قبل',
    'wallet.tooMany': 'لا يمكن وصل مزيد من المحافظ',
    'wallet.unkept': 'لم يستطع هذا الجهاز حفظ المحفظة',
    'wallet.silent': 'لا تجيب المحفظة',
    'wallet.notPermitted':
      'المحفظة غير متصلة: كل شيء يمر عبر خدمة التخزين المؤقت. يمكنك السماح بمرحّلها من الإعدادات، الشبكة.',
    'wallet.notInTime': 'لم تتصل المحفظة في الوقت المناسب، فلم يُدفع شيء. حاول مرة أخرى.',
    'wallet.cannot': 'لا تستطيع المحفظة فعل هذا',
    said: ({ text }) => text,
  },
  unpaid: {
    made: (address) => said`أصدر ${address} الفاتورة.`,
    noInvoice: 'لم تكن هناك فاتورة بعد.',
    ended: (time) => said`انتهت صلاحيتها ${time}.`,
    ends: (time) => said`تنتهي صلاحيتها ${time}.`,
    noWallet: 'لم تُسأل أي محفظة أن تدفعها.',
    elsewhere: 'عُرضت لمحفظة أخرى، ولم تُسأل أي محفظة متصلة.',
    wallet: (name) => said`سُئلت ${name} أن تدفعها.`,
    again: '«إعادة المحاولة» يطلب فاتورة جديدة.',
    ask: 'للدفع اطلب فاتورة جديدة.',
    open: 'للدفع افتح الفاتورة من حيث وجدتها.',
  },
};
