import { judge } from '../../../events/core/log-rules.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type {
  PaymentEntry,
  PaymentLogEntry,
  PaymentRecords,
} from '../../../events/money/payments/payment.ts';
import { PAYMENT_RULES, type Refusal } from '../../../events/money/payments/payment-fold.ts';
import { readPaymentEntry } from '../../../events/money/payments/payment-read.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { sealedForm } from '../../account/keys/sealed-log.ts';
import { openIfPossible } from '../../core/indexed-db.ts';
import { type KeyRanges, tabLog, type TabLog } from '../../core/tab-log.ts';
import { paymentLogName } from './money-databases.ts';

export interface LogDeps {
  /** `undefined` if the platform has no database: then everything is kept in this page. */
  readonly factory: IDBFactory | undefined;
  readonly keyRange: KeyRanges;
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

/** Opens the log. Its lines are sealed. */
export function openPaymentLog(account: string, deps: LogDeps): PaymentLog {
  const { factory, seal, now } = deps;
  const { database, store } = paymentLogName(account);
  const opening = openIfPossible(
    factory,
    { name: database, version: VERSION, timeoutMs: TIMEOUT_MS },
    (db) => {
      db.createObjectStore(store, { autoIncrement: true });
    },
  ).then((db) => db && seal && { db, log: logIn(db, account, { ...deps, seal }) });
  /** Lines that this page could not write. */
  let unwritten: readonly PaymentEntry[] = [];

  const judged = (
    records: PaymentRecords,
    lines: readonly PaymentLogEntry[],
    isLost: (line: PaymentLogEntry) => boolean = () => false,
  ): Pick<LogNews, 'own' | 'refused'> => {
    const refusalOf = (known: PaymentRecords, entry: PaymentEntry): Refusal | undefined =>
      PAYMENT_RULES.refusalOf(known, entry) ?? (isLost(entry) ? { code: 'pay.unkept' } : undefined);
    const entries = lines.map((line) => ({ ...line, at: now() }));
    const { admitted, refused } = judge({ ...PAYMENT_RULES, refusalOf }, records, entries);
    return {
      own: admitted,
      refused: refused.map(({ line, why }) => ({
        line,
        why: why.code === 'known' ? undefined : why,
      })),
    };
  };
  const held = (
    records: PaymentRecords,
    lines: readonly PaymentLogEntry[],
    found: readonly PaymentEntry[],
  ): LogNews => {
    // without a database no other page has a log either
    const isLost = (line: PaymentLogEntry): boolean =>
      factory !== undefined &&
      seal !== undefined &&
      line.type === 'paying' &&
      line.payer.by !== 'shown';
    const { own, refused } = judged(PAYMENT_RULES.fold(records, unwritten), lines, isLost);
    unwritten = [...unwritten, ...own];
    return { entries: [...found, ...own], own, refused, isKept: false };
  };
  const access = async (lines: readonly PaymentLogEntry[]): Promise<LogNews> => {
    const opened = await opening;
    if (!opened) return held(PAYMENT_RULES.empty, lines, []);
    const { log } = opened;
    const found: PaymentEntry[] = [];
    let news: Pick<LogNews, 'own' | 'refused'> = { own: [], refused: [] };
    try {
      await log.append(
        (records) => {
          // earlier unwritten lines come first, as far as they are still admitted
          const late = judge(PAYMENT_RULES, records, unwritten).admitted;
          news = judged(PAYMENT_RULES.fold(records, late), lines);
          return [...late, ...news.own];
        },
        (entries) => found.push(...entries),
      );
    } catch {
      return held(log.state(), lines, found);
    }
    unwritten = [];
    return { ...news, entries: [...found, ...news.own], isKept: true };
  };
  return {
    read: () => access([]),
    append: access,
    prune: async (intents) => {
      const gone = new Set(intents);
      await (await opening)?.log.remove(({ intent }) => gone.has(intent)).catch(() => undefined);
    },
    close: () => void opening.then((opened) => opened?.db.close()),
  };
}

function logIn(
  db: IDBDatabase,
  account: string,
  { keyRange, seal }: { readonly keyRange: KeyRanges; readonly seal: DeviceSeal },
): TabLog<PaymentRecords, PaymentEntry> {
  const { store, keyName } = paymentLogName(account);
  const form = sealedForm({
    seal,
    keyName,
    read: readPaymentEntry,
    serialize: (entry) => entry,
    rowOf: (sealed) => sealed,
    isStrict: false,
  });
  return tabLog(db, keyRange, { store, timeoutMs: TIMEOUT_MS, rules: PAYMENT_RULES, ...form });
}
