import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { Notification } from '../../store/notifications/notifications.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { NOTIFICATION_TYPE } from '../../store/notifications/notification-types.ts';
import { type CacheContext, requireRoom } from '../cache-context.ts';
import { enrich } from '../results/enrich-page.ts';
import {
  LISTED,
  notificationResult,
  unseenCounts,
  notificationFilterOf,
} from '../results/notification-results.ts';
import { hexOf, pageOf, type Payload, requiredHex, textOf } from '../payload.ts';
import { rangeResult, readPage } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';
import { signedRequest } from '../signed-request.ts';
import type { StreamAnswer } from '../shared-streams.ts';
import { visibleRows } from '../results/visibility.ts';

const RULES = { limit: 1_000, max: 50, capped: true };
const MOST_NEWS = 100;
const SEEN_BYTES = 100;
/** Any other group means all types. */
const GROUPS: ReadonlyMap<string, readonly number[]> = new Map([
  ['zaps', [NOTIFICATION_TYPE.zapped]],
  ['replies', [NOTIFICATION_TYPE.replied, NOTIFICATION_TYPE.deepReply]],
  ['mentions', [NOTIFICATION_TYPE.mentioned, NOTIFICATION_TYPE.quoted]],
  ['reposts', [NOTIFICATION_TYPE.reposted]],
]);

/** Return an account's notifications, newest first, with their actors and posts. */
export async function getNotifications(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const pubkey = requiredHex(payload, 'pubkey');
  const types = GROUPS.get(textOf(payload, 'type_group') ?? '') ?? LISTED;
  const actor = hexOf(payload, 'user_pubkey');
  const keep = await notificationFilterOf(store, pubkey, actor);
  const rows = await readPage<Notification>(
    (slice) => store.notificationsOf(pubkey, types, slice),
    pageOf(payload, RULES),
    keep,
  );
  const actors = [...new Set(rows.map(({ actor }) => actor))];
  const posts = await postsOf(context, rows, pubkey);
  const followers = await store.followerCounts(actors);
  const range = rangeResult(
    posts.map(({ created_at }) => inSeconds(created_at)),
    posts.map(({ id }) => id),
    'created_at',
  );
  return [
    ...rows.map(notificationResult),
    ...actors.map((actor) =>
      synthetic(RESULT.UserStats, { pubkey: actor, followers_count: followers.get(actor) ?? 0 }),
    ),
    ...(await enrich(context, posts, { viewer: pubkey, actor }, actors)),
    range,
  ];
}

/** Return the visible posts of notifications, newest first. */
async function postsOf(
  { store }: CacheContext,
  rows: readonly Notification[],
  pubkey: string,
): Promise<readonly StoredEvent[]> {
  const named = rows.flatMap(({ type, subjectId = '', causeId = '' }) => {
    const talks =
      type === NOTIFICATION_TYPE.replied ||
      type === NOTIFICATION_TYPE.mentioned ||
      type === NOTIFICATION_TYPE.quoted ||
      type === NOTIFICATION_TYPE.deepReply;
    return [subjectId, talks || type === NOTIFICATION_TYPE.highlighted ? causeId : ''].filter(
      (id) => id !== '',
    );
  });
  const found = await visibleRows(store, pubkey, await store.events([...new Set(named)]));
  return [...found].sort(
    (one, other) =>
      inSeconds(other.created_at) - inSeconds(one.created_at) || (one.id < other.id ? -1 : 1),
  );
}

/**
 * Return the time up to which an account has seen its notifications (seconds), or no result if it
 * never set one.
 */
export async function getNotificationsSeen(
  { store }: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const seen = await store.notificationsSeen(requiredHex(payload, 'pubkey'));
  return seen === undefined ? [] : [synthetic(RESULT.NotificationsSeen, seen)];
}

/** Set the seen time to the time of the request and mark all notifications up to it as read. */
export async function setNotificationsSeen(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const { pubkey, created_at } = await signedRequest(context, payload);
  await requireRoom(context, pubkey, SEEN_BYTES);
  await context.store.setNotificationsSeen(pubkey, created_at);
  context.streams.changed(pubkey);
  return [];
}

/** Counts by type, flat beside the kind (10000112). */
export function notificationCounts(context: CacheContext, payload: Payload): StreamAnswer {
  return counting(context, payload, (pubkey, counts) =>
    JSON.stringify({ kind: RESULT.NotificationStats, pubkey, ...counts }),
  );
}

/** The same in the content. */
export function notificationCounts2(context: CacheContext, payload: Payload): StreamAnswer {
  return counting(context, payload, (pubkey, counts) =>
    synthetic(RESULT.NotificationStats2, counts, { pubkey }),
  );
}

/** An account without notification settings gets no counts. */
function counting(
  { store, streams }: CacheContext,
  payload: Payload,
  write: (pubkey: string, counts: Readonly<Record<string, number>>) => Result,
): StreamAnswer {
  const pubkey = requiredHex(payload, 'pubkey');
  const read = async () =>
    (await store.isReceiver(pubkey)) ? [write(pubkey, await unseenCounts(store, pubkey))] : [];
  return { results: async () => [], open: (push) => streams.standing(pubkey, read, push) };
}

/** Send each notification as it occurs. */
export function notificationStream(
  { store, streams }: CacheContext,
  payload: Payload,
): StreamAnswer {
  const pubkey = requiredHex(payload, 'pubkey');
  let last: Promise<number> | undefined;
  const news = async () => {
    const keep = await notificationFilterOf(store, pubkey);
    const results: Result[] = [];
    for (let isMore = true; isMore; ) {
      const rows = await store.notificationsAfter(
        pubkey,
        await (last ?? store.lastNotification(pubkey)),
        MOST_NEWS,
      );
      const newest = rows.at(-1);
      if (newest) last = Promise.resolve(newest.seq);
      results.push(
        ...(await keep(rows.filter(({ type }) => LISTED.includes(type)))).map(notificationResult),
      );
      isMore = rows.length === MOST_NEWS;
    }
    return results;
  };
  return {
    // Report to the client if the starting position could not be read.
    results: async () => {
      await last;
      return [];
    },
    open(push) {
      last = store.lastNotification(pubkey);
      return streams.occurring(pubkey, news, push);
    },
  };
}
