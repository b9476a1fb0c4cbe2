import { type Account, readAccount } from '../../../events/account/account.ts';
import {
  ON_DISK_AFTER,
  readStoredSecret,
  sealedPartOf,
  type StoredSecret,
} from '../../../events/account/keys/stored-secret.ts';
import { field, isRecord } from '../../../events/core/json.ts';
import { inSeconds, type Seconds, seconds } from '../../../events/core/time.ts';
import { hasDatabase, openDatabase, readRows, transact } from '../../core/indexed-db.ts';

/** An account with its stored secret, as written to local storage. */
export interface AccountCopy {
  readonly account: Account;
  readonly secret: StoredSecret;
  readonly at: Seconds;
}

/**
 * A secret that was erased. `mark`: identifies it, and says nothing about it or its account.
 * `erase`: the account was signed out, with its data or without. `undefined`: it stayed as a
 * reader.
 */
export interface ErasedSecret {
  readonly mark: string;
  readonly at: Seconds;
  readonly erase: boolean | undefined;
}

interface FoundCopies {
  readonly copies: readonly AccountCopy[];
  readonly erased: readonly ErasedSecret[];
}

/**
 * A second place for accounts and their secrets. Chromium writes local storage to disk up to a
 * minute later, and a browser that is killed loses it. A strict transaction survives that. Only
 * secrets that this device sealed are copied, as they are.
 */
export interface AccountCopies {
  /** Resolves once the copy is on disk, or after a short timeout. Never rejects. */
  readonly keep: (account: Account, secret: StoredSecret | undefined) => Promise<void>;
  /**
   * Removes the copy of that account. If `secret` is lost from local storage late, it stays erased
   * after a crash. Rejects if the copy may still exist.
   */
  readonly erase: (
    pubkey: string,
    secret: StoredSecret | undefined,
    erase: boolean | undefined,
  ) => Promise<void>;
  /** `undefined` if there is no database, or if it could not be read. */
  readonly read: () => Promise<FoundCopies | undefined>;
}

/** Also named in `wiring/after-load.ts`, which loads this code only if it exists. */
const COPIES_DATABASE = 'starling-accounts';
const STORE = 'rows';
const VERSION = 1;
const TIMEOUT_MS = 2_000;
/** The random start of a sealed text: its version and 96 bits. */
const MARK_LENGTH = 18;

/** Return the mark of a sealed secret; `undefined` if the secret is not copied. */
export function markOf(secret: StoredSecret | undefined, pubkey: string): string | undefined {
  const part = sealedPartOf(secret, pubkey);
  return part?.sealed.startsWith('2:') ? part.sealed.slice(0, MARK_LENGTH) : undefined;
}

/** `factory`: `undefined` if the platform has no database: then nothing is copied. */
export function openAccountCopies(
  factory: IDBFactory | undefined,
  now: () => Seconds,
): AccountCopies {
  /** Replaces the copy of that account by `add`, and forgets old marks. */
  const replace = (db: IDBDatabase, pubkey: string, add?: object): Promise<void> =>
    rowsIn<void>(db, 'readwrite', (rows, table, done) => {
      for (const [key, row] of rows) if (isOf(row, pubkey) || isOld(row, now())) table.delete(key);
      if (add) table.add(add);
      done();
    });
  const remove = async (pubkey: string): Promise<void> => {
    const db = await opened(factory, 'existing');
    if (db) await replace(db, pubkey);
  };
  return {
    keep: async (account, secret) => {
      const { pubkey } = account;
      const mark = markOf(secret, pubkey);
      if (mark === undefined || !hasSecret(account)) return remove(pubkey).catch(() => undefined);
      const db = await opened(factory, 'created').catch(() => undefined);
      if (!db) return undefined;
      const row = { account, secret, at: inSeconds(now()) };
      return rowsIn<void>(db, 'readwrite', (rows, table, done) => {
        done();
        // another tab may have erased the secret meanwhile
        if (rows.some(([, one]) => !isCopy(one) && one.mark === mark)) return;
        const before = rows.filter(([, one]) => isOf(one, pubkey));
        if (before.some(([, one]) => isSame(one, row))) return;
        for (const [key] of before) table.delete(key);
        table.add(row);
      }).catch(() => undefined);
    },
    erase: async (pubkey, secret, erase) => {
      const mark = markOf(secret, pubkey);
      if (mark === undefined) return remove(pubkey);
      const db = await opened(factory, 'created');
      const row = { mark, at: inSeconds(now()), ...(erase === undefined ? {} : { erase }) };
      return db && replace(db, pubkey, row);
    },
    read: async () => {
      const db = await opened(factory, 'existing').catch(() => undefined);
      const rows =
        db &&
        (await rowsIn<readonly Row[]>(db, 'readonly', (found, _, done) =>
          done(found.map(([, row]) => row)),
        ).catch(() => undefined));
      return (
        rows && {
          copies: rows.filter(isCopy),
          erased: rows.filter((row): row is ErasedSecret => !isCopy(row)),
        }
      );
    },
  };
}

