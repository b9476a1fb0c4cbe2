import { isDiskFull } from '../../errors.ts';
import { runImmediately } from '../engine/statements.ts';
import { changeBatch, insertBatch, sweeper } from '../write/insert-batch.ts';
import {
  withDefaults,
  changedAccounts,
  openInsertListeners,
  type Readers,
  type StoreOptions,
} from '../store-options.ts';
import { type AskLong, longQueriesOn } from '../long-queries.ts';
import { openLongQueryTurns } from '../../long-query-turns.ts';
import { queriesOn } from '../queries.ts';
import { int } from '../engine/row.ts';
import { synchronousDatabase, openDatabase, type SqliteDatabase } from './sqlite-database.ts';
import type { Store } from '../store.ts';
import { upgrade } from './upgrade.ts';
import { type Change, changesBy } from '../write/withhold.ts';
import { openReaderLanes, type ReaderLanes, SERVICE_READERS } from './reader-lanes.ts';
import { openTimeSlices } from './time-slices.ts';

/** The store on SQLite. Its tables are accessible to the caller that opens it. */
export interface SqliteStore extends Store {
  readonly database: SqliteDatabase;
  readonly readers: Pick<ReaderLanes, 'ready'> | undefined;
}

const IN_MEMORY = ':memory:';

/** A thread runs them by turns, so that a short one is not behind a long one. */
const QUERIES_PER_READER = 4;
/** Of all readers together, because large results take memory in the main thread. */
const MOST_QUERIES = 8;

/** Open or create the store in a file, or in memory with `:memory:`. */
export function openStore(path: string, options: StoreOptions = {}): SqliteStore {
  const { now, verify, onFull } = withDefaults(options);
  const { readers } = options;
  const file = openDatabase(path, now, onFull);
  upgrade(file);
  const database = synchronousDatabase(file);
  const { tell, onInserted } = openInsertListeners();
  const sweep = sweeper(database, verify);
  runImmediately(sweep());
  const runLong = openTimeSlices();
  const here = longQueriesOn(database, runLong);
  const lanes = path === IN_MEMORY || !readers ? undefined : openLanes(path, file, here, readers);
  const turns = openLongQueryTurns(
    Math.min(MOST_QUERIES, QUERIES_PER_READER * (lanes?.count ?? 1)),
  );
  return {
    ...queriesOn(database, { run: runImmediately, runLong, askLong: lanes?.ask, turns, sweep }),
    database: file,
    readers: lanes,
    sweep: async () => runImmediately(sweep()),
    async insert(events, relay) {
      runImmediately(sweep());
      const inserted = runImmediately(insertBatch(database, verify, { events, relay }));
      tell(inserted);
      return inserted;
    },
    ...changesBy(async <T>(change: Change<T>) => {
      const { result, inserted } = runImmediately(changeBatch(database, verify, { change }));
      tell(inserted);
      return result;
    }),
    concern: async (pubkeys) => tell(changedAccounts(pubkeys)),
    // Listeners are called in the same turn as the commit.
    settled: async () => undefined,
    onlyHere: async () => true,
    onInserted,
    ping: async () => void file.one('select 1 as n', [], (row) => row),
    async checkpoint() {
      // a reader of older data keeps the log from being emptied
      await lanes?.stop();
      checkpoint(file);
    },
    async close() {
      await lanes?.close();
      file.db.close();
    },
  };
}

function openLanes(
  path: string,
  file: SqliteDatabase,
  here: AskLong,
  readers: Partial<Readers>,
): ReaderLanes {
  const { count, from, failed } = { ...SERVICE_READERS, ...readers };
  const size = 'select coalesce(max(seq), 0) as n from events';
  const isWorthIt = () => (file.one(size, [], (row) => int(row, 'n')) ?? 0) >= from;
  return openReaderLanes(path, { count, now: file.now, here, isWorthIt, failed });
}

function checkpoint({ db }: SqliteDatabase): void {
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    // If the file cannot grow, the data stays in the write-ahead log and is read from there.
    if (!isDiskFull(error)) throw error;
  }
}
