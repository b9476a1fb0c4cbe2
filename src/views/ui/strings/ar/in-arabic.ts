import { formatsOf } from '../formats.ts';

const formats = formatsOf('ar');

/**
 * The form of a count; `#` stands for the number. Arabic has six, and says none, one and two without the number: zero لا ملاحظات, one ملاحظة واحدة,
 * two ملاحظتان, few (3 to 10) # ملاحظات, many (11 to 99) # ملاحظة, other (100, 101, 102 ...) # ملاحظة. What people wrote stands outside of the forms.
 */
export const plural: (count: number, forms: Readonly<Record<Intl.LDMLPluralRule, string>>) => string = formats.plural;

export const { clockTime, decimal, duration, exactTime, fileSize, fullNumber, languageName, listOf, longDate, percent, relativeTime } =
  formats;

/**
 * A sentence with what is put into it: texts are isolated (FSI and PDI of Unicode), so that names, addresses and codes of another direction turn
 * nothing around them; numbers are written in full. A letter that is written together with a text (ب, ل) cannot stand before it here.
 */
export function said(parts: TemplateStringsArray, ...given: readonly (string | number)[]): string {
  return parts.reduce((text, part, at) => `${text}${shown(given[at - 1])}${part}`);
}

function shown(given: string | number | undefined): string {
  if (typeof given === 'number') return fullNumber(given);
  return given === undefined || given === '' ? '' : `\u2068${given}\u2069`;
}
