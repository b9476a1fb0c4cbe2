import { type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import { sha256Hex } from '../../hash.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';
import type { Ordered, Slice } from './page-slice.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';
import { insertInto } from '../engine/insert.ts';

const PUT_INVOICE = insertInto('zap_invoices', 'on conflict do nothing');

/**
 * A zap with its stored receipt. `target` is an event id or address, or `undefined` for a zap of a
 * profile. Amount in sats.
 */
export interface ZapRow extends Ordered {
  readonly id: string;
  readonly sender: string;
  readonly receiver: string;
  readonly target: string | undefined;
  readonly sats: number;
  readonly createdAt: Seconds;
  readonly raw: string;
}

/**
 * Filter for zaps: of any of these targets, or to or from any of these accounts, or both (`party`).
 */
export interface ZapList {
  readonly by: 'target' | 'sender' | 'receiver' | 'party';
  readonly of: readonly string[];
  readonly order: 'amount_sats' | 'created_at';
}

/** Zaps: receipts with a request that the sender signed. */
export interface Zaps {
  /** The `most` largest zaps of each target, largest first. */
  topZaps(targets: readonly string[], most: number): Promise<ZapRow[]>;
  /** Largest or newest first. */
  zapsOf(list: ZapList, slice: Slice): Promise<ZapRow[]>;
  /** Zaps since a time (seconds), largest first. */
  zapsSince(createdAfter: Seconds, slice: Slice): Promise<ZapRow[]>;
  /**
   * The sender of each zap by receipt id, since the receipt has another signer. Receipts that do
   * not count are missing.
   */
  sendersOf(receipts: readonly string[]): Promise<Map<string, string>>;
  zapTotals(target: string): Promise<{ readonly zaps: number; readonly sats: number }>;
  /** Valid receipts by the paid invoice: the first one seen of each. */
  receiptsByInvoice(invoices: readonly string[]): Promise<Map<string, StoredEvent>>;
  /** Valid receipts of a target, newest first. */
  receiptsOf(target: string, most: number): Promise<StoredEvent[]>;
}

const COLUMNS = 'z.seq, z.id, z.sender, z.receiver, z.target, z.sats, z.created_at, e.raw';

const PARTY =
  '(z.sender in (select value from json_each(?1)) or z.receiver in (select value from json_each(?1)))';

export const ZAPS: QueryHandlers<Zaps> = {
  topZaps(database, targets, most) {
    const sql = `select ${COLUMNS}, z.sats as key from (
        select seq, id, sender, receiver, target, sats, created_at, row_number() over (partition by target order by sats desc, seq desc) as place
        from zaps where target is not null and target in (select value from json_each(?))
      ) z join events e on e.seq = z.seq where place <= ? order by z.sats desc, z.seq desc`;
    return database.all(sql, [targets, most], readZapRow);
  },
  zapsOf(database, { by, of, order }, { since, until, before, limit, offset }) {
    const key = order === 'amount_sats' ? 'z.sats' : 'z.created_at';
    const sql = `select ${COLUMNS}, ${key} as key from zaps z join events e on e.seq = z.seq
      where ${by === 'party' ? PARTY : `z.${by} in (select value from json_each(?1))`} ${by === 'target' ? 'and z.target is not null' : ''}
      and ${key} >= ?2 and ${key} <= ?3 and (${key} < ?4 or z.seq < ?5) order by ${key} desc, z.seq desc limit ?6 offset ?7`;
    return database.all(sql, [of, since, until, until, before, limit, offset], readZapRow);
  },
  zapsSince(database, createdAfter, { since, until, before, limit, offset }) {
    const sql = `select ${COLUMNS}, z.sats as key from zaps z join events e on e.seq = z.seq where z.created_at >= ?
      and z.sats >= ? and z.sats <= ? and (z.sats < ? or z.seq < ?) order by z.sats desc, z.seq desc limit ? offset ?`;
    return database.all(
      sql,
      [inSeconds(createdAfter), since, until, until, before, limit, offset],
      readZapRow,
    );
  },
  *sendersOf(database, receipts) {
    if (receipts.length === 0) return new Map();
    const sql = `select e.id as id, z.sender as sender from json_each(?) j cross join events e on e.id = j.value
      cross join zaps z on z.seq = e.seq order by z.seq`;
    return new Map(
      yield* database.all(
        sql,
        [receipts],
        (row) => [text(row, 'id'), text(row, 'sender')] as const,
      ),
    );
  },
  *zapTotals(database, target) {
    const sql =
      'select count(*) as n, coalesce(sum(sats), 0) as sats from zaps where target = ? and target is not null';
    return (
      (yield* database.one(sql, [target], (row) => ({
        zaps: int(row, 'n'),
        sats: int(row, 'sats'),
      }))) ?? { zaps: 0, sats: 0 }
    );
  },
  *receiptsByInvoice(database, invoices) {
    const named = new Map(invoices.map((invoice) => [invoiceHash(invoice), invoice]));
    const sql = `select i.hash as hash, ${STORED} from json_each(?) j cross join zap_invoices i on i.hash = j.value
      cross join events e on e.seq = i.seq where e.state = 0 order by i.seq desc`;
    return new Map(
      yield* database.all(
        sql,
        [[...named.keys()]],
        (row) => [named.get(text(row, 'hash')) ?? '', readStored(row)] as const,
      ),
    );
  },
  receiptsOf(database, target, most) {
    const sql = `select ${STORED} from zaps z cross join events e on e.seq = z.seq where z.target = ? and z.target is not null
      order by z.created_at desc, z.seq desc limit ?`;
    return database.all(sql, [target, most], readStored);
  },
};

/** Return the key of an invoice, in any notation. */
function invoiceHash(invoice: string): string {
  return sha256Hex(invoice.trim().toLowerCase());
}

/** Store the invoice that a zap was paid with. */
export function* putZapInvoice(
  database: Database,
  receipt: Pick<SignedEvent, 'tags'>,
  seq: number,
): Query<void> {
  const invoice = tagValue(receipt, 'bolt11');
  if (invoice === undefined || invoice === '') return;
  yield* database.put(PUT_INVOICE, [invoiceHash(invoice), seq]);
}

function readZapRow(row: Row): ZapRow {
  return {
    seq: int(row, 'seq'),
    key: int(row, 'key'),
    id: text(row, 'id'),
    sender: text(row, 'sender'),
    receiver: text(row, 'receiver'),
    target: maybeText(row, 'target'),
    sats: int(row, 'sats'),
    createdAt: time(row, 'created_at'),
    raw: text(row, 'raw'),
  };
}
