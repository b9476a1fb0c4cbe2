import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { PUBLIC_CONDITION } from '../filters/private-kinds.ts';
import { int, text } from '../engine/row.ts';
import { STATE } from '../schema.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';

/** Events by id or address, with related facts. Deleted and private events are left out. */
export interface Events {
  /** Events by id, in the given order, including older versions. */
  events(ids: readonly string[]): Promise<StoredEvent[]>;
  /** The current version of a replaceable or addressable event, by `kind:pubkey:d`. */
  latest(address: string): Promise<StoredEvent | undefined>;
  /** Current versions by address, in no particular order. */
  latestOf(addresses: readonly string[]): Promise<StoredEvent[]>;
  /** Stored versions of a replaceable list: the last one of each day (UTC), newest first. */
  versionsByDay(address: string, most: number): Promise<StoredEvent[]>;
  newestOfKind(kind: number, most: number): Promise<StoredEvent[]>;
  /** True if the event's id is known, in any state. */
  isStored(id: string): Promise<boolean>;
  /**
   * Newest events of an account by kind, including private ones, between two times (seconds, both
   * inclusive).
   */
  newestOf(
    pubkey: string,
    kinds: readonly number[],
    during: Period,
    most: number,
  ): Promise<StoredEvent[]>;
  /**
   * An account's current events since a time (seconds), including private ones, oldest first.
   * Without kinds: all of them. Send them only to the account itself.
   */
  eventsOfAccount(
    pubkey: string,
    kinds: readonly number[],
    since: number,
    most: number,
  ): Promise<StoredEvent[]>;
  /** Number of an account's current events by kind, most frequent first. */
  kindCounts(pubkey: string): Promise<{ readonly kind: number; readonly cnt: number }[]>;
  /** By id, the relays where events were first seen. */
  hintsOf(ids: readonly string[]): Promise<Map<string, string>>;
  /** The newest events of a kind by members of this service. */
  eventsOfMembers(kind: number, most: number): Promise<StoredEvent[]>;
  /**
   * Relays that at least `accounts` list (NIP-65), by the number of accounts. Urls are as written,
   * without a slash at the end.
   */
  relaysInLists(accounts: number, most: number): Promise<string[]>;
}

interface Period {
  readonly since: number;
  readonly until: number;
}

const DAY = 86_400;
const MOST_VERSIONS = 2_000;

export const EVENTS: QueryHandlers<Events> = {
  events: storedById,
  latest: (database, address) =>
    database.one(
      `select ${STORED} from events e where e.address = ? and e.state = 0 and ${PUBLIC_CONDITION}`,
      [address],
      readStored,
    ),
  latestOf,
  *isStored(database, id) {
    return (yield* database.one('select 1 from events where id = ?', [id], () => true)) === true;
  },
  versionsByDay,
  newestOfKind(database, kind, most) {
    const sql = `select ${STORED} from events e where e.state = 0 and e.kind = ? and ${PUBLIC_CONDITION} order by e.created_at desc limit ?`;
    return database.all(sql, [kind, most], readStored);
  },
  newestOf(database, pubkey, kinds, { since, until }, most) {
    const one = `select ${STORED} from events e indexed by events_author where e.state = 0 and e.pubkey = ? and e.kind = ?
      and e.created_at >= ? and e.created_at <= ?`;
    const sql = `${kinds.map(() => one).join(' union all ')} order by 5 desc, 1 desc limit ?`;
    return database.all(
      sql,
      [...kinds.flatMap((kind) => [pubkey, kind, since, until]), most],
      readStored,
    );
  },
  eventsOfAccount(database, pubkey, kinds, since, most) {
    const which = kinds.length > 0 ? 'and e.kind in (select value from json_each(?))' : '';
    const sql = `select ${STORED} from events e where e.state = 0 and e.pubkey = ? ${which} and e.created_at >= ? order by e.created_at, e.seq limit ?`;
    return database.all(
      sql,
      [pubkey, ...(kinds.length > 0 ? [kinds] : []), since, most],
      readStored,
    );
  },
  kindCounts(database, pubkey) {
    const sql =
      'select kind, count(*) as n from events indexed by events_author where state = 0 and pubkey = ? group by kind order by n desc, kind';
    return database.all(sql, [pubkey], (row) => ({ kind: int(row, 'kind'), cnt: int(row, 'n') }));
  },
  *hintsOf(database, ids) {
    const sql =
      'select id, hint from events where hint is not null and id in (select value from json_each(?))';
    return new Map(
      yield* database.all(sql, [ids], (row) => [text(row, 'id'), text(row, 'hint')] as const),
    );
  },
  eventsOfMembers(database, kind, most) {
    const sql = `select ${STORED} from events e where e.state = 0 and e.kind = ? and ${PUBLIC_CONDITION}
      and e.pubkey in (select pubkey from members) order by e.created_at desc, e.seq limit ?`;
    return database.all(sql, [kind, most], readStored);
  },
  relaysInLists(database, accounts, most) {
    const sql = `select rtrim(t.value, '/') as url, count(distinct e.pubkey) as n
      from tags t join events e on e.seq = t.seq where t.name = 'r' and e.kind = ? and e.state = ${STATE.current}
      group by 1 having count(distinct e.pubkey) >= ? order by 2 desc, 1 limit ?`;
    return database.all(sql, [KIND.RelayList, accounts, most], (row) => text(row, 'url'));
  },
};

export function* storedById(database: Database, ids: readonly string[]): Query<StoredEvent[]> {
  if (ids.length === 0) return [];
  return yield* database.all(
    `select ${STORED} from json_each(?) j cross join events e on e.id = j.value where e.state not in (2, 4) and ${PUBLIC_CONDITION} order by j.key`,
    [ids],
    readStored,
  );
}

export function* latestOf(database: Database, addresses: readonly string[]): Query<StoredEvent[]> {
  if (addresses.length === 0) return [];
  const sql = `select ${STORED} from events e
    where state = 0 and ${PUBLIC_CONDITION} and address is not null and address in (select value from json_each(?))`;
  return yield* database.all(sql, [[...new Set(addresses)]], readStored);
}

function* versionsByDay(database: Database, address: string, most: number): Query<StoredEvent[]> {
  const sql = `select id, created_at from events where address = ? and address is not null and state <= 1
    order by created_at desc, id limit ${MOST_VERSIONS}`;
  const days = new Map<number, string>();
  for (const { id, at } of yield* database.all(sql, [address], (row) => ({
    id: text(row, 'id'),
    at: int(row, 'created_at'),
  }))) {
    const day = Math.floor(at / DAY);
    if (!days.has(day)) days.set(day, id);
  }
  return yield* storedById(database, [...days.values()].slice(0, most));
}
