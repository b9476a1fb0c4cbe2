/** Quotation marks of the languages that differ from English, which Intl does not know. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  de: ['„', '“'],
  ar: ['«', '»'],
};

/** Return the quotation marks of a language (ACCESS-05). `locale`: BCP 47. */
export function quotationMarks(locale: string): readonly [opening: string, closing: string] {
  return MARKS[locale.split('-')[0] ?? ''] ?? ['“', '”'];
}

/** Put a text between the quotation marks. */
export function quoted(text: string, locale: string): string {
  return quotationMarks(locale).join(text);
}
