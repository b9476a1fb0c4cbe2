import { field } from '../core/json.ts';
import { type NotificationTab, isUnder, TABS } from './groups.ts';
import { formOf, type Notification } from './notification.ts';

/** What the system may say something of, on a device (off by default). */
export const ALERT_KINDS = ['followers', ...TABS.filter((tab): tab is ActTab => tab !== 'all'), 'others', 'messages'] as const;
type ActTab = Exclude<NotificationTab, 'all'>;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `quiet`: from when to when nothing is said, in minutes of the day; the end may be on the next one. */
export interface Alerts {
  readonly kinds: ReadonlySet<AlertKind>;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
}

type Kept = Readonly<Record<string, unknown>>;

/** As a device keeps them; what is missing or malformed is as at first. */
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

/** Whether the system says that a message came, at that minute of the day. */
export function areMessagesAlerted({ kinds, ...quiet }: Alerts, minute: number): boolean {
  return kinds.has('messages') && !isQuietAt(quiet, minute);
}

/** Those that the system says something of. `minute`: of the day, as the device's clock has it. */
export function alerted(list: readonly Notification[], { kinds, ...quiet }: Alerts, minute: number): readonly Notification[] {
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

/** A name for what shows plain text only: what turns the direction of text could leave the isolate that is put around it (UAX 9). */
export function plainName(name: string): string {
  return name.replaceAll(TURNS, '');
}
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
