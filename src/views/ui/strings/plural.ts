/**
 * Formats a number and its noun in a language: `counted(2, { one: 'note', other: 'notes' })` gives
 * '2 notes'.
 */
export function counter(
  locale: string,
): (
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count, forms) => `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`;
}
