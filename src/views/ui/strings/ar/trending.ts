import type { Areas } from '../areas.ts';
import { lastOf } from './in-arabic.ts';

const names = { trending: 'الرائج', mostzapped: 'الأكثر زابات' };

export const trending: Areas['trending'] = {
  choose: 'اختر قائمة',
  label: (name, hours) => `${names[name]}، ${lastOf(hours * 3_600)}`,
  nothing: 'لا شيء لهذه الفترة بعد',
};
