import { type CallbackActorLogic, fromCallback } from 'xstate';
import { parseJson } from '../../events/json.ts';
import { type Letter, type Place, plainLetter, readLetter, readPlace } from '../../events/messages/letter.ts';
import type { LettersCommand, LettersSignal } from '../../machines/messages/letters-wire.ts';
import type { DeviceSeal } from '../account/device-seal.ts';
import { openPageSeal, pageSeal } from '../account/page-seal.ts';
import type { Scope } from '../app/storage.ts';
import type { AccountKey } from '../app/storage-keys.ts';
import { deleteDatabase, openIfPossible, transact, whenDone } from '../publish/database.ts';

export interface LetterShelfDeps {
  /** Undefined where the platform has no database: then nothing is kept. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly storage: (account: string) => Scope<AccountKey>;
}

const STORE = 'letters';
const VERSION = 1;
const PATIENCE = 3_000;
/** Under this name where somebody was is kept among the letters, which have the names of peers. */
const PLACE = 'place';
const UNWRITTEN = 'letters';

/** The database that holds what an account has begun to write to others. */
function shelfName(account: string): string {
  return `starling-messages-${account}`;
}

/** The name of the key that seals it. */
const keyOf = (account: string): string => `messages ${account}`;

/**
 * Keeps what somebody writes to others, and where he was (DM-01, INV-NO-LOSS), twice: on the disk as soon as it is sealed, so that it outlives the
 * end of the browser; and until then, all of it together, in local storage, which has it at once and so outlives a page that goes meanwhile. Text,
 * peer and place are sealed for this device, and nothing lies there in the clear; what cannot be sealed is not kept.
 */
export function letterShelf(deps: LetterShelfDeps): CallbackActorLogic<LettersCommand, { readonly account: string }> {
  return fromCallback<LettersCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    const { seal } = deps;
    const local = deps.storage(account);
    const opening = openIfPossible(deps.factory, { name: shelfName(account), version: VERSION, patience: PATIENCE }, (db) => {
      db.createObjectStore(STORE, { autoIncrement: true });
    });
    const report = (signal: LettersSignal): void => sendBack(signal);
    /** Keys of rows, and what is not on the disk yet, by name; undefined: nothing, so that the row goes. */
    const keys = new Map<string, readonly IDBValidKey[]>();
    const unwritten = new Map<string, object | undefined>();
    let sealNow: ((bytes: Uint8Array) => string) | undefined;
    const keepUnwritten = (): void => {
      const values = [...unwritten.values()].filter((value) => value !== undefined);
      if (values.length === 0) local.remove(UNWRITTEN);
      else if (sealNow) local.write(UNWRITTEN, sealNow(bytesOf(values)));
    };
    const write = async (name: string, value: object | undefined): Promise<void> => {
      const db = await opening;
      const sealed = value && (await seal?.seal(bytesOf(value), keyOf(account)));
      if (!db || (value && sealed === undefined)) throw new Error('it cannot be sealed');
      keys.set(name, await replaced(db, keys.get(name) ?? [], sealed));
    };
    let tail = Promise.resolve();
    const waiting = new Set<string>();
    const keep = (name: string, value: object | undefined): void => {
      unwritten.set(name, value);
      keepUnwritten();
      // while one is being written only the last of those that follow counts
      if (waiting.has(name)) return;
      waiting.add(name);
      tail = tail.then(async () => {
        const latest = unwritten.get(name);
        waiting.delete(name);
        const isKept = await write(name, latest).then(
          () => true,
          () => false,
        );
        report({ type: 'letters.kept', isKept });
        if (!isKept || unwritten.get(name) !== latest) return;
        unwritten.delete(name);
        keepUnwritten();
      });
    };
    const find = async (): Promise<void> => {
      const db = await opening;
      const rows = db ? await read(db, deps, account).catch(() => []) : [];
      for (const { name, key } of rows) keys.set(name, [...(keys.get(name) ?? []), key]);
      const late = await readUnwritten(local.read(UNWRITTEN), seal, account).catch(() => []);
      if (seal) sealNow = await pageSeal(seal, keyOf(account)).catch(() => undefined);
      // of two tabs the one that wrote last counts, and what did not come to the disk any more is later than all that did
      const found = [...rows.map(({ content }) => content), ...late];
      const letters = new Map(found.flatMap(({ letter }) => (letter ? [[letter.peer, letter] as const] : [])));
      const place = found.findLast((one) => one.place)?.place;
      report({ type: 'letters.found', letters: [...letters.values()], place });
      for (const { letter, place: last } of late) {
        if (letter) keep(letter.peer, plainLetter(letter));
        else if (last) keep(PLACE, last);
      }
    };
    tail = find();
    receive((command) => {
      if (command.type === 'letters.place') keep(PLACE, command.place);
      else keep(command.letter.peer, command.letter.text.reveal() ? plainLetter(command.letter) : undefined);
    });
    return () => void tail.finally(() => opening.then((db) => db?.close()));
  });
}

/** Removes what an account has begun to write to others from this device (ACCOUNT-06, E-35). */
export async function eraseLetters(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  await Promise.all([deleteDatabase(factory, shelfName(account)), seal.forget(keyOf(account))]);
}

/** One thing that is kept. */
type Content = { readonly letter: Letter; readonly place?: undefined } | { readonly place: Place; readonly letter?: undefined };

interface Row {
  readonly key: IDBValidKey;
  readonly name: string;
  readonly content: Content;
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
      const content = bytes && contentOf(jsonIn(bytes));
      return content && { key, name: content.letter?.peer ?? PLACE, content };
    }),
  );
  return rows.filter((row) => row !== undefined);
}

/** What an earlier page did not bring to the disk any more. */
async function readUnwritten(sealed: unknown, seal: DeviceSeal | undefined, account: string): Promise<readonly Content[]> {
  const bytes = typeof sealed === 'string' && seal ? await openPageSeal(seal, sealed, keyOf(account)) : undefined;
  const values = bytes && jsonIn(bytes);
  return Array.isArray(values) ? values.flatMap((value) => contentOf(value) ?? []) : [];
}

function contentOf(value: unknown): Content | undefined {
  const letter = readLetter(value);
  if (letter) return { letter };
  const place = readPlace(value);
  return place && { place };
}

const bytesOf = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const jsonIn = (bytes: Uint8Array): unknown => parseJson(new TextDecoder().decode(bytes));

/** Puts one row in the place of others, in one transaction, or none at all; gives the keys of what is there now. */
function replaced(db: IDBDatabase, old: readonly IDBValidKey[], sealed: string | undefined): Promise<readonly IDBValidKey[]> {
  return transact<readonly IDBValidKey[]>(db, { store: STORE, mode: 'readwrite', patience: PATIENCE }, (store, done) => {
    for (const key of old) store.delete(key);
    if (sealed === undefined) done([]);
    else whenDone(store.add(sealed), (key) => done([key]));
  });
}
