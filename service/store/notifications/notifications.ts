import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Answers } from '../engine/bind-queries.ts';
import { noteReceiver, startNoting } from './notifications-write.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';
import { REF, STATE } from '../schema.ts';
import type { Ordered, Slice } from '../reading/page-slice.ts';
import { NOTICE } from './notification-types.ts';

/** Something that an account was told of (8.1). `seq` is the order in which it was found, `key` when it happened (seconds). */
export interface Notification extends Ordered {
  readonly type: number;
  readonly receiver: string;
  readonly actor: string;
  /** Id or address of what it is about, mostly a post of the receiver. */
  readonly subject: string;
  /** Id of that, in its current version; undefined where it is about nothing, or that is gone. */
  readonly subjectId: string | undefined;
  /** JSON of that, for answers further down. */
  readonly subjectRaw: string | undefined;
  /** Id and JSON of the event that is the cause; undefined where a list is. */
  readonly causeId: string | undefined;
  readonly causeRaw: string | undefined;
  /** Of a zap. */
  readonly sats: number;
}

/** What others did that concerns an account. Mutes and settings are for the caller to look at. */
export interface Notifications {
  /** Notifications are kept for an account from now on. */
  addReceiver(pubkey: string): Promise<void>;
  isReceiver(pubkey: string): Promise<boolean>;
  /** Notifications of some types, newest first. */
  notificationsOf(pubkey: string, types: readonly number[], slice: Slice): Promise<Notification[]>;
  /** The newest ones that were not seen, without those by some accounts, from the one behind `after` on. */
  unreadNotifications(pubkey: string, most: number, without?: readonly string[], after?: Ordered): Promise<Notification[]>;
  /** Those that were found after one, and not seen, in that order; all of them after 0. */
  notificationsAfter(pubkey: string, seq: number, most: number): Promise<Notification[]>;
  /** The one of an account that was found last. */
  lastNotification(pubkey: string): Promise<number>;
  /** Up to when an account has seen its notifications. Undefined where it never said so. */
  notificationsSeen(pubkey: string): Promise<Seconds | undefined>;
  /** Notes until when, now at the latest, and that nothing up to then is unread; an earlier time than the last changes nothing. */
  setNotificationsSeen(pubkey: string, at: Seconds): Promise<void>;
}

// a list stands as long as it still names what it named, a subject as long as it is there; asked for as values, which PostgreSQL looks up row by
// row, where it would read all that anybody follows for an `exists`
const STANDS = `(n.type not in (${NOTICE.followed}, ${NOTICE.bookmarked})
    or (n.type = ${NOTICE.followed} and (select 1 from follows f where f.follower = n.actor and f.followed = n.receiver) is not null)
    or (n.type = ${NOTICE.bookmarked}
      and (select 1 from refs r where r.pubkey = n.actor and r.target = n.subject and r.type = ${REF.bookmark} limit 1) is not null))
  and (n.subject = '' or s.id is not null)`;
const FROM = `from notifications n left join events c on c.seq = n.seq and n.seq > 0 left join zaps z on z.seq = n.seq and n.seq > 0
  left join events s on n.subject <> '' and s.seq = case when instr(n.subject, ':') > 0
    then (select seq from events where address = n.subject and state = ${STATE.current})
    else (select seq from events where id = n.subject and state <= ${STATE.superseded}) end`;
const SELECT = `select n.*, s.id as subject_id, case when n.type = ${NOTICE.deepReply} then s.raw end as subject_raw,
  c.id as cause_id, case when n.type <> ${NOTICE.message} then c.raw end as cause_raw, z.sats ${FROM}`;

export const NOTIFICATIONS: Answers<Notifications> = {
  *addReceiver(database, pubkey) {
    yield* database.transaction(() => noteReceiver(startNoting(database), pubkey));
  },
  *isReceiver(database, pubkey) {
    return (yield* database.one('select 1 from receivers where pubkey = ?', [pubkey], () => true)) === true;
  },
  notificationsOf(database, pubkey, types, { since, until, before, limit, offset }) {
    const sql = `${SELECT} where n.receiver = ? and n.type in (select value from json_each(?)) and n.created_at >= ?
      and (n.created_at < ? or (n.created_at = ? and n.n < ?)) and ${STANDS} order by n.created_at desc, n.n desc limit ? offset ?`;
    return database.all(sql, [pubkey, types, since, until, until, before, limit, offset], readNotification);
  },
  unreadNotifications(database, pubkey, most, without = [], after = { key: Number.MAX_SAFE_INTEGER, seq: 0 }) {
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
    database.one('select seen_at from notifications_seen where pubkey = ?', [pubkey], (row) => time(row, 'seen_at')),
  *setNotificationsSeen(database, pubkey, at) {
    yield* database.transaction(function* () {
      const seen = Math.min(inSeconds(at), inSeconds(database.now()));
      const sql = `insert into notifications_seen (pubkey, seen_at) values (?, ?)
        on conflict (pubkey) do update set seen_at = excluded.seen_at where excluded.seen_at > notifications_seen.seen_at`;
      if ((yield* database.run(sql, [pubkey, seen])) === 0) return;
      yield* database.put('update notifications set unread = 0 where receiver = ? and unread = 1 and created_at <= ?', [pubkey, seen]);
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
