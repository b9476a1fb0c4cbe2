import { deviceSeal, type DeviceSeal, type SealKeyBox } from '../account/device-seal.ts';
import { deleteDatabase, openDatabase, transact, whenDone } from './database.ts';

const STORE = 'keys';
const NAME = 'seal';
const PATIENCE = 3_000;

const nameOf = (account: string): string => `starling-seal-${account}`;

/**
 * What seals for one account on this device, with a key of its own that no script can read and that goes with the account. Rejects where the
 * platform keeps nothing.
 */
export function accountSeal(factory: IDBFactory, crypto: Parameters<typeof deviceSeal>[1]): (account: string) => DeviceSeal {
  return (account) => deviceSeal(sealBox(factory, account), crypto);
}

/** Removes that key: what it sealed is of no use any more (E-35). */
export function eraseSeal(factory: IDBFactory, account: string): Promise<void> {
  return deleteDatabase(factory, nameOf(account));
}

function sealBox(factory: IDBFactory, account: string): SealKeyBox {
  const work = async <T>(mode: 'readonly' | 'readwrite', job: (keys: IDBObjectStore, done: (value: T) => void) => void): Promise<T> => {
    const db = await openDatabase(factory, nameOf(account), 1, (fresh) => void fresh.createObjectStore(STORE));
    return transact<T>(db, { store: STORE, mode, patience: PATIENCE }, job).finally(() => db.close());
  };
  return {
    read: () => work('readonly', (keys, done) => whenDone(keys.get(NAME), (value) => done(keyOf(value)))),
    keep: (key) =>
      work('readwrite', (keys, done) =>
        whenDone(keys.get(NAME), (value) => {
          const kept = keyOf(value);
          if (!kept) keys.put(key, NAME);
          done(kept ?? key);
        }),
      ),
  };
}

function keyOf(value: unknown): CryptoKey | undefined {
  return value instanceof CryptoKey ? value : undefined;
}
