import { inSeconds, type Seconds } from '../core/time.ts';
import { formOf, isSaid, type Notification } from './notification.ts';

/** The tabs of the list (NOTIF-01). */
export const TABS = ['all', 'zaps', 'replies', 'mentions', 'reposts', 'reactions'] as const;
export type NotificationTab = (typeof TABS)[number];

/** What the service is asked for under a tab: it has no group of reactions, which are picked from all (18.1). */
export function groupAsked(tab: NotificationTab): Exclude<NotificationTab, 'reactions'> {
  return tab === 'reactions' ? 'all' : tab;
}

const UNDER: Readonly<Record<Exclude<NotificationTab, 'all'>, ReadonlyArray<ReturnType<typeof formOf>['act']>>> = {
  zaps: ['zapped'],
  replies: ['replied'],
  mentions: ['mentioned', 'quoted'],
  reposts: ['reposted'],
  reactions: ['liked', 'reacted'],
};

/** Whether one belongs under a tab. A service that does not know a group sends everything. */
export function isUnder(tab: NotificationTab, { type }: Pick<Notification, 'type'>): boolean {
  return tab === 'all' || UNDER[tab].includes(formOf(type).act);
}

/** A row: one thing that was said, or what several did to one thing within one stretch of the list. */
export interface NotificationGroup {
  readonly key: string;
  readonly isNew: boolean;
  /** Newest first; all of one type and target, and of one reaction (NOTIF-07). */
  readonly members: readonly [Notification, ...Notification[]];
  /** Who did it, newest first, each once. */
  readonly actors: readonly string[];
  readonly sats: number;
}

/** A stretch of the list under a line of its own: what is new, then day by day. */
export interface NotificationSection {
  readonly key: string;
  readonly isNew: boolean;
  /** When its newest was. */
  readonly at: Seconds;
  readonly groups: readonly NotificationGroup[];
}

interface Grouping {
  /** What is later is new; undefined: nothing is told apart. */
  readonly seen: Seconds | undefined;
  /** Names the day of a time. */
  readonly dayOf: (at: Seconds) => string;
}

const NEW = 'new';

/** Sorts a list, newest first, into stretches, and in each of them by type and target (NOTIF-01). The order of rows is that of their newest. */
export function sectionsOf(list: readonly Notification[], { seen, dayOf }: Grouping): readonly NotificationSection[] {
  const isNew = ({ at }: Notification) => seen !== undefined && at > seen;
  const stretches = Map.groupBy(list, (one) => (isNew(one) ? NEW : dayOf(one.at)));
  return [...stretches].flatMap(([key, members]) => {
    const [first] = members;
    return first ? [{ key, isNew: isNew(first), at: first.at, groups: groupsIn(key, members, isNew(first)) }] : [];
  });
}

function groupsIn(stretch: string, list: readonly Notification[], isNew: boolean): readonly NotificationGroup[] {
  return [...Map.groupBy(list, keyOf)].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const members = [first, ...others] as const;
    return [
      {
        key: `${stretch} ${key}`,
        isNew,
        members,
        actors: [...new Set(members.map(({ actor }) => actor))],
        sats: members.reduce((sum, { sats }) => sum + sats, 0),
      },
    ];
  });
}

/** Whether two say the same: a list that has grown is grouped anew. */
export function isSameGroup(one: NotificationGroup, other: NotificationGroup): boolean {
  const { key, isNew, members } = one;
  return (
    key === other.key &&
    isNew === other.isNew &&
    members.length === other.members.length &&
    members.every((member, at) => member === other.members[at])
  );
}

/** What is said stands by itself; a live stream is its host's. */
function keyOf({ id, type, target, actor, emoji }: Notification): string {
  if (isSaid(type)) return id;
  const of = formOf(type).act === 'live' ? actor : (target ?? '');
  return emoji === '' ? `${type} ${of}` : `${type} ${of} ${emoji}`;
}

/** NOTIF-03: what happened, counted. `sats`: of all zaps; `largest`: of one. */
export interface NotificationSummary {
  readonly gained: number;
  readonly lost: number;
  readonly likes: number;
  readonly mentions: number;
  readonly replies: number;
  readonly reposts: number;
  readonly zaps: number;
  readonly sats: number;
  readonly largest: number;
}

const COUNTED: Readonly<Partial<Record<ReturnType<typeof formOf>['act'], Exclude<keyof NotificationSummary, 'sats' | 'largest'>>>> = {
  followed: 'gained',
  unfollowed: 'lost',
  liked: 'likes',
  reacted: 'likes',
  mentioned: 'mentions',
  quoted: 'mentions',
  replied: 'replies',
  reposted: 'reposts',
  zapped: 'zaps',
};

export function summaryOf(list: readonly Notification[]): NotificationSummary {
  const sum = { gained: 0, lost: 0, likes: 0, mentions: 0, replies: 0, reposts: 0, zaps: 0, sats: 0, largest: 0 };
  for (const { type, sats } of list) {
    const counted = COUNTED[formOf(type).act];
    if (counted) sum[counted] += 1;
    sum.sats += sats;
    sum.largest = Math.max(sum.largest, sats);
  }
  return sum;
}

/** Those of a list that are later than a time, all of them where there is none. */
export function since(list: readonly Notification[], seen: Seconds | undefined): readonly Notification[] {
  return seen === undefined ? list : list.filter(({ at }) => at > seen);
}

/** The bound of the next page: what ties with the oldest comes again, and is skipped by its id (8.2). */
export function oldestIn(list: readonly Notification[]): number | undefined {
  const last = list.at(-1);
  return last && inSeconds(last.at);
}
