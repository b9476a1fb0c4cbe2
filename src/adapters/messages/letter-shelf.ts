import { type CallbackActorLogic, fromCallback } from 'xstate';
import { parseJson } from '../../events/json.ts';
import { plainSeen, readSeen, type Seen } from '../../events/messages/contacts.ts';
import { type Letter, type Place, plainLetter, readLetter, readPlace } from '../../events/messages/letter.ts';
import type { LettersCommand, LettersSignal } from '../../machines/messages/letters-wire.ts';
import type { DeviceSeal } from '../account/device-seal.ts';
import { deleteDatabase, openIfPossible, transact, whenDone } from '../publish/database.ts';

export interface LetterShelfDeps {
  /** Undefined where the platform has no database: then nothing is kept. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
}

const STORE = 'letters';
const VERSION = 1;
const PATIENCE = 3_000;
/** Under this name where somebody was is kept among the letters, which have the names of peers. */
const PLACE = 'place';
/** And under this one up to when private messages were read. */
const SEEN = 'seen';

/** The database that holds what an account has begun to write to others. */
function shelfName(account: string): string {
  return `starling-messages-${account}`;
}

/** The name of the key that seals it. */
const keyOf = (account: string): string => `messages ${account}`;

/**
 * Keeps what somebody writes to others, and where he was (DM-01, INV-NO-LOSS): on the disk as soon as it is sealed, so that it outlives the end of
 * the browser at any moment. Text, peer and place are sealed for this device, and nothing lies there in the clear; what cannot be sealed is not kept.
 */
export function letterShelf(deps: LetterShelfDeps): CallbackActorLogic<LettersCommand, { readonly account: string }> {
  return fromCallback<LettersCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    const opening = openIfPossible(deps.factory, { name: shelfName(account), version: VERSION, patience: PATIENCE }, (db) => {
      db.createObjectStore(STORE, { autoIncrement: true });
    });
    const report = (signal: LettersSignal): void => sendBack(signal);
    /** Keys of rows, and what is to be written next, by name; undefined: nothing, so that the row goes. */
    const keys = new Map<string, readonly IDBValidKey[]>();
    const waiting = new Map<string, object | undefined>();
    const write = async (name: string, value: object | undefined): Promise<void> => {
      const db = await opening;
      const bytes = value && new TextEncoder().encode(JSON.stringify(value));
      const sealed = bytes && (await deps.seal?.seal(bytes, keyOf(account)));
      if (!db || (bytes && sealed === undefined)) throw new Error('it cannot be sealed');
      keys.set(name, await replaced(db, keys.get(name) ?? [], sealed));
    };
    let tail = opening
      .then(async (db) => (db ? read(db, deps, account) : []))
      .catch((): readonly Row[] => [])
      .then((rows) => {
        for (const { name, key } of rows) keys.set(name, [...(keys.get(name) ?? []), key]);
        // of two tabs the one that wrote last counts
        const letters = new Map(rows.flatMap(({ letter }) => (letter ? [[letter.peer, letter] as const] : [])));
        const place = rows.findLast((row) => row.place)?.place;
        report({ type: 'letters.found', letters: [...letters.values()], place, seen: rows.findLast((row) => row.seen)?.seen });
      });
    const keep = (name: string, value: object | undefined): void => {
      // while one is being written only the last of those that follow counts
      const isWaiting = waiting.has(name);
      waiting.set(name, value);
      if (isWaiting) return;
      tail = tail.then(async () => {
        const latest = waiting.get(name);
        waiting.delete(name);
        await write(name, latest).then(
          () => report({ type: 'letters.kept', isKept: true }),
          () => report({ type: 'letters.kept', isKept: false }),
        );
      });
    };
    receive((command) => {
      if (command.type === 'letters.place') keep(PLACE, command.place);
      else if (command.type === 'letters.seen') keep(SEEN, plainSeen(command.seen));
      else keep(command.letter.peer, command.letter.text.reveal() ? plainLetter(command.letter) : undefined);
    });
    return () => void tail.finally(() => opening.then((db) => db?.close()));
  });
}

/** Removes what an account has begun to write to others from this device (ACCOUNT-06, E-35). */
export async function eraseLetters(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  await Promise.all([deleteDatabase(factory, shelfName(account)), seal.forget(keyOf(account))]);
}

interface Row {
  readonly key: IDBValidKey;
  readonly name: string;
  readonly letter?: Letter;
  readonly place?: Place;
  readonly seen?: Seen;
}

/** What can be opened, in the order in which it was written. */
async function read(db: IDBDatabase, { seal }: LetterShelfDeps, account: string): Promise<readonly Row[]> {
  const found = await transact<readonly (readonly [IDBValidKey, unknown])[]>(
    db,
    { store: STORE, mode: 'readonly', patience: PATIENCE },
    (store, done) =>
      whenDone(store.getAllKeys(), (all) =>
        whenDone(store.getAll(), (values: readonly unknown[]) => done(all.map((key, at) => [key, values[at]] as const))),
      ),
  );
  const rows = await Promise.all(
    found.map(async ([key, sealed]): Promise<Row | undefined> => {
      const bytes = typeof sealed === 'string' ? await seal?.open(sealed, keyOf(account)) : undefined;
      const value = bytes && parseJson(new TextDecoder().decode(bytes));
      const letter = readLetter(value);
      if (letter) return { key, name: letter.peer, letter };
      const place = readPlace(value);
      if (place) return { key, name: PLACE, place };
      const seen = readSeen(value);
      return seen && { key, name: SEEN, seen };
    }),
  );
  return rows.filter((row) => row !== undefined);
}

/** Puts one row in the place of others, in one transaction, or none at all; gives the keys of what is there now. */
function replaced(db: IDBDatabase, old: readonly IDBValidKey[], sealed: string | undefined): Promise<readonly IDBValidKey[]> {
  return transact<readonly IDBValidKey[]>(db, { store: STORE, mode: 'readwrite', patience: PATIENCE }, (store, done) => {
    for (const key of old) store.delete(key);
    if (sealed === undefined) done([]);
    else whenDone(store.add(sealed), (key) => done([key]));
  });
}
