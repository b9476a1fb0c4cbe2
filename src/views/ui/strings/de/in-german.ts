import { formatsOf } from '../formats.ts';

const formats = formatsOf('de');

/** The form for a count. `#` is the number. German has two. */
export const plural: (count: number, forms: Readonly<Record<'one' | 'other', string>>) => string =
  formats.plural;

export const {
  clockTime,
  decimal,
  exactTime,
  fileSize,
  fullNumber,
  languageName,
  listOf,
  longDate,
  percent,
  relativeTime,
} = formats;
