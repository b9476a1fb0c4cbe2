import { millis, minus, type Seconds, seconds, toSeconds } from '../../core/time.ts';

const DAY = 86_400;

/** The duration before now for each word. */
const SPANS: ReadonlyMap<string, Seconds> = new Map([
  ['last1h', seconds(3_600)],
  ['last4h', seconds(4 * 3_600)],
  ['last12h', seconds(12 * 3_600)],
  ['yesterday', seconds(DAY)],
  ['lastweek', seconds(7 * DAY)],
  ['last2weeks', seconds(14 * DAY)],
  ['lastmonth', seconds(30 * DAY)],
  ['lastyear', seconds(365 * DAY)],
]);

/**
 * Return the time of the value of `since:` or `until:`: `2024-05-01`, `2024-05-01_13:30` (UTC), or
 * a word such as `lastweek` relative to `now`. `undefined` if it is neither.
 */
export function searchTime(text: string, now: Seconds): Seconds | undefined {
  const span = SPANS.get(text);
  if (span !== undefined) return minus(now, span);
  if (text.length !== 10 && text.length !== 16) return undefined;
  const [year = '', month = '', day = ''] = text.slice(0, 10).split('-');
  const [hours = '', minutes = ''] = text.length === 16 ? text.slice(11).split(':') : ['00', '00'];
  if (text.length === 16 && text[10] !== '_') return undefined;
  const parts = [year, month, day, hours, minutes].map((part, i) =>
    part.length === (i === 0 ? 4 : 2) ? digits(part) : Number.NaN,
  );
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0] = parts;
  if (parts.some(Number.isNaN) || h > 23 || mi > 59 || y < 1970) return undefined;
  const date = new Date(Date.UTC(y, mo - 1, d, h, mi));
  return date.getUTCMonth() === mo - 1 && date.getUTCDate() === d
    ? toSeconds(millis(date.getTime()))
    : undefined;
}

function digits(text: string): number {
  return /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
}
