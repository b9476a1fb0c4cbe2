/**
 * Join items into a list without an 'and', in the style of the language: A, B, C (ACCESS-05). In a
 * language from right to left each item is isolated, so that the first one comes first. `locale`:
 * BCP 47.
 */
export function formatList(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
    /^ar\b/.test(locale) ? Array.from(items, (item) => `\u2068${item}\u2069`) : items,
  );
}
