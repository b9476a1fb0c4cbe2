import { addressOf } from '../../../src/events/nostr/address.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { replyTarget } from '../../../src/events/facts/references.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import {
  repliesBelow,
  isPost,
  type ReplyAncestors,
  openReplyAncestors,
} from './reply-ancestors.ts';
import {
  keyOf,
  type NotificationRow,
  insertNotifications,
  readReceiver,
  readNotification,
  deleteNotifications,
  type DatedNotification,
} from './notification-rows.ts';
import { int, type Row, text } from '../engine/row.ts';
import { STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';
import { NOTIFICATION_TYPE } from './notification-types.ts';
import {
  LISTED,
  notificationsOfList,
  notificationsOf,
  localAccountsAmong,
} from './notification-rules.ts';

/**
 * State of one batch: the database, and a set that collects accounts with changed notifications.
 */
export interface NotificationBatch {
  readonly database: Database;
  readonly concerned: Set<string>;
  /** Work that runs once at the end of the batch, however many events request it. */
  readonly later: Later;
  /** True if any account receives notifications. `undefined` until it is looked up. */
  hasReceivers?: boolean;
}

interface Later {
  /** Ids and addresses of deleted posts. */
  readonly gone: Set<string>;
  /**
   * Rows of events whose notifications may have changed, each with the recipients who have seen
   * theirs.
   */
  readonly again: Map<number, Set<string>>;
  /**
   * Lists by address that lost a version, or whose named posts arrived. The value is any version.
   */
  readonly lists: Map<string, SignedEvent>;
}

export function startNotificationBatch(database: Database): NotificationBatch {
  return {
    database,
    concerned: new Set(),
    later: { gone: new Set(), again: new Map(), lists: new Map() },
  };
}

/** Kinds that affect the visible notifications and messages of their author. */
const VIEWS: readonly number[] = [KIND.Contacts, KIND.MuteList, KIND.CategorizedPeople];
const MOST_LATE = 1_000;
const MOST_BELOW = 20_000;
const MOST_VERSIONS = 100;
/** Limit of JSON that is read from the versions of one list. */
const MOST_BYTES = 4_000_000;
const MOST_PAST = 500;

/** A new event with its row. `isCurrent` unless it is a version that was already replaced. */
interface Arrived {
  readonly event: SignedEvent;
  readonly seq: number;
  readonly isCurrent: boolean;
}

/**
 * Create notifications from newly stored events: for the local accounts that they concern, and for
 * their authors about earlier events. Filters are applied when notifications are read, so order and
 * repetition of events make no difference.
 */
export function* addNotifications(
  noting: NotificationBatch,
  arrived: readonly Arrived[],
): Query<void> {
  for (const { event, isCurrent } of arrived)
    if (isCurrent && VIEWS.includes(event.kind)) noting.concerned.add(event.pubkey);
  if (arrived.length === 0 || !(yield* hasReceivers(noting))) return;
  const known = openReplyAncestors(noting.database);
  const told = yield* inParallel(arrived.map((each) => relaysNotifiedBy(known, each)));
  // An earlier version may name a post that has only arrived now.
  for (const list of yield* insertNotifications(noting, told.flat()))
    if (list.kind === KIND.Bookmarks) noting.later.lists.set(addressOf(list) ?? '', list);
  const seqs = new Set(arrived.map(({ seq }) => seq));
  yield* inParallel(arrived.map((each) => noteEarlier(noting, each, seqs)));
}

/**
 * Return the notifications of one event. Replaced versions count only for lists, because a list
 * notifies as of the earliest version that names the recipient.
 */
function* relaysNotifiedBy(
  known: ReplyAncestors,
  { event, seq, isCurrent }: Arrived,
): Query<NotificationRow[]> {
  const isListed = LISTED.includes(event.kind);
  if (!isListed && !isCurrent) return [];
  const notices = isListed
    ? yield* notificationsOfList(known, event)
    : yield* notificationsOf(known, event, seq);
  return notices.map((notice) => ({
    ...notice,
    at: inSeconds(event.created_at),
    seq: isListed ? 0 : seq,
    unread: true,
    list: isListed ? event : undefined,
  }));
}

/**
 * Delete the notifications that a deleted event caused, and those about it. `finishNotifications`
 * deletes those of deeper replies.
 */
export function* removeNotifications(
  noting: NotificationBatch,
  event: SignedEvent,
  seq: number,
): Query<void> {
  if (!(yield* hasReceivers(noting))) return;
  const { database, concerned, later } = noting;
  const sql = 'delete from notifications where seq > 0 and seq = ?1 returning receiver';
  const about = "delete from notifications where subject <> '' and subject = ?1 returning *";
  for (const receiver of yield* database.change(sql, [seq], readReceiver)) concerned.add(receiver);
  for (const { cause, ...old } of yield* database.change(about, [event.id], (row) => ({
    ...readNotification(row),
    cause: int(row, 'seq'),
  }))) {
    concerned.add(old.receiver);
    if (cause > 0) noteLater(noting, cause, seenOf([old]));
  }
  const address = addressOf(event);
  if (LISTED.includes(event.kind)) later.lists.set(address ?? '', event);
  if (isPost(event.kind))
    for (const key of address === undefined ? [event.id] : [event.id, address]) later.gone.add(key);
}

/** Run the deferred work of a batch: each reply and list once. */
export function* finishNotifications(noting: NotificationBatch): Query<void> {
  const { gone, again, lists } = noting.later;
  if (gone.size > 0)
    for (const seq of yield* toldBelow(noting.database, [...gone])) noteLater(noting, seq);
  const known = openReplyAncestors(noting.database);
  yield* settleAll(
    noting,
    yield* inParallel([...again].map(([seq, seen]) => toldAgain(noting, known, seq, seen))),
  );
  yield* settleAll(
    noting,
    yield* inParallel([...lists.values()].map((list) => toldByList(known, list))),
  );
  for (const each of [gone, again, lists]) each.clear();
}

function noteLater({ later }: NotificationBatch, seq: number, seen: Iterable<string> = []): void {
  later.again.set(seq, new Set([...(later.again.get(seq) ?? []), ...seen]));
}

function seenOf(told: readonly DatedNotification[]): string[] {
  return told.flatMap(({ receiver, unread }) => (unread === false ? [receiver] : []));
}

/** Start notifications for an account. Recent events are included as read. */
export function* addLocalAccount(noting: NotificationBatch, pubkey: string): Query<void> {
  const { database } = noting;
  if (
    (yield* database.run('insert into receivers (pubkey) values (?) on conflict do nothing', [
      pubkey,
    ])) === 0
  )
    return;
  const sql = `select e.seq, e.raw from tags t join events e on e.seq = t.seq where t.name = 'p' and t.value = ? and e.state = ?
    order by t.created_at desc limit ${MOST_PAST}`;
  const past = yield* database.all(sql, [pubkey, STATE.current], readEvent);
  const followed = `insert into notifications (receiver, type, actor, subject, seq, created_at, unread)
    select f.followed, ${NOTIFICATION_TYPE.followed}, f.follower, '', 0, e.created_at, 0 from follows f
    join events e on e.address = '${KIND.Contacts}:' || f.follower || ':' and e.state = ${STATE.current}
    where f.followed = ?1 and f.follower <> ?1 order by e.created_at desc limit ${MOST_PAST} on conflict do nothing`;
  yield* database.put(followed, [pubkey]);
  const known = openReplyAncestors(database);
  const told = yield* inParallel(
    past.map(({ seq, event }) => relaysNotifiedBy(known, { event, seq, isCurrent: true })),
  );
  const own = told.flat().filter(({ receiver }) => receiver === pubkey);
  yield* insertNotifications(
    noting,
    own.map((each) => ({ ...each, unread: false, list: undefined })),
  );
  noting.concerned.add(pubkey);
}

function* hasReceivers(noting: NotificationBatch): Query<boolean> {
  return (noting.hasReceivers ??=
    (yield* noting.database.one('select 1 from receivers limit 1', [], () => true)) === true);
}

/**
 * Create notifications for events that arrived before the post they refer to, found by the post's
 * names. `others` arrived with it and know it already.
 */
function* noteEarlier(
  noting: NotificationBatch,
  { event, isCurrent }: Arrived,
  others: ReadonlySet<number>,
): Query<void> {
  if (!isPost(event.kind) || (!isCurrent && LISTED.includes(event.kind))) return;
  const { database } = noting;
  const address = addressOf(event);
  const isNamed =
    isCurrent && address !== undefined && (yield* isFirst(database, event.id, address));
  const keys = isNamed ? [event.id, address] : [event.id];
  const below = yield* repliesBelow(database, keys, MOST_LATE);
  const isOfReceiver = (yield* localAccountsAmong(database, [event.pubkey])).length > 0;
  const late = new Set(
    isOfReceiver || (below.length > 0 && (yield* isBelowReceiver(database, event))) ? below : [],
  );
  if (isOfReceiver) {
    const sql = `select seq from refs where target = ?1 union select seq from tags where name in ('a', 'e', 'q') and value = ?1 limit ${MOST_LATE}`;
    for (const key of keys)
      for (const seq of yield* database.all(sql, [key], (row) => int(row, 'seq'))) late.add(seq);
  }
  for (const seq of [...late].slice(0, MOST_LATE)) if (!others.has(seq)) noteLater(noting, seq);
}

function* isBelowReceiver(database: Database, event: SignedEvent): Query<boolean> {
  const known = openReplyAncestors(database);
  const parent = replyTarget(event)?.key;
  if (parent === undefined) return false;
  for (const key of [parent, ...(yield* known.above(parent))])
    if ((yield* known.ownerOf(key)) !== undefined) return true;
  return false;
}

function* isFirst(database: Database, id: string, address: string): Query<boolean> {
  const sql = `select 1 from events where address = ? and id <> ? and state <= ${STATE.superseded} limit 1`;
  return (yield* database.one(sql, [address, id], () => true)) === undefined;
}

/** Return the replies that caused deep-reply notifications and are below these posts. */
function* toldBelow(database: Database, keys: readonly string[]): Query<number[]> {
  const sql = `select distinct n.seq from json_each(?) j cross join notifications n indexed by notifications_cause
    on n.seq = cast(j.value as bigint) and n.seq > 0 and n.type = ${NOTIFICATION_TYPE.deepReply}`;
  return yield* database.all(sql, [yield* repliesBelow(database, keys, MOST_BELOW)], (row) =>
    int(row, 'seq'),
  );
}

/** The stored notifications of one event or list, and those that it should have by now. */
interface Settlement {
  readonly told: readonly DatedNotification[];
  readonly wanted: readonly DatedNotification[];
  readonly seq: number;
  /** Recipients who have seen a notification of it. */
  readonly seen: ReadonlySet<string>;
  /**
   * A list with unread versions. Existing notifications stay, dated by the first version that
   * causes them.
   */
  readonly list?: SignedEvent;
}

/** Recompute the notifications of an event. `seen`: recipients who have seen one of them. */
function* toldAgain(
  noting: NotificationBatch,
  known: ReplyAncestors,
  seq: number,
  seen: ReadonlySet<string>,
): Query<Settlement | undefined> {
  const { database } = noting;
  const event = (yield* database.one(
    `select seq, raw from events where seq = ? and state = ${STATE.current}`,
    [seq],
    readEvent,
  ))?.event;
  if (!event) return undefined;
  if (LISTED.includes(event.kind)) {
    noting.later.lists.set(addressOf(event) ?? '', event);
    return undefined;
  }
  const notices = yield* notificationsOf(known, event, seq);
  const told = yield* database.all(
    'select * from notifications where seq > 0 and seq = ?',
    [seq],
    readNotification,
  );
  const wanted = notices.map((each) => ({ ...each, at: inSeconds(event.created_at) }));
  return { told, wanted, seq, seen: new Set([...seen, ...seenOf(told)]) };
}

/**
 * Return the notifications of the stored versions of a list, each as of the first version that
 * causes it.
 */
function* toldByList(known: ReplyAncestors, event: SignedEvent): Query<Settlement> {
  const { database } = known;
  const { kind, pubkey } = event;
  const address = addressOf(event) ?? '';
  const wanted = new Map<string, DatedNotification>();
  const { versions, areAll } = yield* versionsOf(database, address);
  for (const version of versions)
    for (const each of yield* notificationsOfList(known, version)) {
      if (!wanted.has(keyOf(each)))
        wanted.set(keyOf(each), { ...each, at: inSeconds(version.created_at) });
    }
  const settlement = { wanted: [...wanted.values()], seq: 0, seen: new Set<string>() };
  if (!areAll) return { ...settlement, told: [], list: event };
  const type = kind === KIND.Contacts ? NOTIFICATION_TYPE.followed : NOTIFICATION_TYPE.bookmarked;
  const told =
    kind === KIND.LiveEvent
      ? yield* database.all(
          "select * from notifications where subject <> '' and subject = ? and seq = 0",
          [address],
          readNotification,
        )
      : yield* database.all(
          'select * from notifications where actor = ? and type = ? and seq = 0',
          [pubkey, type],
          readNotification,
        );
  return { ...settlement, told };
}

function* settleAll(
  noting: NotificationBatch,
  settlements: readonly (Settlement | undefined)[],
): Query<void> {
  const all = settlements.filter((each) => each !== undefined);
  for (const { told, wanted, seq } of all) {
    const kept = new Set(wanted.map(keyOf));
    const old = told.filter((each) => !kept.has(keyOf(each)));
    yield* deleteNotifications(noting, old, seq);
  }
  yield* insertNotifications(
    noting,
    all.flatMap(({ wanted, seq, seen, list }) =>
      wanted.map((each) => ({ ...each, seq, unread: !seen.has(each.receiver), list })),
    ),
  );
}

/** Return the oldest versions and the current one, oldest first, and whether these are all. */
function* versionsOf(
  database: Database,
  address: string,
): Query<{ readonly versions: readonly SignedEvent[]; readonly areAll: boolean }> {
  const sql = `select seq, state, sum(octet_length(raw)) over (order by created_at, seq) as bytes, row_number() over (order by created_at, seq) as place
    from events where address = ? and state <= ${STATE.superseded} order by created_at, seq`;
  const stored = yield* database.all(sql, [address], (row) => ({
    seq: int(row, 'seq'),
    isRead:
      int(row, 'state') === STATE.current ||
      (int(row, 'bytes') <= MOST_BYTES && int(row, 'place') <= MOST_VERSIONS),
  }));
  const read = stored.filter(({ isRead }) => isRead);
  const found = yield* inParallel(
    read.map(({ seq }) =>
      database.one('select seq, raw from events where seq = ?', [seq], readEvent),
    ),
  );
  const versions = found.flatMap((version) => version?.event ?? []);
  return { versions, areAll: read.length === stored.length };
}

function readEvent(row: Row): { seq: number; event: SignedEvent } {
  return { seq: int(row, 'seq'), event: parseStored({ raw: text(row, 'raw') }) };
}
