import { formatsOf } from '../formats.ts';

const formats = formatsOf('de');

/** The form of a count; `#` stands for the number. German has two. */
export const plural: (count: number, forms: Readonly<Record<'one' | 'other', string>>) => string = formats.plural;

export const { clockTime, decimal, exactTime, fileSize, fullNumber, languageName, listOf, longDate, percent, relativeTime } = formats;
