import type { Areas } from '../areas.ts';

export const knownBy: Areas['knownBy'] = {
  zaps: {
    service: {
      text: 'تحققت منه خدمة التخزين المؤقت',
      hint: 'تقول خدمة التخزين المؤقت مفتاح من يوقّع هذا الإيصال. لم يسأل متصفحك.',
    },
    nobody: { text: 'لم يُتحقق منه', hint: 'لم يستطع أحد أن يقول مفتاح من يوقّع هذا الإيصال. قد يكون مختلقًا.' },
  },
  names: {
    check: 'تحقّق من هذا الاسم',
    hint: (host) => `سيعلم ${host} عندئذ أن أحدًا من عنوانك على الشبكة نظر إليه.`,
    unconfirmed: (host) => `لا يؤكد ${host} هذا الاسم.`,
  },
};
