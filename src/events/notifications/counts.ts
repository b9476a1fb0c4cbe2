import { countOf, timeOf } from '../connection/claim-fields.ts';
import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import { field, isRecord } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { inSeconds, type Seconds } from '../core/time.ts';
import { since } from './groups.ts';
import type { Notification } from './notification.ts';

/**
 * The service's count of everything new, and of the direct messages in it (401), which are in no
 * list.
 */
export interface Counts {
  readonly total: number;
  readonly direct: number;
}

/**
 * Return the counts in the newest stats event of an answer (10000112, NOTIF-04); `undefined` if
 * there is none for `account`.
 */
export function countsIn(claims: readonly Claim[], account: string): Counts | undefined {
  const stats = contentsOf(claims, RESULT.NotificationStats).findLast(
    (content) => isRecord(content) && field(content, 'pubkey') === account,
  );
  if (!isRecord(stats)) return undefined;
  const counts = Object.entries(stats).flatMap(([key, count]) =>
    TYPE.test(key) ? [countOf(count)] : [],
  );
  const total = counts.reduce((sum, count) => sum + Math.min(count, MOST), 0);
  return { total: Math.min(MOST, total), direct: Math.min(MOST, countOf(field(stats, DIRECT))) };
}

/** Types are numbers. `kind`, `pubkey` and possibly other fields are beside them. */
const TYPE = /^\d{1,4}$/;
const DIRECT = '401';
const MOST = 1_000_000;

/**
 * Return the time until which the account has seen its notifications (10000111); `undefined` if the
 * answer has none.
 */
export function seenIn(claims: readonly Claim[]): Seconds | undefined {
  return timeOf(contentsOf(claims, RESULT.NotificationsSeen).at(-1));
}

/**
 * Unread direct messages: from visible senders, as far as known, and from senders that the
 * account's lists hide.
 */
export interface Direct {
  readonly shown: number;
  readonly muted: number;
}

/** The service's counts since its marker, with local data. */
interface Unread extends Counts {
  readonly messages: Direct;
  /** The known new notifications, newest first, and the ids that the account's lists hide. */
  readonly news: readonly Notification[];
  readonly hidden: ReadonlySet<string>;
  /** Date of the last look here, if the service could not be notified; `undefined` if it was. */
  readonly looked: Seconds | undefined;
}

/** Return the number for badge, title and app badge: everything that is neither seen nor hidden. */
export function unreadIn({ total, direct, messages, news, hidden, looked }: Unread): number {
  const shown = news.filter(({ id }) => !hidden.has(id));
  if (looked !== undefined) return since(shown, looked).length;
  return Math.max(0, total - (news.length - shown.length) - direct + directIn(direct, messages));
}

/**
 * Return how many of the new direct messages count. The service does not know the account's private
 * mutes.
 */
export function directIn(direct: number, { shown, muted }: Direct): number {
  return Math.max(0, Math.min(direct - muted, shown));
}

/**
 * Return the time after which the list shows its rows as new. `marker`: until when they were seen.
 * Without a marker, only as many rows are new as the service counts. The rest existed before the
 * account first signed in (NOTIF-04).
 */
export function boundaryIn(
  { total, direct, news }: Pick<Unread, 'direct' | 'news'> & { readonly total: number | undefined },
  marker: Seconds | undefined,
  now: Seconds | undefined,
): Seconds | undefined {
  if (marker === undefined || inSeconds(marker) > 0 || total === undefined) return marker;
  const count = Math.max(0, total - direct);
  return count === 0 ? now : (news[count]?.at ?? marker);
}
