import { int, text } from './row.ts';
import { readStored, STORED, type StoredEvent } from './stored.ts';
import type { Store } from './store.ts';

const DAY = 86_400;
const MOST_VERSIONS = 2_000;

/** A file that an account uploaded. Bytes, seconds. */
export interface Upload {
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
  readonly at: number;
}

/** How many current events of each kind an account has here, most first. */
export function kindCounts(store: Store, pubkey: string): { readonly kind: number; readonly cnt: number }[] {
  const sql = `select kind, count(*) as n from events indexed by events_author where state = 0 and pubkey = ? group by kind order by n desc, kind`;
  return store.all(sql, [pubkey], (row) => ({ kind: int(row, 'kind'), cnt: int(row, 'n') }));
}

/** An account's current events since a time (seconds), oldest first; no kinds: all of them. */
export function eventsOfAccount(store: Store, pubkey: string, kinds: readonly number[], since: number, most: number): StoredEvent[] {
  const which = kinds.length > 0 ? 'and e.kind in (select value from json_each(?))' : '';
  const sql = `select ${STORED} from events e where e.state = 0 and e.pubkey = ? ${which} and e.created_at >= ? order by e.created_at, e.seq limit ?`;
  return store.all(sql, [pubkey, ...(kinds.length > 0 ? [JSON.stringify(kinds)] : []), since, most], readStored);
}

/** Versions of a replaceable list that are kept here, the last one of each day (UTC), newest first. */
export function versionsByDay(store: Store, address: string, most: number): StoredEvent[] {
  const sql = `select id, created_at from events where address = ? and address is not null and state <= 1
    order by created_at desc, id limit ${MOST_VERSIONS}`;
  const days = new Map<number, string>();
  for (const { id, at } of store.all(sql, [address], (row) => ({ id: text(row, 'id'), at: int(row, 'created_at') }))) {
    const day = Math.floor(at / DAY);
    if (!days.has(day)) days.set(day, id);
  }
  return store.events([...days.values()].slice(0, most));
}

/** Uploads of an account between two times (seconds, both included), newest first. */
export function uploadsOf(
  store: Store,
  pubkey: string,
  { since, until, limit, offset }: { since: number; until: number; limit: number; offset: number },
): Upload[] {
  const sql = `select u.hash, b.mime, b.size, u.created_at from uploads u join blobs b on b.hash = u.hash
    where u.pubkey = ? and u.created_at >= ? and u.created_at <= ? order by u.created_at desc, u.hash limit ? offset ?`;
  return store.all(sql, [pubkey, since, until, limit, offset], (row) => ({
    hash: text(row, 'hash'),
    mime: text(row, 'mime'),
    size: int(row, 'size'),
    at: int(row, 'created_at'),
  }));
}

/** Bytes that an account uploaded, by the first half of the media type (`image`, `video` ...). */
export function uploadedBytes(store: Store, pubkey: string): Map<string, number> {
  const sql = `select substr(b.mime, 1, instr(b.mime || '/', '/') - 1) as type, sum(b.size) as bytes
    from uploads u join blobs b on b.hash = u.hash where u.pubkey = ? group by 1`;
  return new Map(store.all(sql, [pubkey], (row) => [text(row, 'type'), int(row, 'bytes')] as const));
}

/** Newest events of an account and of some kinds, newest first. */
export function newestOf(
  store: Store,
  pubkey: string,
  kinds: readonly number[],
  { since, until }: { since: number; until: number },
  most: number,
): StoredEvent[] {
  const one = `select ${STORED} from events e indexed by events_author where e.state = 0 and e.pubkey = ? and e.kind = ?
    and e.created_at >= ? and e.created_at <= ?`;
  const sql = `${kinds.map(() => one).join(' union all ')} order by 5 desc, 1 desc limit ?`;
  return store.all(sql, [...kinds.flatMap((kind) => [pubkey, kind, since, until]), most], readStored);
}
