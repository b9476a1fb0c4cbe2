import { inMillis, inSeconds, minus, seconds, type Seconds, toMillis } from './time.ts';

/**
 * Format numbers and times for the interface in a locale (BCP 47): that of the current language. A
 * value that is not a number is shown as 0, an invalid time as an empty text. English uses the
 * documented short forms, other languages use Intl (ACCESS-05).
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;
/** Last second that a date can name. */
const LAST_SECOND = seconds(8_640_000_000_000);
const EPOCH = seconds(0);

/** Format with separators, never shortened: 21,000. */
export function fullNumber(value: number, locale: string): string {
  return numbers(locale).format(whole(value));
}

/**
 * Format in full under 10,000, then with k and m (NOTE-16). The number is cut, not rounded, so it
 * never exceeds the true count.
 */
export function shortNumber(value: number, locale: string): string {
  const count = whole(value);
  return count < 10_000
    ? fullNumber(count, locale)
    : scaled(
        count,
        [
          [1e6, 'm'],
          [1e3, 'k'],
        ],
        locale,
      );
}

/** Format a count in an action bar (NOTE-23): as `shortNumber`, but empty for zero. */
export function barCount(value: number, locale: string): string {
  return whole(value) === 0 ? '' : shortNumber(value, locale);
}

/** Format the age of a time: now, 4 min, 1 h, 2 d, then the date. Never in the future (E-46). */
export function timeAgo(at: Seconds, now: Seconds, locale: string, timeZone?: string): string {
  if (!isTime(at)) return '';
  const age = inSeconds(minus(now, at));
  // clocks differ by up to a day; a time further ahead is no clock skew, so its date is shown
  if (age < MINUTE) return age > -DAY ? nows(locale) : shortDate(at, now, locale, timeZone);
  return age < WEEK ? duration(age, locale) : shortDate(at, now, locale, timeZone);
}

/** Format a length of time, in seconds, in its largest unit: 12 s, 42 min, 3 h, 2 d. */
export function duration(seconds: number, locale: string): string {
  const length = whole(seconds);
  const [unit, of] = UNITS.find(([, from]) => length >= from) ?? ['second', 1];
  const count = Math.floor(length / of);
  if (isEnglish(locale)) return `${count} ${unit === 'minute' ? 'min' : unit.charAt(0)}`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}

/** Format day and month, with the year only if it is not the current one: Nov 14. */
export function shortDate(at: Seconds, now: Seconds, locale: string, timeZone?: string): string {
  const sameYear = isTime(now) && yearOf(at, timeZone) === yearOf(now, timeZone);
  return dated(at, sameYear ? 'day' : 'dayYear', locale, timeZone);
}

function yearOf(at: Seconds, timeZone: string | undefined): number | string {
  return timeZone === undefined
    ? new Date(inMillis(toMillis(at))).getFullYear()
    : dated(at, 'year', 'en', timeZone);
}

/** Format day, month and year in words, as in 'Joined on {date}': November 14, 2026. */
export function longDate(at: Seconds, locale: string, timeZone?: string): string {
  return dated(at, 'long', locale, timeZone);
}

/** Format date and time to the minute. */
export function exactTime(at: Seconds, locale: string, timeZone?: string): string {
  return dated(at, 'exact', locale, timeZone);
}

/** Format the time of day to the minute: 4:42 PM. */
export function clockTime(at: Seconds, locale: string, timeZone?: string): string {
  return dated(at, 'clock', locale, timeZone);
}

type Scale = ReadonlyArray<readonly [from: number, sign: string]>;

/** Format with at most three digits: 8.2k, 14.2k, 142k. English uses the suffixes of `scale`. */
export function scaled(count: number, scale: Scale, locale: string): string {
  if (!isEnglish(locale)) return compact(locale).format(count);
  const [from, sign] = scale.find(([step]) => count >= step) ?? [1, ''];
  const units = count / from;
  if (units >= 100) return `${fullNumber(units, locale)}${sign}`;
  return `${tenths(locale).format(Math.floor(count / (from / 10)) / 10)}${sign}`;
}

/** Return a count as a whole number of at least 0. */
export function whole(value: number): number {
  return Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}

function isTime(at: Seconds): boolean {
  return Number.isFinite(at) && at >= EPOCH && at <= LAST_SECOND;
}

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  dayYear: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  exact: { dateStyle: 'medium', timeStyle: 'short' },
  clock: { timeStyle: 'short' },
  year: { year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** True if the documented short forms apply. */
export function isEnglish(locale: string): boolean {
  return locale.startsWith('en');
}

const numbers = cached(
  (locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
);
const tenths = cached(
  (locale: string) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const compact = cached(
  (locale: string) =>
    new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumSignificantDigits: 3,
      roundingMode: 'trunc',
    }),
);
/** The word for 'now' in a language. */
const nows = cached((locale: string) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'),
);
const dates = cached((locale: string) =>
  cached((style: keyof typeof STYLES) =>
    cached(
      (timeZone: string | undefined) =>
        new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone }),
    ),
  ),
);

/** Format a time in a style; empty if the time is invalid. */
function dated(
  at: Seconds,
  style: keyof typeof STYLES,
  locale: string,
  timeZone: string | undefined,
): string {
  return isTime(at) ? dates(locale)(style)(timeZone).format(inMillis(toMillis(at))) : '';
}

/** One formatter for each: making one takes longer than formatting a page. */
function cached<By, F>(make: (by: By) => F): (by: By) => F {
  const made = new Map<By, F>();
  return (by) => {
    const format = made.get(by) ?? make(by);
    made.set(by, format);
    return format;
  };
}
