const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** 'now', '4 min', '2 h', 'Mon', 'Nov 12', 'Nov 12, 2023'. Both times in seconds; what lies ahead is 'now' or a date. */
export function ago(at: number, now: number, locale: string, justNow: string): string {
  const age = now - at;
  const date = new Date(at * 1_000);
  if (Number.isNaN(date.getTime())) return '';
  if (Math.abs(age) < MINUTE) return justNow;
  if (age > 0 && age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  if (age > 0 && age < DAY) return `${Math.floor(age / HOUR)} h`;
  if (age > 0 && age < 6 * DAY) return format(locale, { weekday: 'short' }).format(date);
  const sameYear = date.getFullYear() === new Date(now * 1_000).getFullYear();
  return format(locale, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) }).format(date);
}

/** The whole moment in words, for titles and screen readers: 'November 12, 2026 at 4:42 PM'. `at` in seconds. */
export function moment(at: number, locale: string): string {
  const date = new Date(at * 1_000);
  return Number.isNaN(date.getTime()) ? '' : format(locale, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}

/** For the datetime attribute. `at` in seconds; undefined where no calendar reaches. */
export function isoTime(at: number): string | undefined {
  const date = new Date(at * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
