import type { LogRules } from '../../events/core/log-rules.ts';
import { readRows, transact, whenDone } from './indexed-db.ts';

export type KeyRanges = Pick<typeof IDBKeyRange, 'lowerBound'>;

/** One log: its rules, where it is stored, and the form of its entries there. */
export interface TabLogSpec<State, Entry> {
  readonly store: string;
  readonly timeoutMs: number;
  readonly rules: Pick<LogRules<State, Entry, unknown>, 'empty' | 'fold'>;
  readonly encode: (entry: Entry) => Promise<unknown>;
  /** Undefined: the row is skipped. If it rejects, the log does not continue without the row. */
  readonly decode: (row: unknown) => Promise<Entry | undefined>;
}

/**
 * A log that several tabs append to. A database transaction cannot wait for sealing. So new entries
 * are read and folded, and own entries are chosen by the state after them. The transaction that
 * appends them writes nothing if another tab wrote in between, and all of this is tried again. Each
 * stored entry was thus judged after all entries before it (E-39). The caller waits for one call
 * before the next.
 */
export interface TabLog<State, Entry> {
  /** The state after all entries that were read or written here. */
  readonly state: () => State;
  /** Rejects if reading fails. Then nothing is skipped: the next call reads the same entries. */
  readonly read: () => Promise<readonly Entry[]>;
  /**
   * Append the entries that `choose` returns for the state after all stored ones. `onRead` receives
   * entries of other tabs. Rejects if nothing was stored.
   */
  readonly append: (
    choose: (state: State) => readonly Entry[],
    onRead: (entries: readonly Entry[]) => void,
  ) => Promise<void>;
  /** Replace all known entries by one. Nothing is written if another tab wrote in between. */
  readonly replace: (entry: Entry) => Promise<void>;
  readonly remove: (isGone: (entry: Entry) => boolean) => Promise<void>;
}

/** Limit of retries while other tabs write. */
const MOST_TRIES = 50;

interface StoredEntry<Entry> {
  readonly key: number;
  readonly entry: Entry;
}

/** Follow the log in an open database. */
export function tabLog<State, Entry>(
  db: IDBDatabase,
  keyRange: KeyRanges,
  { store, timeoutMs, rules, encode, decode }: TabLogSpec<State, Entry>,
): TabLog<State, Entry> {
  let state = rules.empty;
  /** The key of the last row that was read. */
  let last = 0;
  let stored: readonly StoredEntry<Entry>[] = [];
  const unread = (): IDBKeyRange => keyRange.lowerBound(last, true);

  const read = async (): Promise<readonly Entry[]> => {
    const rows = await transact<readonly (readonly [number, unknown])[]>(
      db,
      { store, mode: 'readonly', timeoutMs },
      (table, done) =>
        readRows(table, (found) => done(found.map(([key, row]) => [Number(key), row])), unread()),
    );
    const found = await Promise.all(
      rows.map(async ([key, row]) => ({ key, entry: await decode(row) })),
    );
    const fresh = found.flatMap(({ key, entry }) => (entry === undefined ? [] : [{ key, entry }]));
    const entries = fresh.map(({ entry }) => entry);
    last = rows.at(-1)?.[0] ?? last;
    stored = [...stored, ...fresh];
    state = rules.fold(state, entries);
    return entries;
  };
  /** Return false if another tab has written meanwhile. */
  const write = async (
    entries: readonly Entry[],
    gone: readonly StoredEntry<Entry>[] = [],
  ): Promise<boolean> => {
    const rows = await Promise.all(entries.map(encode));
    const keys = await transact<readonly number[] | undefined>(
      db,
      { store, mode: 'readwrite', timeoutMs },
      (table, done) =>
        whenDone(table.getAllKeys(unread()), (others) => {
          if (others.length > 0) return done(undefined);
          for (const { key } of gone) table.delete(key);
          const added: number[] = [];
          for (const row of rows)
            whenDone(table.add(row), (key) => {
              added.push(Number(key));
              done(added);
            });
          return undefined;
        }),
    );
    if (!keys) return false;
    last = keys.at(-1) ?? last;
    const added = entries.map((entry, at) => ({ key: keys[at] ?? last, entry }));
    stored = [...stored.filter((one) => !gone.includes(one)), ...added];
    state = rules.fold(state, entries);
    return true;
  };
  return {
    state: () => state,
    read,
    append: async (choose, onRead) => {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        onRead(await read());
        const entries = choose(state);
        if (entries.length === 0 || (await write(entries))) return;
      }
      throw new Error('other tabs write without end');
    },
    replace: async (entry) => void (await write([entry], stored)),
    remove: async (isGone) => {
      const gone = stored.filter(({ entry }) => isGone(entry));
      if (gone.length === 0) return;
      await transact<void>(db, { store, mode: 'readwrite', timeoutMs }, (table, done) => {
        for (const { key } of gone) table.delete(key);
        done();
      });
      stored = stored.filter((one) => !gone.includes(one));
    },
  };
}
