import { countOf, timeOf } from '../connection/claim-fields.ts';
import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import { field, isRecord } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { inSeconds, type Seconds } from '../core/time.ts';
import { since } from './groups.ts';
import type { Notification } from './notification.ts';

/** What the service counts: all of it, and how many of these are direct messages (401), which no list shows. */
export interface Counts {
  readonly total: number;
  readonly direct: number;
}

/** NOTIF-04: the counts in the newest stats event of an answer (10000112); undefined where there is none for `account`. */
export function countsIn(claims: readonly Claim[], account: string): Counts | undefined {
  const stats = contentsOf(claims, RESULT.NotificationStats).findLast(
    (content) => isRecord(content) && field(content, 'pubkey') === account,
  );
  if (!isRecord(stats)) return undefined;
  const counts = Object.entries(stats).flatMap(([key, count]) => (TYPE.test(key) ? [countOf(count)] : []));
  const total = counts.reduce((sum, count) => sum + Math.min(count, MOST), 0);
  return { total: Math.min(MOST, total), direct: Math.min(MOST, countOf(field(stats, DIRECT))) };
}

/** Types are numbers; `kind` and `pubkey` stand beside them, and whatever else a service adds. */
const TYPE = /^\d{1,4}$/;
const DIRECT = '401';
const MOST = 1_000_000;

/** Until when the account has seen its notifications (10000111); undefined where the service does not say. */
export function seenIn(claims: readonly Claim[]): Seconds | undefined {
  return timeOf(contentsOf(claims, RESULT.NotificationsSeen).at(-1));
}

/** Direct messages that are unread: so many that show, as far as it is known who wrote them, and so many that the account's lists hide. */
export interface Direct {
  readonly shown: number;
  readonly muted: number;
}

/** What the service counts since its marker. */
interface Unread extends Counts {
  readonly messages: Direct;
  /** What is known of it, newest first, and ids of those that the account's lists hide. */
  readonly news: readonly Notification[];
  readonly hidden: ReadonlySet<string>;
  /** When they were last looked at here, where the service could not be told; undefined: it was. */
  readonly looked: Seconds | undefined;
}

/** The one number of badge, title and app badge: what is neither seen nor hidden. */
export function unreadIn({ total, direct, messages, news, hidden, looked }: Unread): number {
  const shown = news.filter(({ id }) => !hidden.has(id));
  if (looked !== undefined) return since(shown, looked).length;
  return Math.max(0, total - (news.length - shown.length) - direct + directIn(direct, messages));
}

/** Of the direct messages that are counted as new those that count: the service knows nobody whom the account mutes in private. */
export function directIn(direct: number, { shown, muted }: Direct): number {
  return Math.max(0, Math.min(direct - muted, shown));
}

/**
 * Return the time after which the list shows its rows as new. `marker`: until when they were seen. Where nobody ever set one, only as many are
 * new as are counted: the rest was there before the account first came (NOTIF-04).
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
