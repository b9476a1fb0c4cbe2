/**
 * Join items into a list without an 'and', in the style of the language: A, B, C (ACCESS-05).
 * `locale`: BCP 47.
 */
export function formatList(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(items);
}
