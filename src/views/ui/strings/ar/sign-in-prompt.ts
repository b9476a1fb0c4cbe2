import type { Areas } from '../areas.ts';

export const signInPrompt: Areas['signInPrompt'] = { title: 'سجّل الدخول لتُعجب وتردّ وتتابع' };
