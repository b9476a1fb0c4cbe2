import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import { addLocalAccount, startNotificationBatch } from './notifications-write.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';
import { REF, STATE } from '../schema.ts';
import type { Ordered, Slice } from '../reading/page-slice.ts';
import { NOTIFICATION_TYPE } from './notification-types.ts';

/**
 * A notification of an account. `seq` is the order of discovery, `key` the time of the event
 * (seconds).
 */
export interface Notification extends Ordered {
  readonly type: number;
  readonly receiver: string;
  readonly actor: string;
  /** Id or address of the subject, usually a post of the recipient. */
  readonly subject: string;
  /**
   * Id of the subject's current version, or `undefined` if there is no subject or it is deleted.
   */
  readonly subjectId: string | undefined;
  /** JSON of the subject, for deeper replies. */
  readonly subjectRaw: string | undefined;
  /** Id and JSON of the causing event, or `undefined` if the cause is a list. */
  readonly causeId: string | undefined;
  readonly causeRaw: string | undefined;
  /** Amount of a zap. */
  readonly sats: number;
}

/** Events by others that concern an account. The caller applies mutes and settings. */
export interface Notifications {
  /** Start notifications for an account. */
  addReceiver(pubkey: string): Promise<void>;
  isReceiver(pubkey: string): Promise<boolean>;
  /** Notifications of some types, newest first. */
  notificationsOf(pubkey: string, types: readonly number[], slice: Slice): Promise<Notification[]>;
  /**
   * The newest unseen notifications, without those by some accounts. `after` continues behind an
   * earlier one.
   */
  unreadNotifications(
    pubkey: string,
    most: number,
    without?: readonly string[],
    after?: Ordered,
  ): Promise<Notification[]>;
  /** Unseen notifications after `seq` in order of discovery, or all of them after 0. */
  notificationsAfter(pubkey: string, seq: number, most: number): Promise<Notification[]>;
  lastNotification(pubkey: string): Promise<number>;
  /**
   * The time up to which an account has seen its notifications, or `undefined` if it never reported
   * one.
   */
  notificationsSeen(pubkey: string): Promise<Seconds | undefined>;
  /**
   * Store that time, now at the latest, and mark everything up to it as read. An earlier time than
   * the stored one changes nothing.
   */
  setNotificationsSeen(pubkey: string, at: Seconds): Promise<void>;
}

// True while the list still names the account or post, and while the subject exists. The lookups
// are scalar subqueries, which PostgreSQL runs row by row. For an `exists` it would read all
// follows.
const STANDS = `(n.type not in (${NOTIFICATION_TYPE.followed}, ${NOTIFICATION_TYPE.bookmarked})
    or (n.type = ${NOTIFICATION_TYPE.followed} and (select 1 from follows f where f.follower = n.actor and f.followed = n.receiver) is not null)
    or (n.type = ${NOTIFICATION_TYPE.bookmarked}
      and (select 1 from refs r where r.pubkey = n.actor and r.target = n.subject and r.type = ${REF.bookmark} limit 1) is not null))
  and (n.subject = '' or s.id is not null)`;
const FROM = `from notifications n left join events c on c.seq = n.seq and n.seq > 0 left join zaps z on z.seq = n.seq and n.seq > 0
  left join events s on n.subject <> '' and s.seq = case when instr(n.subject, ':') > 0
    then (select seq from events where address = n.subject and state = ${STATE.current})
    else (select seq from events where id = n.subject and state <= ${STATE.superseded}) end`;
const SELECT = `select n.*, s.id as subject_id, case when n.type = ${NOTIFICATION_TYPE.deepReply} then s.raw end as subject_raw,
  c.id as cause_id, case when n.type <> ${NOTIFICATION_TYPE.message} then c.raw end as cause_raw, z.sats ${FROM}`;

export const NOTIFICATIONS: QueryHandlers<Notifications> = {
  *addReceiver(database, pubkey) {
    yield* database.transaction(() => addLocalAccount(startNotificationBatch(database), pubkey));
  },
  *isReceiver(database, pubkey) {
    return (
      (yield* database.one('select 1 from receivers where pubkey = ?', [pubkey], () => true)) ===
      true
    );
  },
  notificationsOf(database, pubkey, types, { since, until, before, limit, offset }) {
    const sql = `${SELECT} where n.receiver = ? and n.type in (select value from json_each(?)) and n.created_at >= ?
      and (n.created_at < ? or (n.created_at = ? and n.n < ?)) and ${STANDS} order by n.created_at desc, n.n desc limit ? offset ?`;
    return database.all(
      sql,
      [pubkey, types, since, until, until, before, limit, offset],
      readNotification,
    );
  },
  unreadNotifications(
    database,
    pubkey,
    most,
    without = [],
    after = { key: Number.MAX_SAFE_INTEGER, seq: 0 },
  ) {
    const sql = `${SELECT} where n.receiver = ? and n.unread = 1 and (n.created_at, n.n) < (?, ?)
      and n.actor not in (select value from json_each(?)) and ${STANDS} order by n.created_at desc, n.n desc limit ?`;
    return database.all(sql, [pubkey, after.key, after.seq, without, most], readNotification);
  },
  notificationsAfter(database, pubkey, seq, most) {
    const sql = `${SELECT} where n.receiver = ? and n.unread = 1 and n.n > ? and ${STANDS} order by n.n limit ?`;
    return database.all(sql, [pubkey, seq, most], readNotification);
  },
  *lastNotification(database, pubkey) {
    const sql = 'select max(n) as n from notifications where receiver = ?';
    return (yield* database.one(sql, [pubkey], (row) => int(row, 'n'))) ?? 0;
  },
  notificationsSeen: (database, pubkey) =>
    database.one('select seen_at from notifications_seen where pubkey = ?', [pubkey], (row) =>
      time(row, 'seen_at'),
    ),
  *setNotificationsSeen(database, pubkey, at) {
    yield* database.transaction(function* () {
      const seen = Math.min(inSeconds(at), inSeconds(database.now()));
      const sql = `insert into notifications_seen (pubkey, seen_at) values (?, ?)
        on conflict (pubkey) do update set seen_at = excluded.seen_at where excluded.seen_at > notifications_seen.seen_at`;
      if ((yield* database.run(sql, [pubkey, seen])) === 0) return;
      yield* database.put(
        'update notifications set unread = 0 where receiver = ? and unread = 1 and created_at <= ?',
        [pubkey, seen],
      );
    });
  },
};

function readNotification(row: Row): Notification {
  return {
    seq: int(row, 'n'),
    key: int(row, 'created_at'),
    type: int(row, 'type'),
    receiver: text(row, 'receiver'),
    actor: text(row, 'actor'),
    subject: text(row, 'subject'),
    subjectId: maybeText(row, 'subject_id'),
    subjectRaw: maybeText(row, 'subject_raw'),
    causeId: maybeText(row, 'cause_id'),
    causeRaw: maybeText(row, 'cause_raw'),
    sats: int(row, 'sats'),
  };
}
