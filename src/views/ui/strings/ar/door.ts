import type { Areas } from '../areas.ts';

export const door: Areas['door'] = { title: 'سجّل الدخول لتُعجب وتردّ وتتابع' };
