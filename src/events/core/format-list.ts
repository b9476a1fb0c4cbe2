/** Things beside each other, as a language writes a list without an 'and': A, B, C (ACCESS-05). `locale`: BCP 47. */
export function listOf(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(items);
}
