import { parseJson } from '../../../events/core/json.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type {
  PaymentEntry,
  PaymentLogEntry,
  PaymentRecords,
} from '../../../events/money/payments/payment.ts';
import {
  foldPayments,
  type Refusal,
  refusalOf,
} from '../../../events/money/payments/payment-fold.ts';
import { readPaymentEntry } from '../../../events/money/payments/payment-read.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { openIfPossible, transact, whenDone } from '../../core/indexed-db.ts';
import { paymentLogName } from './money-databases.ts';

export interface LogDeps {
  /** `undefined` if the platform has no database: then everything is kept in this page. */
  readonly factory: IDBFactory | undefined;
  readonly keyRange: Pick<typeof IDBKeyRange, 'lowerBound'>;
  readonly seal: DeviceSeal | undefined;
  readonly now: () => Seconds;
}

/**
 * The result of one read or write: new lines of other tabs, then those of this one, and refused
 * lines with the reason.
 */
export interface LogNews {
  readonly entries: readonly PaymentEntry[];
  readonly own: readonly PaymentEntry[];
  readonly refused: ReadonlyArray<{
    readonly line: PaymentLogEntry;
    readonly why: MoneyMessage | undefined;
  }>;
  readonly isKept: boolean;
}

/**
 * An account's log of payments, as one tab sees it. No method rejects: a line that cannot be stored
 * is kept in this page and reported. The exception is the line before a wallet pays. Without it on
 * disk, a later page or another tab would pay again (E-39, E-48).
 */