/** True if a copy exists, for a page that starts without an account. Creates no database. */
export async function hasCopies(factory: IDBFactory): Promise<boolean> {
  const found = await openAccountCopies(factory, () => seconds(0)).read();
  return (found?.copies.length ?? 0) > 0;
}

type Row = AccountCopy | ErasedSecret;

function hasSecret({ method }: Account): boolean {
  return method === 'key' || method === 'remote';
}

function isOf(row: Row, pubkey: string): boolean {
  return isCopy(row) && row.account.pubkey === pubkey;
}

function isSame(row: Row, { account, secret }: { account: Account; secret: unknown }): boolean {
  return (
    isCopy(row) && JSON.stringify([row.account, row.secret]) === JSON.stringify([account, secret])
  );
}

function isCopy(row: Row): row is AccountCopy {
  return 'account' in row;
}

/** True if local storage is on disk without that secret by now. */
function isOld(row: Row, now: Seconds): boolean {
  return !isCopy(row) && inSeconds(now) - inSeconds(row.at) >= ON_DISK_AFTER;
}

/**
 * Opens the database. `undefined` if there is none, or none can be opened. Rejects if that takes
 * too long: then it may exist.
 */
async function opened(
  factory: IDBFactory | undefined,
  how: 'existing' | 'created',
): Promise<IDBDatabase | undefined> {
  if (!factory) return undefined;
  let isLate = false;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    isLate = true;
    late.reject(new Error('the database is late'));
  }, TIMEOUT_MS);
  const opening = open(factory, how)
    .catch(() => undefined)
    .then((db) => {
      if (isLate) db?.close();
      return db;
    });
  return Promise.race([opening, late.promise]).finally(() => clearTimeout(timer));
}

async function open(
  factory: IDBFactory,
  how: 'existing' | 'created',
): Promise<IDBDatabase | undefined> {
  if (how === 'existing' && (await hasDatabase(factory, COPIES_DATABASE)) === false)
    return undefined;
  return openDatabase(factory, COPIES_DATABASE, VERSION, (db, upgrade) => {
    if (how === 'created') db.createObjectStore(STORE, { autoIncrement: true });
    else upgrade?.abort();
  });
}

async function rowsIn<T>(
  db: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  work: (
    rows: ReadonlyArray<readonly [IDBValidKey, Row]>,
    table: IDBObjectStore,
    done: (value: T) => void,
  ) => void,
): Promise<T> {
  try {
    return await transact<T>(db, { store: STORE, mode, timeoutMs: TIMEOUT_MS }, (table, done) =>
      readRows(table, (found) =>
        work(
          found.flatMap(([key, value]) => {
            const row = readRow(value);
            return row ? [[key, row] as const] : [];
          }),
          table,
          done,
        ),
      ),
    );
  } finally {
    db.close();
  }
}

function readRow(value: unknown): Row | undefined {
  if (!isRecord(value)) return undefined;
  const at = field(value, 'at');
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined;
  const mark = field(value, 'mark');
  if (typeof mark === 'string') {
    const erase = field(value, 'erase');
    return { mark, at: seconds(at), erase: typeof erase === 'boolean' ? erase : undefined };
  }
  const account = readAccount(field(value, 'account'));
  const secret = readStoredSecret(field(value, 'secret'));
  return account && secret ? { account, secret, at: seconds(at) } : undefined;
}
