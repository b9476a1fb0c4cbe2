import { judge, type LogRules } from '../../../events/core/log-rules.ts';
import { admitsLine, type OutboxRecords } from '../../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { readOutboxEntry } from '../../../events/publish/outbox/outbox-read.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import { openDatabase } from '../../core/indexed-db.ts';
import { type KeyRanges, tabLog, type TabLog } from '../../core/tab-log.ts';

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
  readonly keyRange: KeyRanges;
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

const ROW_RULES: LogRules<OutboxRecords, Row, 'refused'> = {
  empty: new Map(),
  fold: (records, rows) =>
    foldOutbox(
      records,
      rows.map(({ entry }) => entry),
    ),
  refusalOf: (records, { entry }) => (admitsLine(records, entry) ? undefined : 'refused'),
};

export function outboxLogName(account: string): string {
  return `starling-outbox-${account}`;
}

/**
 * Opens an account's log. Each written line was checked against all lines of other tabs. So a job
 * is signed once, even with concurrent tabs (PUBLISH-04). If the disk refuses, lines are held here
 * and retried with the next.
 */
export async function openOutboxLog(account: string, deps: OutboxLogDeps): Promise<OutboxLog> {
  const verify = await deps.verify();
  const opened = await open(account, deps);
  const { fault } = opened;
  const logIn = (one: IDBDatabase): TabLog<OutboxRecords, Row> =>
    tabLog(one, deps.keyRange, {
      store: STORE,
      timeoutMs: TIMEOUT_MS,
      rules: ROW_RULES,
      encode: async (row) => row,
      decode: async (row) => readRow(row, verify),
    });
  let { db } = opened;
  let log = db && logIn(db);
  let isClosed = false;
  // a busy device may open the database after all
  void opened.late?.then(
    (found) => {
      if (isClosed) return found.close();
      db = found;
      log = logIn(found);
    },
    () => undefined,
  );
  let unwritten: readonly Row[] = [];
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
    const found: Row[] = [];
    if (!log) return held(own, found, fault);
    let taken: readonly Row[] = [];
    try {
      await log.append(
        (records) => {
          taken = judge(ROW_RULES, records, [...unwritten, ...own]).admitted;
          return taken;
        },
        (rows) => found.push(...rows),
      );
    } catch (error) {
      return held(own, found, reasonOf(error));
    }
    unwritten = [];
    const rows = [...found, ...taken];
    const marks = new Set(rows.map(({ mark }) => mark));
    const refused = own.filter(({ mark }) => !marks.has(mark)).map(({ entry }) => entry);
    return { entries: fresh(rows), refused, unkept: undefined };
  };
  /** Kept in this page only. Lines that conflict with other tabs are refused once writing works. */
  const held = (own: readonly Row[], found: readonly Row[], unkept: StorageFailure): Written => {
    const known = ROW_RULES.fold(log?.state() ?? ROW_RULES.empty, unwritten);
    const { admitted, refused } = judge(ROW_RULES, known, own);
    unwritten = [...unwritten, ...admitted];
    return {
      entries: fresh([...found, ...admitted]),
      refused: refused.map(({ line }) => line.entry),
      unkept,
    };
  };
  return {
    read: () => access([]),
    append: (lines) =>
      access(
        lines.map((line) => ({ mark: `${mine} ${count++}`, entry: { ...line, at: deps.now() } })),
      ),
    prune: async (jobs) => {
      const gone = new Set(jobs);
      await log?.remove(({ entry }) => gone.has(entry.job)).catch(() => undefined);
    },
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

function reasonOf(error: unknown): StorageFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'VersionError') return 'newer';
  return name === 'QuotaExceededError' ? 'full' : 'blocked';
}
