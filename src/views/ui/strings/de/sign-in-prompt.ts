import type { Areas } from '../areas.ts';

export const signInPrompt: Areas['signInPrompt'] = {
  title: 'Melde dich an, um zu liken, zu antworten und zu folgen',
};
