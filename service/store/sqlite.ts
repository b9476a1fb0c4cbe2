import { millis, type Seconds, toSeconds } from '../../src/events/time.ts';
import { type Verify, verifyWith } from '../../src/events/verify.ts';
import { checkPure } from '../../src/events/verify-pure.ts';
import { isDiskFull } from '../trouble.ts';
import { finish } from './asked.ts';
import { insertBatch, sweeper } from './batch.ts';
import { questionsOn } from './questions.ts';
import { databaseAtOnce, openDatabase, type SqliteDatabase } from './sqlite-database.ts';
import type { Inserted, Store } from './store.ts';
import { upgrade } from './upgrade.ts';

/** The store on SQLite. Whoever opens it may look into its tables. */
export interface SqliteStore extends Store {
  readonly database: SqliteDatabase;
}

interface StoreOptions {
  /** The clock. */
  readonly now?: () => Seconds;
  /** Checks the request inside a zap receipt; plain JavaScript unless a faster one is given. */
  readonly verify?: Verify;
  /** Told when the disk is full: reading goes on, each change fails and leaves nothing behind. */
  readonly onFull?: () => void;
}

/** Opens (or makes) the store in a file, or a passing one with `:memory:`. */
export function openStore(path: string, options: StoreOptions = {}): SqliteStore {
  const { now = systemSeconds, verify = verifyWith(checkPure), onFull } = options;
  const file = openDatabase(path, now, onFull);
  upgrade(file);
  const database = databaseAtOnce(file);
  const listeners = new Set<(inserted: Inserted) => void>();
  const sweep = sweeper(database, verify);
  finish(sweep());
  return {
    ...questionsOn(database, finish, sweep),
    database: file,
    sweep: async () => finish(sweep()),
    async insert(events, relay) {
      finish(sweep());
      const inserted = finish(insertBatch(database, verify, events, relay));
      if (inserted.added.length > 0 || inserted.ephemeral.length > 0) for (const listener of listeners) listener(inserted);
      return inserted;
    },
    onInserted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    checkpoint: async () => checkpoint(file),
    close: async () => file.db.close(),
  };
}

function checkpoint({ db }: SqliteDatabase): void {
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    // without room in the file all that was stored stays in the log, and is read from there
    if (!isDiskFull(error)) throw error;
  }
}

function systemSeconds(): Seconds {
  return toSeconds(millis(Date.now()));
}
