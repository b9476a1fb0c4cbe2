import { deleteDatabase, openDatabase, transact, whenDone } from '../publish/database.ts';
import type { SealKeyBox } from './device-seal.ts';

/** Each key has a database of its own: a browser can delete a database from its files, but no single row. */
const databaseOf = (name: string): string => `starling-key ${name}`;
/** The database in which earlier versions kept all keys. */
const SHARED = 'starling-keys';
const SWEEP = 'starling-sweep';
const STORE = 'keys';
const PATIENCE_MS = 10_000;

/** The keys of this device in IndexedDB, which keeps them as the platform's own objects: no script can read their bytes. */
export function sealKeyBox(factory: IDBFactory): SealKeyBox {
  const read = async (database: string, name: string): Promise<CryptoKey | undefined> =>
    work<CryptoKey | undefined>(factory, database, 'readonly', (keys, done) => whenDone(keys.get(name), (kept) => done(keyOf(kept))));
  const keep = async (name: string, key: CryptoKey): Promise<CryptoKey> =>
    inDatabase(await openDatabase(factory, databaseOf(name), 1, create), 'readwrite', (keys, done) =>
      whenDone(keys.get(name), (kept) => {
        const first = keyOf(kept);
        if (!first) keys.put(key, name);
        done(first ?? key);
      }),
    );
  /** True if other keys are left in the database. */
  const drop = async (database: string, name: string, other: CryptoKey | undefined): Promise<boolean> => {
    const left = await work<number>(factory, database, 'readwrite', (keys, done) => {
      // some browsers write in place: there the bytes of the old key are gone at once
      if (other) keys.put(other, name);
      keys.delete(name);
      whenDone(keys.count(), done);
    });
    return left !== undefined && left > 0;
  };
  const dropShared = async (name: string, other?: CryptoKey): Promise<void> => {
    if ((await read(SHARED, name)) && !(await drop(SHARED, name, other))) await destroy(factory, SHARED);
  };
  return {
    read: async (name) => {
      const own = await read(databaseOf(name), name);
      if (own) return own;
      const shared = await read(SHARED, name);
      // another tab may have moved it since the first look
      if (!shared) return read(databaseOf(name), name);
      const kept = await keep(name, shared);
      await dropShared(name).catch(() => undefined);
      return kept;
    },
    keep,
    remove: async (name, other) => {
      await dropShared(name, other);
      await drop(databaseOf(name), name, other);
      await destroy(factory, databaseOf(name));
    },
  };
}

type Job<T> = (keys: IDBObjectStore, done: (value: T) => void) => void;

/** Runs a job in a database that exists; `undefined` if there is none. */
async function work<T>(factory: IDBFactory, database: string, mode: 'readonly' | 'readwrite', job: Job<T>): Promise<T | undefined> {
  let isNew = false;
  const opened = await openDatabase(factory, database, 1, (_, upgrade) => {
    isNew = true;
    upgrade?.abort();
  }).catch((error: unknown) => {
    if (isNew) return undefined;
    throw error;
  });
  return opened && inDatabase(opened, mode, job);
}

async function inDatabase<T>(database: IDBDatabase, mode: 'readonly' | 'readwrite', job: Job<T>): Promise<T> {
  try {
    // a returned key is on the disk: nothing is sealed with a key that a crash could take away
    return await transact(database, { store: STORE, mode, patience: PATIENCE_MS }, job);
  } finally {
    database.close();
  }
}

/**
 * Delete a database so that its bytes leave the files of the browser. Chromium appends to its files: a row that is deleted stays in them for
 * months. Only deleting a database rewrites them, and only the parts that are in tables by then. So another database is deleted first, which
 * moves everything into tables, and another one afterwards, which has the old files removed. It was measured (`tests/browser/erased.spec.ts`). The
 * blocks of the disk that held them are out of reach.
 */
async function destroy(factory: IDBFactory, database: string): Promise<void> {
  await sweep(factory).catch(() => undefined);
  await deleteDatabase(factory, database);
  await sweep(factory).catch(() => undefined);
}

async function sweep(factory: IDBFactory): Promise<void> {
  const opened = await openDatabase(factory, SWEEP, 1, create);
  await inDatabase<void>(opened, 'readwrite', (rows, done) => whenDone(rows.put(0, 0), () => done()));
  await deleteDatabase(factory, SWEEP);
}

function create(database: IDBDatabase): void {
  database.createObjectStore(STORE);
}

function keyOf(value: unknown): CryptoKey | undefined {
  return value instanceof CryptoKey ? value : undefined;
}
