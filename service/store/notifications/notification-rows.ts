import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { insertInto } from '../engine/insert.ts';
import { int, type Row, text } from '../engine/row.ts';

/** A notification for one account. */
export interface NotificationKey {
  readonly receiver: string;
  readonly type: number;
  readonly actor: string;
  readonly subject: string;
}

/** A stored or new notification with its time (seconds). */
export type DatedNotification = NotificationKey & {
  readonly at: number;
  readonly unread?: boolean;
};

/** A notification with the row of its cause, or 0 if a list is the cause. */
export type NotificationRow = DatedNotification & {
  readonly seq: number;
  readonly unread: boolean;
  /** The list version that is the first to cause it. */
  readonly list: SignedEvent | undefined;
};

const KEY = 'receiver, type, actor, subject';
const insertIf = (compared: '<>' | '<') =>
  insertInto(
    'notifications',
    `on conflict (${KEY}, seq) do update set created_at = excluded.created_at
      where excluded.created_at ${compared} notifications.created_at returning ${KEY}`,
  );
const PUT = insertIf('<>');
const PUT_FIRST = insertIf('<');

/** The database, and a set that collects accounts with changed notifications. */
interface Changing {
  readonly database: Database;
  readonly concerned: Set<string>;
}

/** Write notifications, each row once. Returns the lists that caused new ones. */
export function* insertNotifications(
  { database, concerned }: Changing,
  noted: readonly NotificationRow[],
): Query<Set<SignedEvent>> {
  const lists = new Map(noted.flatMap((each) => (each.list ? [[keyOf(each), each.list]] : [])));
  const changed = new Set<SignedEvent>();
  for (const [insert, some] of [
    [PUT, noted.filter(({ list }) => !list)],
    [PUT_FIRST, noted.filter(({ list }) => list)],
  ] as const) {
    const rows = some.map(({ receiver, type, actor, subject, seq, at, unread }) => [
      receiver,
      type,
      actor,
      subject,
      seq,
      at,
      unread ? 1 : 0,
    ]);
    for (const told of yield* database.changeEach(insert, rows, readNotice)) {
      concerned.add(told.receiver);
      const list = lists.get(keyOf(told));
      if (list) changed.add(list);
    }
  }
  return changed;
}

function readNotice(row: Row): NotificationKey {
  return {
    receiver: readReceiver(row),
    type: int(row, 'type'),
    actor: text(row, 'actor'),
    subject: text(row, 'subject'),
  };
}

export function readNotification(row: Row): DatedNotification {
  return { ...readNotice(row), at: int(row, 'created_at'), unread: int(row, 'unread') === 1 };
}

const TAKE =
  'delete from notifications where receiver = ? and type = ? and actor = ? and subject = ? and seq = ?';

/** Delete the notifications that one event or list (0) caused. */
export function* deleteNotifications(
  { database, concerned }: Changing,
  told: readonly NotificationKey[],
  seq: number,
): Query<void> {
  yield* database.putEach(
    TAKE,
    told.map(({ receiver, type, actor, subject }) => [receiver, type, actor, subject, seq]),
  );
  for (const { receiver } of told) concerned.add(receiver);
}

/** Return the key that distinguishes notifications of the same event. */
export function keyOf({ receiver, type, actor, subject }: NotificationKey): string {
  return JSON.stringify([receiver, type, actor, subject]);
}

export function readReceiver(row: Row): string {
  return text(row, 'receiver');
}
