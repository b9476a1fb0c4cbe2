import { admitsLine, type OutboxRecords } from '../../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { readOutboxEntry } from '../../../events/publish/outbox/outbox-read.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import { openDatabase, transact, whenDone } from '../../core/indexed-db.ts';

/** The reason why a line will not outlive this page. */
export type StorageFailure = 'full' | 'blocked' | 'newer';

/**
 * The result of one read or write: new lines of all tabs, in order and each once, and own lines
 * that were refused.
 */
export interface Written {
  readonly entries: readonly OutboxEntry[];
  readonly refused: readonly OutboxEntryDraft[];
  readonly unkept: StorageFailure | undefined;
}

/**
 * The outbox's log of one account, as one tab sees it. No method rejects: a line that cannot be
 * stored is kept in this page and reported.
 */
export interface OutboxLog {
  /** New lines of other tabs. The first call returns the whole log. */
  readonly read: () => Promise<Written>;
  readonly append: (lines: readonly OutboxEntryDraft[]) => Promise<Written>;
  readonly prune: (jobs: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

export interface OutboxLogDeps {
  /** `undefined` if the platform has no database. */
  readonly factory: IDBFactory | undefined;
  readonly keyRange: Pick<typeof IDBKeyRange, 'lowerBound'>;
  readonly now: () => Seconds;
  readonly verify: () => Promise<Verify>;
  /**
   * Distinguishes the lines of one opening of the log from those of all others, including others of
   * the same tab.
   */
  readonly newId: () => string;
}

const STORE = 'log';
const VERSION = 1;
const TIMEOUT_MS = 5_000;

/** A line as it is stored. `mark` identifies it, so that it is never read twice. */
interface Row {
  readonly mark: string;
  readonly entry: OutboxEntry;
}

/** The known lines on disk, and lines that could not be written yet. */
interface State {
  readonly records: OutboxRecords;
  readonly last: number;
  readonly unwritten: readonly Row[];
}

export function outboxLogName(account: string): string {
  return `starling-outbox-${account}`;
}

/**
 * Opens an account's log. Lines are checked against all lines of other tabs and written, in one
 * transaction. So a job is signed once, even with concurrent tabs (PUBLISH-04). If the disk
 * refuses, lines are held here and retried with the next.
 */
export async function openOutboxLog(account: string, deps: OutboxLogDeps): Promise<OutboxLog> {
  const verify = await deps.verify();
  const opened = await open(account, deps);
  const { fault } = opened;
  let { db } = opened;
  let isClosed = false;
  // a busy device may open the database after all
  void opened.late?.then(
    (found) => (isClosed ? found.close() : (db = found)),
    () => undefined,
  );
  let state: State = { records: new Map(), last: 0, unwritten: [] };
  const seen = new Set<string>();
  const mine = deps.newId();
  let count = 0;

  const fresh = (rows: readonly Row[]): readonly OutboxEntry[] =>
    rows.flatMap(({ mark, entry }) => {
      if (seen.has(mark)) return [];
      seen.add(mark);
      return [entry];
    });
  const access = async (own: readonly Row[]): Promise<Written> => {
    const lines = [...state.unwritten, ...own];
    if (!db) return held(own, fault);
    try {
      const done = await synchronise(db, deps.keyRange, verify, state, lines);
      state = { records: done.records, last: done.last, unwritten: [] };
      const marks = new Set(done.rows.map(({ mark }) => mark));
      const refused = own.filter(({ mark }) => !marks.has(mark)).map(({ entry }) => entry);
      return { entries: fresh(done.rows), refused, unkept: undefined };
    } catch (error) {
      return held(own, reasonOf(error));
    }
  };
  /** Kept in this page only. Lines that conflict with other tabs are refused once writing works. */
  const held = (own: readonly Row[], unkept: StorageFailure): Written => {
    const known = foldOutbox(
      state.records,
      state.unwritten.map(({ entry }) => entry),
    );
    const taken = admittedOf(known, own).rows;
    state = { ...state, unwritten: [...state.unwritten, ...taken] };
    const refused = own.filter((row) => !taken.includes(row)).map(({ entry }) => entry);
    return { entries: fresh(taken), refused, unkept };
  };
  return {
    read: () => access([]),
    append: (lines) =>
      access(
        lines.map((line) => ({ mark: `${mine} ${count++}`, entry: { ...line, at: deps.now() } })),
      ),
    prune: (jobs) => (db ? remove(db, new Set(jobs)) : Promise.resolve()),
    close: () => {
      isClosed = true;
      db?.close();
    },
  };
}

/** `late`: the database, if it was not open in time. */
async function open(
  account: string,
  { factory }: OutboxLogDeps,
): Promise<{
  readonly db: IDBDatabase | undefined;
  readonly late?: Promise<IDBDatabase>;
  readonly fault: StorageFailure;
}> {
  if (!factory) return { db: undefined, fault: 'blocked' };
  const opening = openDatabase(factory, outboxLogName(account), VERSION, (db) => {
    db.createObjectStore(STORE, { autoIncrement: true });
  });
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), TIMEOUT_MS);
  try {
    const db = await Promise.race([opening, timeout.promise]);
    return { db, fault: 'blocked', ...(db ? {} : { late: opening }) };
  } catch (error) {
    return { db: undefined, fault: reasonOf(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads and folds new lines, and writes the admitted own lines after them, all or nothing. */
function synchronise(
  db: IDBDatabase,
  keyRange: OutboxLogDeps['keyRange'],
  verify: Verify,
  state: State,
  lines: readonly Row[],
) {
  const mode = lines.length > 0 ? 'readwrite' : 'readonly';
  return transact<{ records: OutboxRecords; last: number; rows: readonly Row[] }>(
    db,
    { store: STORE, mode, timeoutMs: TIMEOUT_MS },
    (store, done) => {
      const range = keyRange.lowerBound(state.last, true);
      whenDone(store.getAllKeys(range), (keys) => {
        whenDone(store.getAll(range), (values: readonly unknown[]) => {
          const found = values.flatMap((value) => readRow(value, verify) ?? []);
          const known = foldOutbox(
            state.records,
            found.map(({ entry }) => entry),
          );
          const { rows: taken, records } = admittedOf(known, lines);
          const rows = [...found, ...taken];
          const last = keys.reduce(
            (most: number, key) => (typeof key === 'number' && key > most ? key : most),
            state.last,
          );
          done({ records, last, rows });
          for (const row of taken) {
            whenDone(store.add(row), (key) =>
              done({ records, last: typeof key === 'number' ? key : last, rows }),
            );
          }
        });
      });
    },
  );
}

/** Return the lines that may be appended, each judged after those before it, and the result. */
function admittedOf(known: OutboxRecords, lines: readonly Row[]) {
  let records = known;
  const rows = lines.filter(({ entry }) => {
    if (!admitsLine(records, entry)) return false;
    records = foldOutbox(records, [entry]);
    return true;
  });
  return { rows, records };
}

function remove(db: IDBDatabase, jobs: ReadonlySet<string>): Promise<void> {
  return transact<void>(
    db,
    { store: STORE, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
    (store, done) => {
      whenDone(store.getAllKeys(), (keys) => {
        whenDone(store.getAll(), (values: readonly unknown[]) => {
          values.forEach((value, at) => {
            const key = keys[at];
            const job = jobIn(value);
            if (key !== undefined && job !== undefined && jobs.has(job)) store.delete(key);
          });
          done();
        });
      });
    },
  ).catch(() => undefined);
}

function readRow(value: unknown, verify: Verify): Row | undefined {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('mark' in value) ||
    !('entry' in value) ||
    typeof value.mark !== 'string'
  )
    return undefined;
  const entry = readOutboxEntry(value.entry, verify);
  return entry && { mark: value.mark, entry };
}

function jobIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('entry' in value)) return undefined;
  const { entry } = value;
  return typeof entry === 'object' &&
    entry !== null &&
    'job' in entry &&
    typeof entry.job === 'string'
    ? entry.job
    : undefined;
}

function reasonOf(error: unknown): StorageFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'VersionError') return 'newer';
  return name === 'QuotaExceededError' ? 'full' : 'blocked';
}
