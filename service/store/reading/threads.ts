import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { latestOf, storedById } from './events.ts';
import { int, maybeText, text } from '../engine/row.ts';
import { REF, type Reference } from '../schema.ts';
import { eventsOf, type Item, readItem, type Slice } from './page-slice.ts';
import type { StoredEvent } from '../stored-event.ts';

/** Filter for events of some kinds that refer to one of these ids or addresses in one way. */
interface Referring {
  readonly targets: readonly string[];
  readonly as: Reference;
  readonly kinds: readonly number[];
}

/** Relations between events. */
export interface Threads {
  /** An event followed by its ancestors up to the start of its thread, at most `most` of them. */
  threadOf(event: StoredEvent, most: number): Promise<StoredEvent[]>;
  /** Referring events, newest first, without duplicates. */
  referringTo(referring: Referring, slice: Slice): Promise<Item[]>;
  countReferring(referring: Referring): Promise<number>;
  /** The same as pairs, in no particular order. */
  referencesTo(referring: Referring): Promise<{ readonly target: string; readonly id: string }[]>;
  /** An account's reposts of one event, newest first. */
  repostsBy(pubkey: string, id: string): Promise<Item[]>;
  versionsOf(address: string): Promise<string[]>;
  /** For each of these events with an address: the address and the ids of all its versions. */
  namesOf(
    ids: readonly string[],
  ): Promise<{ readonly id: string; readonly address: string; readonly version: string }[]>;
}

export const THREADS: QueryHandlers<Threads> = {
  threadOf,
  referringTo(database, { targets, as, kinds }, { since, until, before, limit, offset }) {
    const sql = `select e.seq as seq, e.created_at as key from refs r join events e on e.seq = r.seq
      where r.target in (select value from json_each(?)) and r.type = ? and r.created_at >= ? and r.created_at <= ? and (r.created_at < ? or r.seq < ?)
      and e.state = 0 and e.kind in (select value from json_each(?)) group by e.seq order by 2 desc, 1 desc limit ? offset ?`;
    const [of, ofKinds] = [targets, kinds];
    return database.all(
      eventsOf(sql),
      [of, REF[as], since, until, until, before, ofKinds, limit, offset],
      readItem,
    );
  },
  *countReferring(database, { targets, as, kinds }) {
    const sql = `select count(distinct r.seq) as n from refs r join events e on e.seq = r.seq
      where r.target in (select value from json_each(?)) and r.type = ? and e.kind in (select value from json_each(?))`;
    return (yield* database.one(sql, [targets, REF[as], kinds], (row) => int(row, 'n'))) ?? 0;
  },
  referencesTo(database, { targets, as, kinds }) {
    const sql = `select r.target as target, e.id as id from refs r join events e on e.seq = r.seq
      where r.target in (select value from json_each(?)) and r.type = ? and e.kind in (select value from json_each(?))`;
    const params = [targets, REF[as], kinds];
    return database.all(sql, params, (row) => ({
      target: text(row, 'target'),
      id: text(row, 'id'),
    }));
  },
  repostsBy(database, pubkey, id) {
    const sql = `select distinct e.seq as seq, e.created_at as key from refs r join events e on e.seq = r.seq
      where r.pubkey = ? and r.target = ? and r.type = ${REF.repost} order by 2 desc, 1 desc`;
    return database.all(eventsOf(sql), [pubkey, id], readItem);
  },
  versionsOf: (database, address) =>
    database.all(
      'select id from events where address = ? and address is not null',
      [address],
      (row) => text(row, 'id'),
    ),
  namesOf(database, ids) {
    const sql = `select a.id as id, a.address as address, v.id as version from events a join events v on v.address = a.address
      where a.id in (select value from json_each(?)) and a.address is not null and v.address is not null`;
    return database.all(sql, [ids], (row) => ({
      id: text(row, 'id'),
      address: text(row, 'address'),
      version: text(row, 'version'),
    }));
  },
};

function* threadOf(database: Database, event: StoredEvent, most: number): Query<StoredEvent[]> {
  const line = [event];
  const seen = new Set([event.id]);
  while (line.length <= most) {
    const child = line.at(-1)?.id ?? '';
    const parent = yield* database.one('select parent from events where id = ?', [child], (row) =>
      maybeText(row, 'parent'),
    );
    if (parent === undefined) break;
    const [next] = parent.includes(':')
      ? yield* latestOf(database, [parent])
      : yield* storedById(database, [parent]);
    if (!next || seen.has(next.id)) break;
    seen.add(next.id);
    line.push(next);
  }
  return line;
}
