import { clockTime, shortDate } from '../../events/core/format.ts';
import { inMillis, minus, type Seconds, seconds, toMillis } from '../../events/core/time.ts';
import { now } from '../ui/hooks/now.ts';
import { dayOf } from '../ui/hooks/days.ts';

const WEEK = seconds(6 * 24 * 60 * 60);

/** Return a time in words: the time alone today, the weekday within a week, else the date. */
export function exactDay(at: Seconds, locale: string): string {
  const time = clockTime(at, locale);
  if (dayOf(at) === dayOf(now())) return time;
  if (minus(now(), at) < WEEK)
    return `${new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(inMillis(toMillis(at)))} ${time}`;
  return `${shortDate(at, now(), locale)} ${time}`;
}
