import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Filter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/event.ts';
import { type Verify, verifyWith } from '../../src/events/verify.ts';
import { checkPure } from '../../src/events/verify-pure.ts';
import { type Database, openDatabase } from './database.ts';
import { insertEvent, sweepEvents } from './insert.ts';
import { isDiskFull } from '../trouble.ts';
import { type MediaStore, openMedia } from './media-table.ts';
import { FOR_ALL } from './private.ts';
import { countMatches, findMatches } from './query.ts';
import { fadeRefs } from './refs.ts';
import { int, type Row } from './row.ts';
import type { Work } from './rows.ts';
import { readStored, type StoredEvent, STORED } from './stored.ts';
import { openTally } from './tally.ts';
import { upgrade } from './upgrade.ts';

export type { Row } from './row.ts';

/**
 * What became of a batch. `older` were kept, but a newer version is known already; `quarantined`, too, but their time has not come (E-18);
 * `ephemeral` events (NIP-01) are passed on to listeners and not kept.
 */
export interface Inserted {
  readonly added: readonly VerifiedEvent[];
  readonly older: readonly VerifiedEvent[];
  readonly quarantined: readonly VerifiedEvent[];
  readonly duplicates: readonly VerifiedEvent[];
  readonly ephemeral: readonly VerifiedEvent[];
  readonly refused: readonly { readonly event: VerifiedEvent; readonly reason: string }[];
}

/** The one store of the service. All calls are synchronous; all derived tables (schema.ts) are kept true inside `insert`. */
export interface Store {
  readonly db: DatabaseSync;
  /** The service's clock, in seconds. */
  now(): number;
  /** One transaction; committed to the disk when it returns. `relay`: where the events were seen. */
  insert(events: readonly VerifiedEvent[], relay?: string): Inserted;
  /** Called after each commit that brought something. Returns the way to stop. */
  onInserted(listener: (inserted: Inserted) => void): () => void;
  /** Rows of a statement; statements are prepared once and kept by their text, so pass lists as JSON: `in (select value from json_each(?))`. */
  all<T>(sql: string, params: readonly SQLInputValue[], read: (row: Row) => T): T[];
  one<T>(sql: string, params: readonly SQLInputValue[], read: (row: Row) => T): T | undefined;
  run(sql: string, params: readonly SQLInputValue[]): void;
  /** Runs `work` in one transaction; throws what it throws, with nothing written. */
  transaction<T>(work: () => T): T;
  /**
   * Events by id that everybody may read, in the order asked; unknown, deleted and private ones are left out. Older versions are found
   * too.
   */
  events(ids: readonly string[]): StoredEvent[];
  /** The current version of a replaceable or addressable event that everybody may read, by `kind:pubkey:d`. */
  latest(address: string): StoredEvent | undefined;
  /**
   * NIP-01 and NIP-50 filters: newest first, no event twice, at most `limit` of each filter's own or of the cap. Where `readers` are
   * named, private events are left out but for theirs.
   */
  query(filters: readonly Filter[], cap: number, readers?: readonly string[]): StoredEvent[];
  /** The same one after another, for answers that are sent as they are read: only some are in memory at a time. */
  walk(filters: readonly Filter[], cap: number, readers?: readonly string[]): Iterable<StoredEvent>;
  /** NIP-45; `readers` as above. */
  count(filters: readonly Filter[], readers?: readonly string[]): number;
  readonly media: MediaStore;
  /** Forgets what expired (NIP-40), lets the day's scores fade, releases what was quarantined. Cheap when nothing is due. */
  sweep(): void;
  /** Whether no event was ever stored. */
  isEmpty(): boolean;
  /** Moves the write-ahead log into the file. */
  checkpoint(): void;
  close(): void;
}

const DAY = 86_400;
const SWEEP_EVERY = 60;

interface StoreOptions {
  /** The clock, in seconds. */
  readonly now?: () => number;
  /** Checks the request inside a zap receipt; plain JavaScript unless a faster one is given. */
  readonly verify?: Verify;
  /** Told when the disk is full: reading goes on, each change fails and leaves nothing behind. */
  readonly onFull?: () => void;
}

