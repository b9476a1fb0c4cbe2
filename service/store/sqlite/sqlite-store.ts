import { isDiskFull } from '../../errors.ts';
import { runImmediately } from '../engine/statements.ts';
import { changeBatch, insertBatch, sweeper } from '../write/insert-batch.ts';
import {
  withDefaults,
  changedAccounts,
  openInsertListeners,
  type StoreOptions,
} from '../store-options.ts';
import { queriesOn } from '../queries.ts';
import { synchronousDatabase, openDatabase, type SqliteDatabase } from './sqlite-database.ts';
import type { Store } from '../store.ts';
import { upgrade } from './upgrade.ts';
import { type Change, changesBy } from '../write/withhold.ts';
import { openTimeSlices } from './time-slices.ts';

/** The store on SQLite. Its tables are accessible to the caller that opens it. */
export interface SqliteStore extends Store {
  readonly database: SqliteDatabase;
}

/** Open or create the store in a file, or in memory with `:memory:`. */
export function openStore(path: string, options: StoreOptions = {}): SqliteStore {
  const { now, verify, onFull } = withDefaults(options);
  const file = openDatabase(path, now, onFull);
  upgrade(file);
  const database = synchronousDatabase(file);
  const { tell, onInserted } = openInsertListeners();
  const sweep = sweeper(database, verify);
  runImmediately(sweep());
  return {
    ...queriesOn(database, { run: runImmediately, runLong: openTimeSlices(), sweep }),
    database: file,
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
    checkpoint: async () => checkpoint(file),
    close: async () => file.db.close(),
  };
}

function checkpoint({ db }: SqliteDatabase): void {
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    // If the file cannot grow, the data stays in the write-ahead log and is read from there.
    if (!isDiskFull(error)) throw error;
  }
}
