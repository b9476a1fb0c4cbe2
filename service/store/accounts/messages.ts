import { type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import type { NotificationBatch } from '../notifications/notifications-write.ts';
import { int, text } from '../engine/row.ts';
import { type Item, type Ordered, readItem, type Slice } from '../reading/page-slice.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';
import { NOTIFICATION_TYPE } from '../notifications/notification-types.ts';
import { insertInto } from '../engine/insert.ts';

const PUT = insertInto('messages', 'on conflict do nothing');

/**
 * An account with whom messages were exchanged. `key` is the time of the last message in either
 * direction (seconds).
 */
interface MessagePeer extends Ordered {
  readonly pubkey: string;
  readonly latestId: string;
  /** Number of unread messages from them. */
  readonly unread: number;
}

/** Messages of NIP-04. The caller has proved to be one of the two accounts. */
export interface Messages {
  /** All peers of an account, last message first. */
  messagePeers(pubkey: string): Promise<MessagePeer[]>;
  /** The messages between two accounts, in both directions, newest first. */
  messagesBetween(one: string, other: string, slice: Slice): Promise<Item[]>;
  /** Messages by id, in the order of `ids`. */
  messagesById(ids: readonly string[]): Promise<StoredEvent[]>;
  /** Number of unread messages of an account, except from the senders in `without`. */
  unreadMessages(pubkey: string, without: readonly string[]): Promise<number>;
  /**
   * Mark all messages to an account, or those of one sender, as read, including their
   * notifications.
   */
  readMessages(pubkey: string, sender?: string): Promise<void>;
}

export const MESSAGES: QueryHandlers<Messages> = {
  messagePeers(database, pubkey) {
    const sql = `select peer, created_at as at, id, seq, waiting as unread from (
        select peer, created_at, id, seq, sum(unread) over (partition by peer) as waiting,
          row_number() over (partition by peer order by created_at desc, seq desc) as place from (
            select sender as peer, created_at, id, seq, unread from messages where receiver = ?1
            union all select receiver, created_at, id, seq, 0 from messages where sender = ?1 and receiver <> ?1) m) w
      where place = 1 order by created_at desc, seq desc`;
    return database.all(sql, [pubkey], (row) => ({
      pubkey: text(row, 'peer'),
      key: int(row, 'at'),
      seq: int(row, 'seq'),
      latestId: text(row, 'id'),
      unread: int(row, 'unread'),
    }));
  },
  messagesBetween(database, one, other, { since, until, before, limit, offset }) {
    const way = `select seq, created_at as key from messages where sender = ? and receiver = ? and created_at >= ?
      and (created_at < ? or (created_at = ? and seq < ?))`;
    const ways =
      one === other
        ? [[one, other]]
        : [
            [one, other],
            [other, one],
          ];
    const page = `${ways.map(() => way).join(' union all ')} order by key desc, seq desc limit ? offset ?`;
    const sql = `select ${STORED}, w.key as key from (${page}) w join events e on e.seq = w.seq order by w.key desc, w.seq desc`;
    const bounds = ways.flatMap(([from = '', to = '']) => [from, to, since, until, until, before]);
    return database.all(sql, [...bounds, limit, offset], readItem);
  },
  messagesById(database, ids) {
    const sql = `select ${STORED} from json_each(?) j cross join events e on e.id = j.value join messages m on m.seq = e.seq order by j.key`;
    return database.all(sql, [ids], readStored);
  },
  *unreadMessages(database, pubkey, without) {
    const sql = `select count(*) as n from messages indexed by messages_unread
      where receiver = ? and unread = 1 and sender not in (select value from json_each(?))`;
    return (yield* database.one(sql, [pubkey, without], (row) => int(row, 'n'))) ?? 0;
  },
  *readMessages(database, pubkey, sender) {
    const of = (column: string) => (sender === undefined ? '' : `and ${column} = ?`);
    const bound = sender === undefined ? [pubkey] : [pubkey, sender];
    yield* database.transaction(function* () {
      yield* database.put(
        `update messages set unread = 0 where receiver = ? and unread = 1 ${of('sender')}`,
        bound,
      );
      const told = `update notifications set unread = 0 where receiver = ? and unread = 1 and type = ${NOTIFICATION_TYPE.message}`;
      yield* database.put(`${told} ${of('actor')}`, bound);
    });
  },
};

/** The recipient is the first account that the message names. */
export function* putMessage(
  noting: NotificationBatch,
  event: SignedEvent,
  seq: number,
): Query<void> {
  const receiver = tagValue(event, 'p') ?? '';
  if (!isHex(receiver, 64)) return;
  const unread = receiver === event.pubkey ? 0 : 1;
  yield* noting.database.put(PUT, [
    seq,
    event.id,
    event.pubkey,
    receiver,
    inSeconds(event.created_at),
    unread,
  ]);
  for (const pubkey of [event.pubkey, receiver]) noting.concerned.add(pubkey);
}

export function* takeMessage(
  { database, concerned }: { readonly database: Database; readonly concerned: Set<string> },
  seq: number,
): Query<void> {
  const receiver = yield* database.one(
    'select receiver from messages where seq = ?',
    [seq],
    (row) => text(row, 'receiver'),
  );
  if (receiver === undefined) return;
  yield* database.put('delete from messages where seq = ?', [seq]);
  concerned.add(receiver);
}
