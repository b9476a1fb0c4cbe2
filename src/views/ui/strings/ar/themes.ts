import type { Areas } from '../areas.ts';

export const themes: Areas['themes'] = {
  sunrise: 'شروق',
  sunset: 'غروب',
  ice: 'جليد',
  midnight: 'منتصف الليل',
};
