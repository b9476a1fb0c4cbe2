import type { Areas } from '../areas.ts';

export const themes: Areas['themes'] = {
  sunrise: 'Morgenrot',
  sunset: 'Abendrot',
  ice: 'Eis',
  midnight: 'Mitternacht',
};
