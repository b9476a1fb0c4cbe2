import { field, isRecord, parseJson } from '../../../events/core/json.ts';
import {
  deleteDatabase,
  openIfPossible,
  readRows,
  transact,
  whenDone,
} from '../../core/indexed-db.ts';
import type { DeviceSeal } from './device-seal.ts';

interface SealedRowsDeps {
  /** `undefined` if the platform has no database: then nothing is stored. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
}

/** `database` and `store`: where the rows are stored. `keyName`: the device key that seals them. */
interface SealedRowsPlace {
  readonly database: string;
  readonly store: string;
  readonly keyName: string;
}

/**
 * Values of an account on disk, sealed for this device, so that no attribute is readable (E-36).
 * Later values have larger keys.
 */
export interface SealedRows {
  /**
   * Returns the values that open and that `read` accepts, in order. Empty if there is no database.
   * Rejects if reading fails.
   */
  readonly read: <T>(read: (value: unknown) => T | undefined) => Promise<readonly SealedRow<T>[]>;
  /**
   * Adds one value and removes those with the keys `gone`, in one transaction. Returns its key.
   * Rejects if it cannot be sealed or stored.
   */
  readonly replace: (
    gone: readonly IDBValidKey[],
    value: object | undefined,
  ) => Promise<readonly IDBValidKey[]>;
  readonly close: () => void;
}

export interface SealedRow<T> {
  readonly key: IDBValidKey;
  readonly value: T;
}

const VERSION = 1;
/**
 * Timeout for opening the database, in milliseconds. It is long because giving up on a slow disk
 * looks like an empty store (INV-NO-LOSS).
 */
const OPENING = 10_000;
const TIMEOUT_MS = 3_000;

export function sealedRows(
  { factory, seal }: SealedRowsDeps,
  { database, store, keyName }: SealedRowsPlace,
): SealedRows {
  const opening = openIfPossible(
    factory,
    { name: database, version: VERSION, timeoutMs: OPENING },
    (db) => {
      db.createObjectStore(store, { autoIncrement: true });
    },
  );
  const opened = async (text: unknown): Promise<unknown> => {
    const bytes = typeof text === 'string' ? await seal?.open(text, keyName) : undefined;
    return bytes && parseJson(new TextDecoder().decode(bytes));
  };
  return {
    read: async (read) => {
      const db = await opening;
      const found = db ? await rowsOf(db, store) : [];
      const rows = await Promise.all(
        found.map(async ([key, row]) => {
          const value = read(await opened(isRecord(row) ? field(row, 'sealed') : undefined));
          return value === undefined ? undefined : { key, value };
        }),
      );
      return rows.filter((row) => row !== undefined);
    },
    replace: async (gone, value) => {
      const db = await opening;
      const sealed =
        value && (await seal?.seal(new TextEncoder().encode(JSON.stringify(value)), keyName));
      if (!db || (value && sealed === undefined)) throw new Error('it cannot be kept');
      return transact<readonly IDBValidKey[]>(
        db,
        { store, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
        (table, done) => {
          for (const key of gone) table.delete(key);
          if (sealed === undefined) done([]);
          else whenDone(table.add({ sealed }), (key) => done([key]));
        },
      );
    },
    close: () => void opening.then((db) => db?.close()),
  };
}

/** Removes them, and the key that opens copies of them (E-35). */
export async function eraseSealedRows(
  factory: IDBFactory,
  seal: DeviceSeal,
  { database, keyName }: SealedRowsPlace,
): Promise<void> {
  await Promise.all([deleteDatabase(factory, database), seal.forget(keyName)]);
}

function rowsOf(
  db: IDBDatabase,
  store: string,
): Promise<readonly (readonly [IDBValidKey, unknown])[]> {
  return transact(db, { store, mode: 'readonly', timeoutMs: TIMEOUT_MS }, (table, done) =>
    readRows(table, done),
  );
}
