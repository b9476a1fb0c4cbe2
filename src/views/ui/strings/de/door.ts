import type { Areas } from '../areas.ts';

export const door: Areas['door'] = {
  title: 'Melde dich an, um zu liken, zu antworten und zu folgen',
};
