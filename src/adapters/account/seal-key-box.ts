import { openDatabase, transact, whenDone } from '../publish/database.ts';
import type { SealKeyBox } from './device-seal.ts';

const DATABASE = 'starling-keys';
const STORE = 'keys';
const PATIENCE = 10_000;

/** The keys of this device in IndexedDB, which keeps them as the platform's own objects: no script can read their bytes. */
export function sealKeyBox(factory: IDBFactory): SealKeyBox {
  const work = async <T>(mode: 'readonly' | 'readwrite', job: (keys: IDBObjectStore, done: (value: T) => void) => void): Promise<T> => {
    const database = await openDatabase(factory, DATABASE, 1, (db) => db.createObjectStore(STORE));
    try {
      // what is given out is on the disk: nothing is sealed with a key that a crash could take away
      return await transact(database, { store: STORE, mode, patience: PATIENCE }, job);
    } finally {
      database.close();
    }
  };
  return {
    read: (name) => work('readonly', (keys, done) => whenDone(keys.get(name), (kept) => done(keyOf(kept)))),
    keep: (name, key) =>
      work('readwrite', (keys, done) =>
        whenDone(keys.get(name), (kept) => {
          const first = keyOf(kept);
          if (!first) keys.put(key, name);
          done(first ?? key);
        }),
      ),
    remove: (name, other) =>
      work<void>('readwrite', (keys, done) => {
        // some browsers write in place: there the bytes of the old key are gone at once, elsewhere when the browser tidies its files
        keys.put(other, name);
        keys.delete(name);
        done();
      }),
  };
}

function keyOf(value: unknown): CryptoKey | undefined {
  return value instanceof CryptoKey ? value : undefined;
}
