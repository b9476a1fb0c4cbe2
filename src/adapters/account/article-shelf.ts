import { type CallbackActorLogic, fromCallback } from 'xstate';
import { addressOf } from '../../events/address.ts';
import { replaces, type VerifiedEvent } from '../../events/event.ts';
import { field, isRecord, parseJson } from '../../events/json.ts';
import { readEvent } from '../../events/shape.ts';
import type { Verify } from '../../events/verify.ts';
import type { ShelfCommand, ShelfSignal } from '../../machines/reading/read-articles.machine.ts';
import { deleteDatabase, openIfPossible, transact, whenDone } from '../publish/database.ts';
import type { DeviceSeal } from './device-seal.ts';

export interface ShelfDeps {
  /** Undefined where the platform has no database: then nothing is kept. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly verify: () => Promise<Verify>;
}

/** An article as it was read; the later it was put there, the larger the key. */
interface Row {
  readonly key: IDBValidKey;
  readonly event: VerifiedEvent;
}

const STORE = 'articles';
const VERSION = 1;
const PATIENCE = 3_000;
/** So many articles are kept, those that were read last, and none that is longer than so many UTF-16 units. */
const MOST = 30;
const LONGEST = 200_000;

/** The database that holds what an account has read. */
function shelfName(account: string): string {
  return `starling-read-${account}`;
}

/** The name of the key that seals it. */
const keyOf = (account: string): string => `read ${account}`;

/**
 * Keeps articles as they were when they were read. What somebody reads is private: each is sealed for this device, nothing says which it is,
 * and what cannot be sealed is not kept. What is found is verified again.
 */
export function articleShelf(deps: ShelfDeps): CallbackActorLogic<ShelfCommand, { account: string }> {
  return fromCallback<ShelfCommand, { account: string }>(({ input: { account }, sendBack, receive }) => {
    const opening = openIfPossible(deps.factory, { name: shelfName(account), version: VERSION, patience: PATIENCE }, (db) => {
      db.createObjectStore(STORE, { autoIncrement: true });
    });
    let rows: readonly Row[] = [];
    const keepOnly = async (db: IDBDatabase, found: readonly Row[]): Promise<void> => {
      rows = newestOf(found);
      const gone = found.filter((row) => !rows.includes(row));
      if (gone.length > 0) await change(db, (store) => gone.forEach(({ key }) => store.delete(key)));
    };
    let tail = opening
      .then(async (db) => db && keepOnly(db, await read(db, deps, account)))
      .catch(() => undefined)
      .then(() => sendBack({ type: 'shelf.found', events: rows.map(({ event }) => event) } satisfies ShelfSignal));
    receive(({ event }) => {
      tail = tail
        .then(async () => {
          const db = await opening;
          const text = JSON.stringify(event);
          const sealed = text.length > LONGEST ? undefined : await deps.seal?.seal(new TextEncoder().encode(text), keyOf(account));
          if (!db || sealed === undefined) return;
          const key = await add(db, sealed);
          await keepOnly(db, [...rows, { key, event }]);
        })
        .catch(() => undefined);
    });
    return () => void tail.finally(() => opening.then((db) => db?.close()));
  });
}

/** Removes what an account has read from this device (ACCOUNT-06, E-35). */
export async function eraseShelf(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  await Promise.all([deleteDatabase(factory, shelfName(account)), seal.forget(keyOf(account))]);
}

/** The newest version of each article that is kept, as many as there is room for. */
function newestOf(rows: readonly Row[]): readonly Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const address = addressOf(row.event) ?? '';
    const before = newest.get(address);
    if (before && !replaces(row.event, before.event)) continue;
    newest.delete(address);
    newest.set(address, row);
  }
  return [...newest.values()].slice(-MOST);
}

async function read(db: IDBDatabase, { seal, verify }: ShelfDeps, account: string): Promise<readonly Row[]> {
  const sealed = await transact<readonly (readonly [IDBValidKey, unknown])[]>(
    db,
    { store: STORE, mode: 'readonly', patience: PATIENCE },
    (store, done) =>
      whenDone(store.getAllKeys(), (keys) =>
        whenDone(store.getAll(), (values: readonly unknown[]) => done(keys.map((key, at) => [key, values[at]] as const))),
      ),
  );
  if (sealed.length === 0) return [];
  const check = await verify();
  const rows = await Promise.all(
    sealed.map(async ([key, value]): Promise<Row | undefined> => {
      const text = isRecord(value) ? field(value, 'sealed') : undefined;
      const bytes = typeof text === 'string' ? await seal?.open(text, keyOf(account)) : undefined;
      const event = bytes && readEvent(parseJson(new TextDecoder().decode(bytes)));
      const verified = event && check(event);
      return verified && addressOf(verified) !== undefined ? { key, event: verified } : undefined;
    }),
  );
  return rows.filter((row) => row !== undefined);
}

function add(db: IDBDatabase, sealed: string): Promise<IDBValidKey> {
  return transact<IDBValidKey>(db, { store: STORE, mode: 'readwrite', patience: PATIENCE }, (store, done) =>
    whenDone(store.add({ sealed }), done),
  );
}

function change(db: IDBDatabase, work: (store: IDBObjectStore) => void): Promise<void> {
  return transact<void>(db, { store: STORE, mode: 'readwrite', patience: PATIENCE }, (store, done) => {
    work(store);
    done();
  });
}
