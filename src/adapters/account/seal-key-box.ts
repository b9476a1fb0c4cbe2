import type { SealKeyBox } from './device-seal.ts';

const DATABASE = 'starling-keys';
const STORE = 'keys';
const NAME = 'seal';

/** The key of this device in IndexedDB, which keeps it as the platform's own object: nobody can read its bytes. */
export function sealKeyBox(factory: IDBFactory): SealKeyBox {
  const open = async (): Promise<IDBDatabase> => {
    const request = factory.open(DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
    return done(request);
  };
  const work = async (mode: IDBTransactionMode, job: (keys: IDBObjectStore) => Promise<CryptoKey | undefined>) => {
    const database = await open();
    try {
      return await job(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  };
  return {
    read: () => work('readonly', async (keys) => keyOf(await done(keys.get(NAME)))),
    keep: async (key) => {
      const kept = await work('readwrite', async (keys) => {
        const first = keyOf(await done(keys.get(NAME)));
        if (!first) await done(keys.put(key, NAME));
        return first ?? key;
      });
      return kept ?? key;
    },
  };
}

function keyOf(value: unknown): CryptoKey | undefined {
  return value instanceof CryptoKey ? value : undefined;
}

async function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
  });
}
