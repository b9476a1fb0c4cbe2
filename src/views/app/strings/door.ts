import { useStrings } from '../strings.ts';

const doorEnglish = { title: 'Sign in to like, reply and follow' };

const LANGUAGES: Readonly<Record<string, typeof doorEnglish>> = { 'en-us': doorEnglish };

/** The words of the way in for visitors who want to act; they come with its code (ACCESS-05). */
export function useDoorStrings(): typeof doorEnglish {
  return LANGUAGES[useStrings().locale] ?? doorEnglish;
}
