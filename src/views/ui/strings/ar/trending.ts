import type { Areas } from '../areas.ts';
import { duration, said } from './in-arabic.ts';

const names = { trending: 'الرائج', mostzapped: 'الأكثر زابات' };

export const trending: Areas['trending'] = {
  choose: 'اختر قائمة',
  label: (name, hours) => said`${names[name]}، آخر ${duration(hours * 3_600)}`,
  nothing: 'لا شيء لهذه الفترة بعد',
};
