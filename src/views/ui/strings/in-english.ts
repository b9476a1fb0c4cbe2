import { formatsOf } from './formats.ts';

/** Formats for the English words (LIMIT-04). */
export const { clockTime, duration, exactTime, fullNumber, longDate } = formatsOf('en-us');
