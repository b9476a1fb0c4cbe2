import { createHash } from 'node:crypto';
import { parseAddress } from '../../../src/events/nostr/address.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { zapRequestOf } from '../../../src/events/facts/zap.ts';
import { isLikeBy, nameOf } from '../../../src/events/notifications/notification.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import type { Notification } from '../../store/notifications/notifications.ts';
import type { Store } from '../../store/store.ts';
import { parseStored } from '../../store/stored-event.ts';
import {
  mentionedAccounts,
  NOTIFICATION_TYPE,
} from '../../store/notifications/notification-types.ts';
import { type Result, synthetic } from '../results.ts';
import { defaultSettings } from './default-settings.ts';
import {
  hiddenAccounts,
  moderate,
  moderateAccount,
  type ModerationLists,
  threadMute,
} from '../../../src/events/reading/moderation/moderation.ts';
import { moderationListsFor } from './visibility.ts';

/**
 * The name of each type in settings, and the names of its fields: actor, post and causing event.
 */
const TYPES: ReadonlyMap<
  number,
  {
    readonly name: string;
    readonly actor: string;
    readonly subject?: string;
    readonly cause?: string;
  }
> = new Map([
  [NOTIFICATION_TYPE.followed, { name: 'NEW_USER_FOLLOWED_YOU', actor: 'follower' }],
  [
    NOTIFICATION_TYPE.zapped,
    { name: 'YOUR_POST_WAS_ZAPPED', actor: 'who_zapped_it', subject: 'your_post' },
  ],
  [
    NOTIFICATION_TYPE.liked,
    { name: 'YOUR_POST_WAS_LIKED', actor: 'who_liked_it', subject: 'your_post' },
  ],
  [
    NOTIFICATION_TYPE.reposted,
    { name: 'YOUR_POST_WAS_REPOSTED', actor: 'who_reposted_it', subject: 'your_post' },
  ],
  [
    NOTIFICATION_TYPE.replied,
    {
      name: 'YOUR_POST_WAS_REPLIED_TO',
      actor: 'who_replied_to_it',
      subject: 'your_post',
      cause: 'reply',
    },
  ],
  [
    NOTIFICATION_TYPE.mentioned,
    {
      name: 'YOU_WERE_MENTIONED_IN_POST',
      actor: 'you_were_mentioned_by',
      cause: 'you_were_mentioned_in',
    },
  ],
  [
    NOTIFICATION_TYPE.quoted,
    {
      name: 'YOUR_POST_WAS_MENTIONED_IN_POST',
      actor: 'your_post_was_mentioned_by',
      subject: 'your_post',
      cause: 'your_post_were_mentioned_in',
    },
  ],
  [
    NOTIFICATION_TYPE.highlighted,
    {
      name: 'YOUR_POST_WAS_HIGHLIGHTED',
      actor: 'who_highlighted_it',
      subject: 'your_post',
      cause: 'highlight',
    },
  ],
  [
    NOTIFICATION_TYPE.bookmarked,
    { name: 'YOUR_POST_WAS_BOOKMARKED', actor: 'who_bookmarked_it', subject: 'your_post' },
  ],
  [NOTIFICATION_TYPE.message, { name: 'NEW_DIRECT_MESSAGE', actor: 'sender', cause: 'event_id' }],
  [
    NOTIFICATION_TYPE.live,
    { name: 'LIVE_EVENT_HAPPENING', actor: 'host', subject: 'live_event_id' },
  ],
  [
    NOTIFICATION_TYPE.deepReply,
    { name: 'REPLY_TO_REPLY', actor: 'who_replied_to_it', subject: 'your_post', cause: 'reply' },
  ],
]);

/** Types in lists. Messages are only counted. */
export const LISTED: readonly number[] = [...TYPES.keys()].filter(
  (type) => type !== NOTIFICATION_TYPE.message,
);
/** Every type with a counter (10000112), even if it is no longer sent. */
const COUNTED: readonly number[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 103, 104, 201, 202, 203, 204, 301, 302, 401, 501, 601,
];
/** Types that `only_show_reactions_from_users_i_follow` affects. */
const REACTIONS: readonly number[] = [1, 3, 4, 5, 6, 7, 8, 301, 302];
const MOST_NAMED = 10;
const MOST_PEOPLE = 50;
const MOST_COUNTED = 1_000;
const MOST_SCANNED = 20_000;

/** Filters out notifications that an account does not want, by its current settings and mutes. */
export type NotificationFilter = (
  rows: readonly Notification[],
) => Promise<readonly Notification[]>;

/**
 * Return the filter for an account's notifications. The mutes of `viewer` also apply. All accounts
 * count as human here.
 */
export async function notificationFilterOf(
  store: Store,
  pubkey: string,
  viewer?: string,
): Promise<NotificationFilter> {
  const wants = switchesOf(await store.settingsOf(pubkey));
  const viewers = viewer === undefined || viewer === pubkey ? [pubkey] : [pubkey, viewer];
  const readers = await Promise.all(viewers.map((each) => moderationListsFor(store, each)));
  const follows = await store.followsOf(pubkey);
  const isMuting = readers.some(({ mutes: { threads } }) => threads.size > 0);
  return async (rows) => {
    const ids = isMuting ? rows.flatMap(({ subjectId }) => subjectId ?? []) : [];
    const subjects = new Map(
      (await store.events([...new Set(ids)])).map((row) => [row.id, parseStored(row)]),
    );
    return rows.filter((row) => {
      const subject = subjects.get(row.subjectId ?? '');
      return (
        wants(row, follows.has(row.actor)) &&
        !isCrowded(row) &&
        !readers.some((reader) => hides(reader, row, subject))
      );
    });
  };
}

