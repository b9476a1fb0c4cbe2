import { inMillis, inSeconds, minus, seconds, type Seconds, toMillis } from './time.ts';

/**
 * Numbers and times as the interface shows them, in the way of a locale (BCP 47), which is the one of the language in use. Anything that is no
 * number is shown as 0, any time that is no time as nothing. How they are shortened in English is documented; elsewhere by Intl (ACCESS-05).
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

/** With separators, never shortened: 21,000. */
export function fullNumber(value: number, locale: string): string {
  return numbers(locale).format(whole(value));
}

/** NOTE-16: in full under 10,000, then k and m. Cut, not rounded: never says more than there is. */
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

/** NOTE-23, a count in an action bar: as `shortNumber`; a zero shows no number. */
export function barCount(value: number, locale: string): string {
  return whole(value) === 0 ? '' : shortNumber(value, locale);
}

/** How long ago a time is: now, 4 min, 1 h, 2 d, then the date. Never in the future (E-46). */
export function timeAgo(at: Seconds, now: Seconds, locale: string, timeZone?: string): string {
  if (!isTime(at)) return '';
  const age = inSeconds(minus(now, at));
  // clocks differ by up to a day; what is further ahead is not a matter of clocks, so its date is said
  if (age < MINUTE) return age > -DAY ? nows(locale) : shortDate(at, now, locale, timeZone);
  return age < WEEK ? duration(age, locale) : shortDate(at, now, locale, timeZone);
}

/** A length of time, in seconds, in its largest unit: 12 s, 42 min, 3 h, 2 d. */
export function duration(seconds: number, locale: string): string {
  const length = whole(seconds);
  const [unit, of] = UNITS.find(([, from]) => length >= from) ?? ['second', 1];
  const count = Math.floor(length / of);
  if (isEnglish(locale)) return `${count} ${unit === 'minute' ? 'min' : unit.charAt(0)}`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
}

/** Day and month, the year only where it is another than now's: Nov 14. */
export function shortDate(at: Seconds, now: Seconds, locale: string, timeZone?: string): string {
  const sameYear = isTime(now) && yearOf(at, timeZone) === yearOf(now, timeZone);
  return dated(at, sameYear ? 'day' : 'dayYear', locale, timeZone);
}

function yearOf(at: Seconds, timeZone: string | undefined): number | string {
  return timeZone === undefined ? new Date(inMillis(toMillis(at))).getFullYear() : dated(at, 'year', 'en', timeZone);
}

/** Day, month and year in words, as in 'Joined on {date}': November 14, 2026. */
export function longDate(at: Seconds, locale: string, timeZone?: string): string {
  return dated(at, 'long', locale, timeZone);
}

/** Date and time to the minute, for what names a moment exactly. */
export function exactTime(at: Seconds, locale: string, timeZone?: string): string {
  return dated(at, 'exact', locale, timeZone);
}

/** Time of day to the minute: 4:42 PM. */
export function clockTime(at: Seconds, locale: string, timeZone?: string): string {
  return dated(at, 'clock', locale, timeZone);
}

type Scale = ReadonlyArray<readonly [from: number, sign: string]>;

/** Three digits at most: 8.2k, 14.2k, 142k, by a scale of signs in English. */
export function scaled(count: number, scale: Scale, locale: string): string {
  if (!isEnglish(locale)) return compact(locale).format(count);
  const [from, sign] = scale.find(([step]) => count >= step) ?? [1, ''];
  const units = count / from;
  if (units >= 100) return `${fullNumber(units, locale)}${sign}`;
  return `${tenths(locale).format(Math.floor(count / (from / 10)) / 10)}${sign}`;
}

/** A count: whole, and not below 0. */
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

/** Whether the shortening that the documents give applies. */
export function isEnglish(locale: string): boolean {
  return locale.startsWith('en');
}

const numbers = cached((locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const tenths = cached((locale: string) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const compact = cached(
  (locale: string) => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3, roundingMode: 'trunc' }),
);
/** Now, as a language says it. */
const nows = cached((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'));
const dates = cached((locale: string) =>
  cached((style: keyof typeof STYLES) =>
    cached((timeZone: string | undefined) => new Intl.DateTimeFormat(locale, { ...STYLES[style], timeZone })),
  ),
);

/** A time in a style; nothing where it is none. */
function dated(at: Seconds, style: keyof typeof STYLES, locale: string, timeZone: string | undefined): string {
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
