import { KIND } from '../../src/events/nostr/kinds.ts';
import { isDiskFull } from '../errors.ts';
import { putMessage } from './accounts/messages.ts';
import type { Database } from './engine/database.ts';
import { int, text } from './engine/row.ts';
import type { Query } from './engine/statements.ts';
import { addLocalAccount, startNotificationBatch } from './notifications/notifications-write.ts';
import { putZapInvoice } from './reading/zaps.ts';
import { STATE } from './schema.ts';
import { parseStored } from './stored-event.ts';
import { fillAnswers, fillReplies } from './write/backfill-replies.ts';
import { backfillTips } from './write/backfill-tips.ts';
import { bookmarkRefs } from './write/derive-columns.ts';
import { insertRef, refRow } from './write/refs.ts';

/** Data that an earlier version did not derive. */
interface Fill {
  /** Name of its row in `meta`. */
  readonly name: string;
  readonly fill: (database: Database) => Query<void>;
  /** True if every PostgreSQL database has this data. */
  readonly isOlder?: boolean;
}

/** In order. Each runs once for each store, on either engine. A released one never changes. */
const FILLS: readonly Fill[] = [
  { name: 'bookmarks', fill: fillBookmarks, isOlder: true },
  { name: 'messages', fill: fillMessages, isOlder: true },
  { name: 'zap_invoices', fill: fillZapInvoices, isOlder: true },
  { name: 'tips', fill: backfillTips },
  { name: 'replies', fill: fillReplies },
  { name: 'answers in channels and recordings', fill: fillAnswers },
];

/**
 * Derive the missing data from events of an earlier version, each in one transaction. The first of
 * several processes does it, and the others wait. Nothing is written if the disk is full. The next
 * start tries again.
 */
export function* fillOnce(database: Database, engine: 'sqlite' | 'postgres'): Query<void> {
  const done = yield* database.all('select name from meta', [], (row) => text(row, 'name'));
  for (const { name, fill, isOlder = false } of FILLS) {
    if (done.includes(name) || (isOlder && engine === 'postgres')) continue;
    try {
      yield* database.transaction(function* () {
        const claim = "insert into meta (name, value) values (?, 'counted') on conflict do nothing";
        if ((yield* database.run(claim, [name])) > 0) yield* fill(database);
      });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
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