/** Opens (or makes) the store in a file, or a passing one with `:memory:`. */
export function openStore(path: string, { now = systemSeconds, verify = verifyWith(checkPure), onFull }: StoreOptions = {}): Store {
  const database = openDatabase(path, onFull);
  const { db, all, one, run, transaction } = database;
  upgrade(database);
  const listeners = new Set<(inserted: Inserted) => void>();
  const workNow = () => startWork(database, verify, now());
  const sweep = sweeper(database, now, workNow);
  sweep();
  return {
    db,
    all,
    one,
    transaction,
    now,
    sweep,
    run: (sql, params) => void run(sql, params),
    insert(events, relay) {
      sweep();
      const inserted = insertBatch(workNow(), events, relay);
      if (inserted.added.length > 0 || inserted.ephemeral.length > 0) for (const listener of listeners) listener(inserted);
      return inserted;
    },
    onInserted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    events: (ids) => storedById(database, ids),
    latest: (address) => one(`select ${STORED} from events e where e.address = ? and e.state = 0 and ${FOR_ALL}`, [address], readStored),
    query(filters, cap, readers) {
      sweep();
      return [...findMatches(database, filters, cap, readers)];
    },
    walk(filters, cap, readers) {
      sweep();
      return findMatches(database, filters, cap, readers);
    },
    count(filters, readers) {
      sweep();
      return countMatches(database, filters, readers);
    },
    media: openMedia(database),
    isEmpty: () => one('select 1 from events limit 1', [], () => true) === undefined,
    checkpoint() {
      try {
        db.exec('pragma wal_checkpoint(truncate)');
      } catch (error) {
        // without room in the file all that was stored stays in the log, and is read from there
        if (!isDiskFull(error)) throw error;
      }
    },
    close: () => db.close(),
  };
}

function systemSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function startWork(database: Database, verify: Verify, now: number): Work {
  return { database, verify, tally: openTally(database), now, day: { from: now - DAY, to: now + SWEEP_EVERY * 10 } };
}

function insertBatch(work: Work, events: readonly VerifiedEvent[], relay: string | undefined): Inserted {
  const added: VerifiedEvent[] = [];
  const older: VerifiedEvent[] = [];
  const quarantined: VerifiedEvent[] = [];
  const duplicates: VerifiedEvent[] = [];
  const ephemeral: VerifiedEvent[] = [];
  const refused: { event: VerifiedEvent; reason: string }[] = [];
  work.database.transaction(() => {
    for (const event of events) {
      const outcome = insertEvent(work, event, relay);
      if (outcome === 'added') added.push(event);
      else if (outcome === 'older') older.push(event);
      else if (outcome === 'quarantined') quarantined.push(event);
      else if (outcome === 'duplicate') duplicates.push(event);
      else if (outcome === 'ephemeral') ephemeral.push(event);
      else refused.push({ event, reason: outcome.reason });
    }
    work.tally.flush();
  });
  return { added, older, quarantined, duplicates, ephemeral, refused };
}

/** Does what time asks for when something is due: expiry to the second, the day's scores once a minute. */
function sweeper(database: Database, now: () => number, workNow: () => Work): () => void {
  let faded = 0;
  return () => {
    const time = now();
    const fades = time >= faded + SWEEP_EVERY || time < faded;
    const due = database.one(
      'select exists (select 1 from events where expires_at <= ?1 and state < 2) or exists (select 1 from events where state = 3 and created_at <= ?1) as due',
      [time],
      (row) => int(row, 'due') === 1,
    );
    if (!fades && !due) return;
    faded = time;
    try {
      database.transaction(() => {
        const work = workNow();
        sweepEvents(work);
        fadeRefs(database, work.tally, work.day);
        work.tally.flush();
      });
    } catch (error) {
      // it waits until there is room; nobody who only reads is to be turned away for it
      if (!isDiskFull(error)) throw error;
    }
  };
}

function storedById(database: Database, ids: readonly string[]): StoredEvent[] {
  const found = database.all(
    `select ${STORED} from json_each(?) j cross join events e on e.id = j.value where e.state <> 2 and ${FOR_ALL} order by j.key`,
    [JSON.stringify(ids)],
    readStored,
  );
  return found;
}