/** `subject`: the post of the notification, if it may belong to a muted thread. */
function hides(
  reader: ModerationLists,
  { type, actor, subject: key, causeRaw }: Notification,
  subject: SignedEvent | undefined,
): boolean {
  // The author of a live event may differ from its host.
  if (type === NOTIFICATION_TYPE.live && isHidden(reader, parseAddress(key)?.pubkey ?? ''))
    return true;
  if (isHidden(reader, actor) || (subject && threadMute(reader, subject))) return true;
  return (
    causeRaw !== undefined &&
    causeRaw !== '' &&
    moderate(reader, parseStored({ raw: causeRaw })).verdict === 'hide'
  );
}

function isHidden(reader: ModerationLists, pubkey: string): boolean {
  return moderateAccount(reader, pubkey).verdict === 'hide';
}

/**
 * True for a deeper reply below a post that names very many accounts, which does not concern each
 * of them.
 */
function isCrowded({ type, subjectRaw }: Notification): boolean {
  if (type !== NOTIFICATION_TYPE.deepReply || subjectRaw === undefined || subjectRaw === '')
    return false;
  return (
    parseStored({ raw: subjectRaw }).tags.filter(([name]) => name === 'p').length > MOST_PEOPLE
  );
}

/** Return the switches of stored settings. Missing ones have the default value. */
function switchesOf(
  stored: string | undefined,
): (row: Notification, isFollowed: boolean) => boolean {
  const event = parseJson(stored ?? '');
  const content = isRecord(event) ? parseJson(String(field(event, 'content'))) : undefined;
  const preset = defaultSettings();
  const group = (name: string) => ({
    ...recordOf(field(preset, name)),
    ...(isRecord(content) ? recordOf(field(content, name)) : {}),
  });
  const types = group('notifications');
  const more = group('notificationsAdditional');
  const isOn = (name: string) => field(more, name) === true;
  return (row, isFollowed) => {
    if (field(types, switchOf(row)) === false) return false;
    if (
      !isFollowed &&
      REACTIONS.includes(row.type) &&
      isOn('only_show_reactions_from_users_i_follow')
    )
      return false;
    if (
      !isFollowed &&
      row.type === NOTIFICATION_TYPE.message &&
      isOn('only_show_dm_notifications_from_users_i_follow')
    )
      return false;
    if (row.type === NOTIFICATION_TYPE.deepReply && !isOn('include_deep_replies')) return false;
    if (row.type !== NOTIFICATION_TYPE.mentioned || !isOn('ignore_events_with_too_many_mentions'))
      return true;
    return (
      row.causeRaw === undefined ||
      mentionedAccounts(parseStored({ raw: row.causeRaw })).size <= MOST_NAMED
    );
  };
}

/** A reaction that is sent as a like but is none has its own switch (NOTIF-06). */
function switchOf({ type, causeRaw = '' }: Notification): string {
  if (
    type === NOTIFICATION_TYPE.liked &&
    causeRaw !== '' &&
    !isLikeBy(parseStored({ raw: causeRaw }).content)
  )
    return nameOf(303);
  return TYPES.get(type)?.name ?? '';
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/**
 * Return the object of a notification. Its id is derived from its content. A post with versions is
 * named by its address.
 */
export function notificationResult(row: Notification): Result {
  const type = TYPES.get(row.type);
  const named = (subject: string | undefined) => ({
    pubkey: row.receiver,
    created_at: row.key,
    type: row.type,
    ...(type && { [type.actor]: row.actor }),
    ...(type?.subject !== undefined && { [type.subject]: subject }),
    ...(type?.cause !== undefined && { [type.cause]: row.causeId }),
    ...(row.type === NOTIFICATION_TYPE.live && { coordinate: row.subject }),
    ...besides(row),
  });
  const id = createHash('sha256')
    .update(JSON.stringify(byKey(named(row.subject))))
    .digest('hex');
  return synthetic(RESULT.Notification, { id, ...named(row.subjectId) });
}

function besides({ type, causeRaw, sats }: Notification): Readonly<Record<string, unknown>> {
  if (causeRaw === undefined || causeRaw === '') return {};
  if (type === NOTIFICATION_TYPE.liked) return { reaction: parseStored({ raw: causeRaw }).content };
  if (type !== NOTIFICATION_TYPE.zapped) return {};
  return {
    satszapped: sats,
    message: readEvent(zapRequestOf(parseStored({ raw: causeRaw })))?.content ?? '',
  };
}

function byKey(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Return the number of unseen notifications by type, for counted types. */
export async function unseenCounts(
  store: Store,
  pubkey: string,
): Promise<Readonly<Record<string, number>>> {
  const counts = new Map(COUNTED.map((type) => [type, 0]));
  const keep = await notificationFilterOf(store, pubkey);
  const muted = hiddenAccounts(await moderationListsFor(store, pubkey), 'content');
  let after: Notification | undefined;
  for (
    let scanned = 0, kept = 0;
    scanned < MOST_SCANNED && kept < MOST_COUNTED;
    scanned += MOST_COUNTED
  ) {
    const rows = await store.unreadNotifications(pubkey, MOST_COUNTED, muted, after);
    const told = (await keep(rows)).slice(0, MOST_COUNTED - kept);
    for (const { type } of told) counts.set(type, (counts.get(type) ?? 0) + 1);
    kept += told.length;
    after = rows.at(-1);
    if (rows.length < MOST_COUNTED) break;
  }
  return Object.fromEntries(counts);
}
