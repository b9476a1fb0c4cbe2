import { KIND } from '../../src/events/kinds.ts';
import { int } from './row.ts';
import { readStored, STORED, type StoredEvent } from './stored.ts';
import type { Store } from './store.ts';

const MOST_LIVE = 500;

/** Live events (kind 30311) that were updated since a time (seconds), newest first. */
export function liveEventsSince(store: Store, since: number): StoredEvent[] {
  const sql = `select ${STORED} from events e indexed by events_kind where e.state = 0 and e.kind = ${KIND.LiveEvent} and e.created_at >= ?
    order by e.created_at desc limit ${MOST_LIVE}`;
  return store.all(sql, [since], readStored);
}

/** Events of a kind that name an address in an a tag, newest first. */
export function eventsAbout(store: Store, address: string, kind: number, most: number): StoredEvent[] {
  const sql = `select ${STORED} from tags t cross join events e on e.seq = t.seq where t.name = 'a' and t.value = ? and e.kind = ?
    order by t.created_at desc, t.seq desc limit ?`;
  return store.all(sql, [address, kind, most], readStored);
}

/** Number and sats of the zaps of one target. */
export function zapTotals(store: Store, target: string): { readonly zaps: number; readonly sats: number } {
  const sql = 'select count(*) as n, coalesce(sum(sats), 0) as sats from zaps where target = ? and target is not null';
  return store.one(sql, [target], (row) => ({ zaps: int(row, 'n'), sats: int(row, 'sats') })) ?? { zaps: 0, sats: 0 };
}

/** Receipts that count as zaps of a target, newest first. */
export function receiptsOf(store: Store, target: string, most: number): StoredEvent[] {
  const sql = `select ${STORED} from zaps z cross join events e on e.seq = z.seq where z.target = ? and z.target is not null
    order by z.created_at desc, z.seq desc limit ?`;
  return store.all(sql, [target, most], readStored);
}

/** Whether a stored receipt counts as a zap: the request in it is its sender's word. */
export function isCounted(store: Store, receipt: StoredEvent): boolean {
  return store.one('select 1 from zaps where seq = ?', [receipt.seq], () => true) ?? false;
}
