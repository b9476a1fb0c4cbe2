import { KIND } from '../../../src/events/nostr/kinds.ts';
import { isDiskFull } from '../../errors.ts';
import { type Query, runImmediately } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { bookmarkRefs } from '../write/derive-columns.ts';
import { putMessage } from '../accounts/messages.ts';
import { addLocalAccount, startNotificationBatch } from '../notifications/notifications-write.ts';
import { insertRef, refRow } from '../write/refs.ts';
import { int, text } from '../engine/row.ts';
import { SCHEMA, STATE } from '../schema.ts';
import { synchronousDatabase, type SqliteDatabase } from './sqlite-database.ts';
import { parseStored } from '../stored-event.ts';
import { fillAnswersOnce, fillRepliesOnce } from '../write/backfill-replies.ts';
import { backfillTips } from '../write/backfill-tips.ts';
import { putZapInvoice } from '../reading/zaps.ts';

/** Derive missing data from events of an earlier version, once for each file. */
export function upgrade(sqlite: SqliteDatabase): void {
  const database = synchronousDatabase(sqlite);
  addReasons(sqlite);
  once(sqlite, 'bookmarks', () => runImmediately(fillBookmarks(database)));
  once(sqlite, 'notices', () => numberNotices(sqlite));
  once(sqlite, 'messages', () => runImmediately(fillMessages(database)));
  once(sqlite, 'zap_invoices', () => runImmediately(fillZapInvoices(database)));
  withRoom(() => runImmediately(database.transaction(() => backfillTips(database))));
  withRoom(() => runImmediately(database.transaction(() => fillRepliesOnce(database))));
  withRoom(() => runImmediately(database.transaction(() => fillAnswersOnce(database))));
}

function addReasons({ db, all }: SqliteDatabase): void {
  const columns = all("select name from pragma_table_info('reports')", [], (row) =>
    text(row, 'name'),
  );
  if (!columns.includes('reason')) db.exec('alter table reports add column reason text');
}

/**
 * Earlier tables reused the number of a deleted notification, so a client that listened from that
 * number missed the next one.
 */
function numberNotices(sqlite: SqliteDatabase): void {
  const old =
    sqlite.one("select sql from sqlite_master where name = 'notifications'", [], (row) =>
      text(row, 'sql'),
    ) ?? '';
  if (old.includes('autoincrement')) return;
  const next = old
    .replace('notifications', 'notifications_next')
    .replace('integer primary key', 'integer primary key autoincrement');
  sqlite.db.exec(`${next}; insert into notifications_next select * from notifications order by n;
    drop table notifications; alter table notifications_next rename to notifications;`);
  sqlite.db.exec(SCHEMA);
}

function once(sqlite: SqliteDatabase, name: string, fill: () => void): void {
  if (sqlite.one('select 1 from meta where name = ?', [name], () => true)) return;
  withRoom(() =>
    sqlite.transaction(() => {
      fill();
      sqlite.run("insert into meta (name, value) values (?, 'counted')", [name]);
    }),
  );
}

/** Nothing is written if the disk is full. The next start tries again. */
function withRoom(fill: () => void): void {
  try {
    fill();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Backfill messages, and notifications of accounts with settings. */
function* fillMessages(database: Database): Query<void> {
  const noting = startNotificationBatch(database);
  for (const [seq, message] of yield* currentOf(database, KIND.EncryptedDirectMessage))
    yield* putMessage(noting, message, seq);
  const accounts = yield* database.all('select pubkey from app_settings', [], (row) =>
    text(row, 'pubkey'),
  );
  for (const pubkey of accounts) yield* addLocalAccount(noting, pubkey);
}

/** Backfill the invoices of zaps, by which their receipts are found. */
function* fillZapInvoices(database: Database): Query<void> {
  const zaps = yield* database.all(
    'select e.seq, e.raw from zaps z cross join events e on e.seq = z.seq',
    [],
    (row) => ({
      seq: int(row, 'seq'),
      raw: text(row, 'raw'),
    }),
  );
  for (const { seq, raw } of zaps) yield* putZapInvoice(database, parseStored({ raw }), seq);
}

function currentOf(database: Database, kind: number) {
  const sql = 'select seq, raw from events where state = ? and kind = ?';
  return database.all(
    sql,
    [STATE.current, kind],
    (row) => [int(row, 'seq'), parseStored({ raw: text(row, 'raw') })] as const,
  );
}

function* fillBookmarks(database: Database): Query<void> {
  const lists = yield* currentOf(database, KIND.Bookmarks);
  for (const [seq, list] of lists) {
    for (const ref of bookmarkRefs(list))
      yield* insertRef(database, refRow(list, seq, ref), { first: false, counted: false });
  }
}
