import { whole } from '../core/format.ts';

/** Format a place in a recording, in seconds: 0:08, 12:30, 1:02:05. */
export function playTime(seconds: number, locale: string): string {
  const all = whole(seconds);
  const [hours, minutes] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60];
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  const one = new Intl.NumberFormat(locale, { useGrouping: false });
  const rest = two.format(all % 60);
  return hours > 0
    ? `${one.format(hours)}:${two.format(minutes)}:${rest}`
    : `${one.format(minutes)}:${rest}`;
}
