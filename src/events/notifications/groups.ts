import { inSeconds, type Seconds } from '../core/time.ts';
import { formOf, isSaid, type Notification } from './notification.ts';

/** The tabs of the list (NOTIF-01). */
export const TABS = ['all', 'zaps', 'replies', 'mentions', 'reposts', 'reactions'] as const;
export type NotificationTab = (typeof TABS)[number];

/**
 * Return the group to request for a tab. The service has no group of reactions, so they are
 * selected from all.
 */
export function groupAsked(tab: NotificationTab): Exclude<NotificationTab, 'reactions'> {
  return tab === 'reactions' ? 'all' : tab;
}

const UNDER: Readonly<
  Record<Exclude<NotificationTab, 'all'>, ReadonlyArray<ReturnType<typeof formOf>['act']>>
> = {
  zaps: ['zapped'],
  replies: ['replied'],
  mentions: ['mentioned', 'quoted'],
  reposts: ['reposted'],
  reactions: ['liked', 'reacted'],
};

/**
 * True if a notification belongs in a tab. A service that does not know a group sends everything.
 */
export function isUnder(tab: NotificationTab, { type }: Pick<Notification, 'type'>): boolean {
  return tab === 'all' || UNDER[tab].includes(formOf(type).act);
}

/** A row: one text, or similar actions of several people on one target in one section. */
export interface NotificationGroup {
  readonly key: string;
  /** The same before and after the group is seen. */
  readonly id: string;
  readonly isNew: boolean;
  /** Newest first, all of one type, one target and one reaction (NOTIF-07). */
  readonly members: readonly [Notification, ...Notification[]];
  /** The accounts that acted, newest first, without repetitions. */
  readonly actors: readonly string[];
  readonly sats: number;
}

/** A section of the list: new notifications first, then one section per day. */
export interface NotificationSection {
  readonly key: string;
  readonly isNew: boolean;
  /** Date of its newest notification. */
  readonly at: Seconds;
  readonly groups: readonly NotificationGroup[];
}

interface Grouping {
  /** Later notifications are new; `undefined` if new ones are not separated. */
  readonly seen: Seconds | undefined;
  /** Return the name of a day. */
  readonly dayOf: (at: Seconds) => string;
}

const NEW = 'new';

/**
 * Group a list, newest first, into sections, and in each of them by type and target (NOTIF-01).
 * Rows are ordered by their newest notification.
 */
export function sectionsOf(
  list: readonly Notification[],
  { seen, dayOf }: Grouping,
): readonly NotificationSection[] {
  const isNew = ({ at }: Notification) => seen !== undefined && at > seen;
  const stretches = Map.groupBy(list, (one) => (isNew(one) ? NEW : dayOf(one.at)));
  return [...stretches].flatMap(([key, members]) => {
    const [first] = members;
    return first
      ? [{ key, isNew: isNew(first), at: first.at, groups: groupsIn(key, members, isNew(first)) }]
      : [];
  });
}

function groupsIn(
  stretch: string,
  list: readonly Notification[],
  isNew: boolean,
): readonly NotificationGroup[] {
  return [...Map.groupBy(list, keyOf)].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const members = [first, ...others] as const;
    return [
      {
        key: `${stretch} ${key}`,
        id: key,
        isNew,
        members,
        actors: [...new Set(members.map(({ actor }) => actor))],
        sats: members.reduce((sum, { sats }) => sum + sats, 0),
      },
    ];
  });
}

/** True if two groups are equal, because a longer list is grouped again. */
export function isSameGroup(one: NotificationGroup, other: NotificationGroup): boolean {
  const { key, isNew, members } = one;
  return (
    key === other.key &&
    isNew === other.isNew &&
    members.length === other.members.length &&
    members.every((member, at) => member === other.members[at])
  );
}

/** Texts get their own rows, and a live stream is grouped by its host. */
function keyOf({ id, type, target, actor, emoji }: Notification): string {
  if (isSaid(type)) return id;
  const of = formOf(type).act === 'live' ? actor : (target ?? '');
  return emoji === '' ? `${type} ${of}` : `${type} ${of} ${emoji}`;
}

/** Summary of a list (NOTIF-03). `sats`: sum of all zaps. `largest`: the largest zap. */
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

const COUNTED: Readonly<
  Partial<
    Record<ReturnType<typeof formOf>['act'], Exclude<keyof NotificationSummary, 'sats' | 'largest'>>
  >
> = {
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
  const sum = {
    gained: 0,
    lost: 0,
    likes: 0,
    mentions: 0,
    replies: 0,
    reposts: 0,
    zaps: 0,
    sats: 0,
    largest: 0,
  };
  for (const { type, sats } of list) {
    const counted = COUNTED[formOf(type).act];
    if (counted) sum[counted] += 1;
    sum.sats += sats;
    sum.largest = Math.max(sum.largest, sats);
  }
  return sum;
}

/** Return the notifications after a time; all if it is `undefined`. */
export function since(
  list: readonly Notification[],
  seen: Seconds | undefined,
): readonly Notification[] {
  return seen === undefined ? list : list.filter(({ at }) => at > seen);
}

/**
 * Return the bound of the next page. Notifications at the same second come again and are skipped by
 * their id.
 */
export function oldestIn(list: readonly Notification[]): number | undefined {
  const last = list.at(-1);
  return last && inSeconds(last.at);
}
