import type { Areas } from '../areas.ts';
import { plural, said } from './in-arabic.ts';

const notes = (count: number): string =>
  plural(count, {
    zero: 'لا ملاحظات',
    one: 'ملاحظة واحدة',
    two: 'ملاحظتان',
    few: '# ملاحظات',
    many: '# ملاحظة',
    other: '# ملاحظة',
  });

const moreThan = (count: number): string =>
  plural(count, {
    zero: 'ملاحظات',
    one: 'أكثر من ملاحظة واحدة',
    two: 'أكثر من ملاحظتين',
    few: 'أكثر من # ملاحظات',
    many: 'أكثر من # ملاحظة',
    other: 'أكثر من # ملاحظة',
  });

const authors = (count: number): string =>
  plural(count, {
    zero: 'لا أحد',
    one: 'كاتب واحد',
    two: 'كاتبين',
    few: '# كتّاب',
    many: '# كاتبًا',
    other: '# كاتب',
  });

const minutes = (count: number): string =>
  plural(count, {
    zero: 'أقل من دقيقة',
    one: 'دقيقة واحدة',
    two: 'دقيقتين',
    few: '# دقائق',
    many: '# دقيقة',
    other: '# دقيقة',
  });

const replies = (count: number): string =>
  plural(count, {
    zero: 'لا ردود',
    one: 'رد واحد',
    two: 'ردّان',
    few: '# ردود',
    many: '# ردًا',
    other: '# رد',
  });

const likes = (count: number): string =>
  plural(count, {
    zero: 'لا إعجابات',
    one: 'إعجاب واحد',
    two: 'إعجابان',
    few: '# إعجابات',
    many: '# إعجابًا',
    other: '# إعجاب',
  });

export const catchUp: Areas['catchUp'] = {
  title: 'ما فاتك',
  here: 'كنت هنا',
  open: 'عرض ما فاتك',
  side: 'آخر ما قرأته',
  resume: 'متابعة القراءة',
  resumeText: 'عد إلى الموضع الذي كنت عنده حين غادرت.',
  missedText: 'اطّلع على ما فاتك منذ ذلك الحين، بحسب الكاتب والشعبية.',
  dismiss: 'ليس الآن',
  missed: (count, isAll, since) => said`${isAll ? notes(count) : moreThan(count)} منذ ${since}`,
  from: (people, time) => said`من ${authors(people)}. تستغرق القراءة نحو ${minutes(time)}.`,
  byAuthor: 'بحسب الكاتب',
  notes: 'ملاحظات',
  more: (count) =>
    plural(count, {
      zero: 'لا كتّاب آخرين',
      one: 'كاتب آخر',
      two: 'كاتبان آخران',
      few: '# كتّاب آخرين',
      many: '# كاتبًا آخر',
      other: '# كاتب آخر',
    }),
  byWeight: 'بحسب الشعبية',
  byWeightNote: 'زابات الجميع وردودهم وإعادات نشرهم وإعجاباتهم',
  weighed: (answers, liked, sats) => said`${replies(answers)}، ${likes(liked)}، ${sats} ساتوشي`,
  markRead: 'تحديد كمقروء',
  marked: 'حُدّد كمقروء.',
  undo: 'تراجع',
  inOrder: 'القراءة بالترتيب',
  nothing: 'لم يفتك شيء',
  nothingText: 'لا جديد منذ كنت هنا.',
  unknown: 'لا موضع قراءة بعد',
  unknownText: 'اقرأ قليلًا. في المرة القادمة تظهر هنا الملاحظات التي فاتتك.',
  failed: 'لم تُحمَّل الملاحظات التي فاتتك',
};
