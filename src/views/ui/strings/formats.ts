import {
  clockTime,
  duration,
  exactTime,
  fullNumber,
  longDate,
} from '../../../events/core/format.ts';
import { fileSize } from '../../../events/media/file-size.ts';
import type { Seconds } from '../../../events/core/time.ts';

/**
 * The forms of a language for a count, by the names of CLDR: German has two, Arabic six. `#` is the
 * number.
 */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Formats of one language for numbers, times and lists, by its locale (BCP 47). */
export function formatsOf(locale: string) {
  const rules = new Intl.PluralRules(locale);
  const lists = new Intl.ListFormat(locale);
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  return {
    plural: (count: number, forms: Forms) =>
      (forms[rules.select(count)] ?? forms.other).replaceAll('#', fullNumber(count, locale)),
    /** One, two and three. */
    listOf: (items: readonly string[]) => lists.format(items),
    fullNumber: (value: number) => fullNumber(value, locale),
    /** With at most that many fraction digits. */
    decimal: (value: number, digits: number) =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    percent: (part: number) => new Intl.NumberFormat(locale, { style: 'percent' }).format(part),
    fileSize: (bytes: number) => fileSize(bytes, locale),
    /** A number of seconds in the largest unit. */
    duration: (length: number) => duration(length, locale),
    /** A time relative to now, in seconds: in 5 minutes. Negative: in the past. */
    relativeTime: (distance: number) => relativeTime(distance, relative),
    longDate: (at: Seconds) => longDate(at, locale),
    exactTime: (at: Seconds) => exactTime(at, locale),
    clockTime: (at: Seconds) => clockTime(at, locale),
    /** The name of a language by its tag. */
    languageName: (tag: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(tag),
  };
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** In the largest unit, as `duration`. */
function relativeTime(distance: number, format: Intl.RelativeTimeFormat): string {
  const [unit, of] = UNITS.find(([, from]) => Math.abs(distance) >= from) ?? ['second', 1];
  return format.format(Math.trunc(distance / of), unit);
}
