import { KIND } from '../../src/events/kinds.ts';
import { isDiskFull } from '../trouble.ts';
import type { Database } from './database.ts';
import { bookmarkRefs } from './derive.ts';
import { putMessage } from './messages.ts';
import { noteReceiver, startNoting } from './notices.ts';
import { insertRef, refRow } from './refs.ts';
import { int, text } from './row.ts';
import { SCHEMA, STATE } from './schema.ts';
import { parseStored } from './stored.ts';
import { putZapInvoice } from './zaps.ts';

/** Once for each file: what an earlier version of the service stored without what a later one derives from it. */
export function upgrade(database: Database): void {
  once(database, 'bookmarks', () => fillBookmarks(database));
  once(database, 'notices', () => numberNotices(database));
  once(database, 'messages', () => fillMessages(database));
  once(database, 'zap_invoices', () => fillZapInvoices(database));
}

/** Tables of before gave the number of a deleted notification again, and whoever listened after that number missed the next. */
function numberNotices(database: Database): void {
  const old = database.one("select sql from sqlite_master where name = 'notifications'", [], (row) => text(row, 'sql')) ?? '';
  if (old.includes('autoincrement')) return;
  const next = old.replace('notifications', 'notifications_next').replace('integer primary key', 'integer primary key autoincrement');
  database.db.exec(`${next}; insert into notifications_next select * from notifications order by n;
    drop table notifications; alter table notifications_next rename to notifications;`);
  database.db.exec(SCHEMA);
}

function once(database: Database, name: string, fill: () => void): void {
  if (database.one('select 1 from meta where name = ?', [name], () => true)) return;
  try {
    database.transaction(() => {
      fill();
      database.run("insert into meta (name, value) values (?, 'counted')", [name]);
    });
  } catch (error) {
    // without room nothing is written; the next start tries again
    if (!isDiskFull(error)) throw error;
  }
}

/** Messages, and notifications of those who saved settings. */
function fillMessages(database: Database): void {
  const noting = startNoting(database);
  for (const [seq, message] of currentOf(database, KIND.EncryptedDirectMessage)) putMessage(noting, message, seq);
  const accounts = database.all('select pubkey from app_settings', [], (row) => text(row, 'pubkey'));
  for (const pubkey of accounts) noteReceiver(noting, pubkey);
}

/** The invoices of zaps, so that their receipts are found by them. */
function fillZapInvoices(database: Database): void {
  const zaps = database.all('select e.seq, e.raw from zaps z cross join events e on e.seq = z.seq', [], (row) => ({
    seq: int(row, 'seq'),
    raw: text(row, 'raw'),
  }));
  for (const { seq, raw } of zaps) putZapInvoice(database, parseStored({ raw }), seq);
}

function currentOf(database: Database, kind: number) {
  const sql = 'select seq, raw from events where state = ? and kind = ?';
  return database.all(sql, [STATE.current, kind], (row) => [int(row, 'seq'), parseStored({ raw: text(row, 'raw') })] as const);
}

function fillBookmarks(database: Database): void {
  const lists = currentOf(database, KIND.Bookmarks);
  for (const [seq, list] of lists) {
    for (const ref of bookmarkRefs(list)) insertRef(database, refRow(list, seq, ref), { first: false, counted: false });
  }
}
