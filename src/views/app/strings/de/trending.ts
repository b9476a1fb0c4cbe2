import type { Areas } from '../areas.ts';

export const trending: Areas['trending'] = {
  choose: 'Wähle, was hier steht',
  names: { trending: 'Im Trend', mostzapped: 'Am meisten gezappt' },
  nothing: 'Für diesen Zeitraum noch nichts',
};
