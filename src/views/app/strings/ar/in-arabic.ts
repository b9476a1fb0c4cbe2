import { formatsOf } from '../formats.ts';

const formats = formatsOf('ar');

/**
 * The form of a count; `#` stands for the number. Arabic has six, and says none, one and two without the number: zero لا ملاحظات, one ملاحظة واحدة,
 * two ملاحظتان, few (3 to 10) # ملاحظات, many (11 to 99) # ملاحظة, other (100, 101, 102 ...) # ملاحظة.
 */
export const plural: (count: number, forms: Readonly<Record<Intl.LDMLPluralRule, string>>) => string = formats.plural;

export const { duration, fullNumber } = formats;
