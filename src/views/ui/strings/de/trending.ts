import type { Areas } from '../areas.ts';
import { fullNumber } from './in-german.ts';

const names = { trending: 'Im Trend', mostzapped: 'Am meisten gezappt' };

export const trending: Areas['trending'] = {
  choose: 'Wähle eine Liste',
  label: (name, hours) => `${names[name]}, ${fullNumber(hours)} Std.`,
  nothing: 'Für diesen Zeitraum noch nichts',
};
