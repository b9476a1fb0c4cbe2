import { isDiskFull } from '../../errors.ts';
import { finish } from '../engine/statements.ts';
import { changeBatch, insertBatch, sweeper } from '../write/insert-batch.ts';
import { completed, concerning, openListeners, type StoreOptions } from '../store-options.ts';
import { questionsOn } from '../queries.ts';
import { databaseAtOnce, openDatabase, type SqliteDatabase } from './sqlite-database.ts';
import type { Store } from '../store.ts';
import { upgrade } from './upgrade.ts';
import { type Change, changesBy } from '../write/withhold.ts';
import { openSlices } from './time-slices.ts';

/** The store on SQLite. Its tables are accessible to the caller that opens it. */
export interface SqliteStore extends Store {
  readonly database: SqliteDatabase;
}

/** Open or create the store in a file, or in memory with `:memory:`. */
export function openStore(path: string, options: StoreOptions = {}): SqliteStore {
  const { now, verify, onFull } = completed(options);
  const file = openDatabase(path, now, onFull);
  upgrade(file);
  const database = databaseAtOnce(file);
  const { tell, onInserted } = openListeners();
  const sweep = sweeper(database, verify);
  finish(sweep());
  return {
    ...questionsOn(database, { run: finish, runLong: openSlices(), sweep }),
    database: file,
    sweep: async () => finish(sweep()),
    async insert(events, relay) {
      finish(sweep());
      const inserted = finish(insertBatch(database, verify, { events, relay }));
      tell(inserted);
      return inserted;
    },
    ...changesBy(async <T>(change: Change<T>) => {
      const { result, inserted } = finish(changeBatch(database, verify, { change }));
      tell(inserted);
      return result;
    }),
    concern: async (pubkeys) => tell(concerning(pubkeys)),
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
