import { formatsOf } from './formats.ts';

/** What the English words need of formats (LIMIT-04). */
export const { clockTime, duration, exactTime, fullNumber, longDate } = formatsOf('en-us');