export interface PaymentLog {
  readonly read: () => Promise<LogNews>;
  readonly append: (lines: readonly PaymentLogEntry[]) => Promise<LogNews>;
  readonly prune: (intents: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

const VERSION = 1;
/** Timeout in milliseconds. */
const TIMEOUT_MS = 3_000;
/** Maximum number of retries while other tabs write. */
const MOST_TRIES = 50;

interface Row {
  readonly key: number;
  readonly sealed: unknown;
}

/**
 * Opens the log. Its lines are sealed (E-36), and a database transaction cannot wait for sealing.
 * So new lines are read, opened and folded, and own lines are checked against them. The write
 * transaction writes nothing if another tab wrote in between. Then all of this is retried. So every
 * stored line was checked against all lines before it, even with concurrent tabs (E-39).
 */
export function openPaymentLog(
  account: string,
  { factory, keyRange, seal, now }: LogDeps,
): PaymentLog {
  const { database, store, keyName } = paymentLogName(account);
  const opening = openIfPossible(
    factory,
    { name: database, version: VERSION, timeoutMs: TIMEOUT_MS },
    (db) => {
      db.createObjectStore(store, { autoIncrement: true });
    },
  );
  /** The log on disk, as far as it was read. */
  let disk: { readonly records: PaymentRecords; readonly last: number } = {
    records: new Map(),
    last: 0,
  };
  /** Lines that this page could not write. */
  let unwritten: readonly PaymentEntry[] = [];
  const keys = new Map<string, number[]>();

  const opened = async (sealed: unknown): Promise<PaymentEntry | undefined> => {
    const bytes = typeof sealed === 'string' ? await seal?.open(sealed, keyName) : undefined;
    return bytes && readPaymentEntry(parseJson(new TextDecoder().decode(bytes)));
  };
  const sealedLine = async (entry: PaymentEntry): Promise<string> => {
    const sealed = await seal?.seal(new TextEncoder().encode(JSON.stringify(entry)), keyName);
    if (sealed === undefined) throw new Error('it cannot be sealed');
    return sealed;
  };
  const note = (intent: string, key: number): void => {
    keys.set(intent, [...(keys.get(intent) ?? []), key]);
  };
  /** Reads and reports the lines of other tabs. */
  const catchUp = async (db: IDBDatabase): Promise<readonly PaymentEntry[]> => {
    const rows = await rowsAfter(db, store, keyRange.lowerBound(disk.last, true));
    const lines = await Promise.all(
      rows.map(async ({ key, sealed }) => ({ key, entry: await opened(sealed) })),
    );
    const entries = lines.flatMap(({ key, entry }) => {
      if (entry) note(entry.intent, key);
      return entry ?? [];
    });
    disk = { records: foldPayments(disk.records, entries), last: rows.at(-1)?.key ?? disk.last };
    return entries;
  };
  const write = async (db: IDBDatabase, entries: readonly PaymentEntry[]): Promise<boolean> => {
    const sealed = await Promise.all(entries.map(sealedLine));
    const added = await addIfLast(db, store, keyRange.lowerBound(disk.last, true), sealed);
    if (!added) return false;
    entries.forEach((entry, at) => note(entry.intent, added[at] ?? 0));
    disk = { records: foldPayments(disk.records, entries), last: added.at(-1) ?? disk.last };
    return true;
  };
  const held = (lines: readonly PaymentLogEntry[], found: readonly PaymentEntry[]): LogNews => {
    // without a database no other page has a log either
    const isLost = (line: PaymentLogEntry): boolean =>
      factory !== undefined &&
      seal !== undefined &&
      line.type === 'paying' &&
      line.payer.by !== 'shown';
    const { taken, refused } = judged(foldPayments(disk.records, unwritten), lines, now(), isLost);
    unwritten = [...unwritten, ...taken];
    return { entries: [...found, ...taken], own: taken, refused, isKept: false };
  };
  const access = async (lines: readonly PaymentLogEntry[]): Promise<LogNews> => {
    const db = await opening;
    const found: PaymentEntry[] = [];
    if (!db || !seal) return held(lines, found);
    try {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        found.push(...(await catchUp(db)));
        // earlier unwritten lines come first, as far as they are still admitted
        const late = admitted(disk.records, unwritten);
        const { taken, refused } = judged(foldPayments(disk.records, late), lines, now());
        const all = [...late, ...taken];
        if (all.length === 0 || (await write(db, all))) {
          unwritten = [];
          return { entries: [...found, ...taken], own: taken, refused, isKept: true };
        }
      }
      throw new Error('others write without end');
    } catch {
      return held(lines, found);
    }
  };
  return {
    read: () => access([]),
    append: access,
    prune: async (intents) => {
      const db = await opening;
      const gone = intents.flatMap((intent) => keys.get(intent) ?? []);
      if (!db || gone.length === 0) return;
      await transact<void>(
        db,
        { store, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
        (table, done) => {
          for (const key of gone) table.delete(key);
          done();
        },
      ).catch(() => undefined);
    },
    close: () => void opening.then((db) => db?.close()),
  };
}

/** The lines that may be written, each checked against those before it. */
function judged(
  records: PaymentRecords,
  lines: readonly PaymentLogEntry[],
  at: Seconds,
  isLost: (line: PaymentLogEntry) => boolean = () => false,
) {
  let known = records;
  const taken: PaymentEntry[] = [];
  const refused: Array<LogNews['refused'][number]> = [];
  for (const line of lines) {
    const entry = { ...line, at };
    const why: Refusal | undefined =
      refusalOf(known, entry) ?? (isLost(line) ? { code: 'pay.unkept' } : undefined);
    if (why) refused.push({ line, why: why.code === 'known' ? undefined : why });
    else {
      known = foldPayments(known, [entry]);
      taken.push(entry);
    }
  }
  return { taken, refused };
}

function admitted(
  records: PaymentRecords,
  entries: readonly PaymentEntry[],
): readonly PaymentEntry[] {
  let known = records;
  return entries.filter((entry) => {
    if (refusalOf(known, entry) !== undefined) return false;
    known = foldPayments(known, [entry]);
    return true;
  });
}

function rowsAfter(db: IDBDatabase, store: string, range: IDBKeyRange): Promise<readonly Row[]> {
  return transact(db, { store, mode: 'readonly', timeoutMs: TIMEOUT_MS }, (table, done) =>
    whenDone(table.getAllKeys(range), (found) =>
      whenDone(table.getAll(range), (values: readonly unknown[]) =>
        done(
          found.flatMap((key, at) =>
            typeof key === 'number' ? [{ key, sealed: values[at] }] : [],
          ),
        ),
      ),
    ),
  );
}

/**
 * Adds rows if no row exists beyond `range`'s bound, and returns their keys. `undefined`: another
 * tab was first, and nothing was written.
 */
function addIfLast(
  db: IDBDatabase,
  store: string,
  range: IDBKeyRange,
  rows: readonly string[],
): Promise<readonly number[] | undefined> {
  return transact<readonly number[] | undefined>(
    db,
    { store, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
    (table, done) =>
      whenDone(table.getAllKeys(range), (found) => {
        if (found.length > 0) return done(undefined);
        const added: number[] = [];
        for (const row of rows) {
          whenDone(table.add(row), (key) => {
            if (typeof key === 'number') added.push(key);
            done(added);
          });
        }
        return undefined;
      }),
  );
}
