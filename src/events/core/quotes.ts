/** Quotation marks of the languages that have others than English, which Intl does not know. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = { de: ['„', '“'], ar: ['«', '»'] };

/** The marks that a language puts around what somebody said (ACCESS-05). `locale`: BCP 47. */
export function quotationMarks(locale: string): readonly [opening: string, closing: string] {
  return MARKS[locale.split('-')[0] ?? ''] ?? ['“', '”'];
}

/** A text between them. */
export function quoted(text: string, locale: string): string {
  return quotationMarks(locale).join(text);
}
