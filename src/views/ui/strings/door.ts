import { words } from '../strings.ts';

export const doorEnglish = { title: 'Sign in to like, reply and follow' };

/** The words of the way in for visitors who want to act; they come with its code (ACCESS-05). */
export const useDoorStrings = words('door', doorEnglish);
