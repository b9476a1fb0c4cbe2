import { field } from '../core/json.ts';
import { type NotificationTab, isUnder, TABS } from './groups.ts';
import { formOf, type Notification } from './notification.ts';

/** Kinds of system notifications on a device (off by default). */
export const ALERT_KINDS = [
  'followers',
  ...TABS.filter((tab): tab is ActTab => tab !== 'all'),
  'others',
  'messages',
] as const;
type ActTab = Exclude<NotificationTab, 'all'>;
export type AlertKind = (typeof ALERT_KINDS)[number];

/**
 * `quiet`: start and end of the quiet hours, in minutes of the day. The end may be on the next day.
 */
export interface Alerts {
  readonly kinds: ReadonlySet<AlertKind>;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
}

type Kept = Readonly<Record<string, unknown>>;

/** Read the settings of a device; missing or malformed values are the defaults. */
export function alertsIn(kept: Kept): Alerts {
  const time = (name: string, first: string) => {
    const value = field(kept, name);
    return typeof value === 'string' && TIME.test(value) ? value : first;
  };
  return {
    kinds: new Set(ALERT_KINDS.filter((kind) => field(kept, kind) === true)),
    isQuiet: field(kept, 'isQuiet') === true,
    from: time('from', '22:00'),
    to: time('to', '07:00'),
  };
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** True if a message at this minute of the day shows a system notification. */
export function areMessagesAlerted({ kinds, ...quiet }: Alerts, minute: number): boolean {
  return kinds.has('messages') && !isQuietAt(quiet, minute);
}

/** Return the notifications that the system shows. `minute`: of the day, by the device's clock. */
export function alerted(
  list: readonly Notification[],
  { kinds, ...quiet }: Alerts,
  minute: number,
): readonly Notification[] {
  if (isQuietAt(quiet, minute)) return [];
  return list.filter((one) => kinds.has(kindOf(one)));
}

function kindOf(one: Notification): AlertKind {
  if (FOLLOWING.has(formOf(one.type).act)) return 'followers';
  return TABS.find((tab): tab is ActTab => tab !== 'all' && isUnder(tab, one)) ?? 'others';
}
const FOLLOWING: ReadonlySet<string> = new Set(['followed', 'unfollowed']);

function isQuietAt({ isQuiet, from, to }: Omit<Alerts, 'kinds'>, minute: number): boolean {
  if (!isQuiet) return false;
  const [start, end] = [minuteOf(from), minuteOf(to)];
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Return a name for plain text, without direction marks: these could break out of the isolate
 * around the name (UAX 9).
 */
export function plainName(name: string): string {
  return name.replaceAll(TURNS, '');
}
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
