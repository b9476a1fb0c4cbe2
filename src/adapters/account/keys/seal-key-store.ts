import {
  deleteDatabase,
  openDatabase,
  readRows,
  transact,
  whenDone,
} from '../../core/indexed-db.ts';
import { isOfSecret, type SealKeyStore } from './device-seal.ts';

/**
 * Each key has its own database: a browser can remove a database from its files, but not a single
 * row.
 */
const databaseOf = (name: string): string => `starling-key ${name}`;
/**
 * The database in which earlier versions kept all keys. A tab that still runs an earlier version
 * looks for an account's key here. If there is none, it erases the account's secret. So the keys of
 * accounts without a PIN are stored in both places.
 */
const SHARED = 'starling-keys';
const SWEEP = 'starling-sweep';
const STORE = 'keys';
const TIMEOUT_MS = 10_000;

/**
 * The keys of this device in IndexedDB, stored as platform objects: no script can read their bytes.
 */
export function sealKeyStore(factory: IDBFactory, locks: LockManager | undefined): SealKeyStore {
  const readFrom = async (database: string, name: string): Promise<CryptoKey | undefined> =>
    work<CryptoKey | undefined>(factory, database, 'readonly', (keys, done) =>
      whenDone(keys.get(name), (kept) => done(keyOf(kept))),
    );
  const keepIn = async (database: string, name: string, key: CryptoKey): Promise<CryptoKey> =>
    inDatabase(await openDatabase(factory, database, 1, create), 'readwrite', (keys, done) =>
      whenDone(keys.get(name), (kept) => {
        const first = keyOf(kept);
        if (!first) keys.put(key, name);
        done(first ?? key);
      }),
    );
  /**
   * Overwrites and deletes a row: some browsers write in place, and there the old key's bytes are
   * gone at once.
   */
  const drop = async (database: string, name: string, other: CryptoKey): Promise<void> => {
    await work<void>(factory, database, 'readwrite', (keys, done) => {
      keys.put(other, name);
      keys.delete(name);
      done();
    });
  };
  const dropShared = async (name: string, other: CryptoKey): Promise<void> => {
    const rows = await work<Rows>(factory, SHARED, 'readonly', readKeys);
    if (!rows?.some(([one]) => one === name)) return;
    const others = rows.filter(([one]) => one !== name);
    // after a crash at least one of the two places has them
    for (const [one, key] of others) await keepIn(databaseOf(one), one, key);
    await drop(SHARED, name, other);
    await destroy(factory, SHARED, others);
  };
  return {
    read: async (name) => (await readFrom(databaseOf(name), name)) ?? readFrom(SHARED, name),
    readShared: (name) => readFrom(SHARED, name),
    keep: async (name, key) => {
      const kept = await keepIn(databaseOf(name), name, (await readFrom(SHARED, name)) ?? key);
      if (isOfSecret(name)) await keepIn(SHARED, name, kept);
      return kept;
    },
    remove: async (name, other) => {
      await alone(locks, () => dropShared(name, other));
      await drop(databaseOf(name), name, other);
      await destroy(factory, databaseOf(name));
    },
  };
}

/**
 * Runs a job under a lock. Two tabs that rewrite the shared database at once would each restore the
 * key that the other removes.
 */
async function alone(locks: LockManager | undefined, job: () => Promise<void>): Promise<void> {
  await (locks ? locks.request(SHARED, job) : job());
}

type Rows = readonly (readonly [string, CryptoKey])[];

function readKeys(keys: IDBObjectStore, done: (rows: Rows) => void): void {
  readRows(keys, (rows) =>
    done(
      rows.flatMap(([name, value]) => {
        const key = keyOf(value);
        return typeof name === 'string' && key ? [[name, key] as const] : [];
      }),
    ),
  );
}

type Job<T> = (keys: IDBObjectStore, done: (value: T) => void) => void;

/** Runs a job in a database that exists. `undefined` if it does not exist. */
async function work<T>(
  factory: IDBFactory,
  database: string,
  mode: 'readonly' | 'readwrite',
  job: Job<T>,
): Promise<T | undefined> {
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

async function inDatabase<T>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  job: Job<T>,
): Promise<T> {
  try {
    // a returned key is on disk: nothing is sealed with a key that a crash could lose
    return await transact(database, { store: STORE, mode, timeoutMs: TIMEOUT_MS }, job);
  } finally {
    database.close();
  }
}

/**
 * Delete a database so that its bytes leave the browser's files. Chromium appends to its files: a
 * deleted row stays in them for months. Only deleting a database rewrites them, and only the parts
 * that are in tables by then. So another database is deleted first, which moves everything into
 * tables. Deleting another one afterwards removes the old files. This was measured
 * (`tests/browser/account/erased-keys.spec.ts`). Freed disk blocks are out of reach. `left`: the
 * rows that the database has afterwards.
 */
async function destroy(factory: IDBFactory, database: string, left: Rows = []): Promise<void> {
  await sweep(factory).catch(() => undefined);
  const gone = deleteDatabase(factory, database);
  // requested at once, so that no tab finds the database without these rows
  if (left.length > 0)
    (await openDatabase(factory, database, 1, (fresh) => fill(create(fresh), left))).close();
  await gone;
  await sweep(factory).catch(() => undefined);
}

function fill(keys: IDBObjectStore, rows: Rows): void {
  for (const [name, key] of rows) keys.put(key, name);
}

async function sweep(factory: IDBFactory): Promise<void> {
  const opened = await openDatabase(factory, SWEEP, 1, create);
  await inDatabase<void>(opened, 'readwrite', (rows, done) =>
    whenDone(rows.put(0, 0), () => done()),
  );
  await deleteDatabase(factory, SWEEP);
}

function create(database: IDBDatabase): IDBObjectStore {
  return database.createObjectStore(STORE);
}

function keyOf(value: unknown): CryptoKey | undefined {
  return value instanceof CryptoKey ? value : undefined;
}
