import { RESULT } from '../../src/events/kinds.ts';
import { int, maybeText, text } from '../store/row.ts';
import type { Row, Store } from '../store/store.ts';
import { type Ordered, type Slice, type Source } from './range.ts';
import { type Result, synthetic } from './results.ts';

/** A zap with its receipt as it is stored. `target` is an event id or address; undefined for a zap of a profile. Amount in sats. */
export interface ZapRow extends Ordered {
  readonly id: string;
  readonly sender: string;
  readonly receiver: string;
  readonly target: string | undefined;
  readonly sats: number;
  readonly createdAt: number;
  readonly raw: string;
}

const TOP = 5;
const COLUMNS = 'z.seq, z.id, z.sender, z.receiver, z.target, z.sats, z.created_at, e.raw';

/** The five largest zaps of each target, largest first. */
export function topZaps(store: Store, targets: Iterable<string>): ZapRow[] {
  const sql = `select ${COLUMNS}, z.sats as key from (
      select seq, id, sender, receiver, target, sats, created_at, row_number() over (partition by target order by sats desc, seq desc) as place
      from zaps where target is not null and target in (select value from json_each(?))
    ) z join events e on e.seq = z.seq where place <= ${TOP} order by z.sats desc, z.seq desc`;
  return store.all(sql, [JSON.stringify([...targets])], readZapRow);
}

/** Which zaps are listed: those of any of these targets, or to or from an account. */
export interface ZapList {
  readonly by: 'target' | 'sender' | 'receiver';
  readonly of: readonly string[];
  readonly order: 'amount_sats' | 'created_at';
}

/** Zaps, largest or newest first. */
export function zapSource(store: Store, list: ZapList): Source<ZapRow> {
  const key = list.order === 'amount_sats' ? 'z.sats' : 'z.created_at';
  const sql = `select ${COLUMNS}, ${key} as key from zaps z join events e on e.seq = z.seq
    where z.${list.by} in (select value from json_each(?)) ${list.by === 'target' ? 'and z.target is not null' : ''}
    and ${key} >= ? and ${key} <= ? and (${key} < ? or z.seq < ?) order by ${key} desc, z.seq desc limit ? offset ?`;
  const of = JSON.stringify(list.of);
  return ({ since, until, before, limit, offset }: Slice) => store.all(sql, [of, since, until, until, before, limit, offset], readZapRow);
}

/** Zaps since a time (seconds), largest first. */
export function recentZaps(store: Store, createdAfter: number): Source<ZapRow> {
  const sql = `select ${COLUMNS}, z.sats as key from zaps z join events e on e.seq = z.seq where z.created_at >= ?
    and z.sats >= ? and z.sats <= ? and (z.sats < ? or z.seq < ?) order by z.sats desc, z.seq desc limit ? offset ?`;
  return ({ since, until, before, limit, offset }) =>
    store.all(sql, [createdAfter, since, until, until, before, limit, offset], readZapRow);
}

/** The service's reading of a receipt (10000129). `target` as id where the zap went to an article. */
export function zapResult(zap: ZapRow, eventId: string | undefined): Result {
  return synthetic(RESULT.ZapEvent, {
    event_id: eventId ?? null,
    created_at: zap.createdAt,
    sender: zap.sender,
    receiver: zap.receiver,
    amount_sats: zap.sats,
    zap_receipt_id: zap.id,
  });
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
    createdAt: int(row, 'created_at'),
    raw: text(row, 'raw'),
  };
}
