import type { Areas } from '../areas.ts';

export const trending: Areas['trending'] = {
  choose: 'اختر ما يُدرج',
  names: { trending: 'الرائج', mostzapped: 'الأكثر زابات' },
  nothing: 'لا شيء لهذه الفترة بعد',
};
