import type { CallbackActorLogic } from 'xstate';
import { field, isRecord, parseJson } from '../../../events/core/json.ts';
import {
  compactLog,
  type EcashLogRecord,
  type EcashSnapshot,
  isFaithful,
  plainFolded,
  readSnapshot,
} from '../../../events/money/ecash/ecash-snapshot.ts';
import {
  type EcashLogEntry,
  serializeEntry,
  readEntry,
} from '../../../events/money/ecash/ecash-log-entry.ts';
import { EMPTY_PURSE, type Purse } from '../../../events/money/ecash/ecash-log.ts';
import { foldEcash } from '../../../events/money/ecash/fold-ecash.ts';
import { admitsEcash } from '../../../events/money/ecash/ecash-admission.ts';
import type {
  EcashStoreCommand,
  EcashStoreSignal,
} from '../../../machines/money/ecash/ecash-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { openDatabase, transact, whenDone } from '../../core/indexed-db.ts';
import { openTabLeader } from '../../core/tab-leader.ts';
import { ecashName } from '../payments/money-databases.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface EcashStoreDeps {
  /**
   * `undefined` if the platform has no database: then there is no ecash, because it could not be
   * stored.
   */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly locks: LockManager | undefined;
  /** A channel to notify the other tabs of new lines. `undefined` if the platform has none. */
  readonly channel: (name: string) => BroadcastChannel | undefined;
  /** Number of lines from which a page compacts the log when it opens. */
  readonly most?: number;
}

const STORE = 'lines';
/** Timeout in milliseconds. */
const TIMEOUT_MS = 5_000;
const MOST_LINES = 500;

interface Rows {
  readonly keys: readonly number[];
  readonly values: readonly unknown[];
}

/**
 * The log of an account's ecash on this device (E-42, E-48). Each line is sealed, so that nothing
 * is stored in plain text (E-36). A line is written only if the current log admits it, including
 * lines of other tabs. If a line cannot be opened, the log must not continue without it: secrets
 * would be used twice. Then the actor fails, and nothing is lost.
 */
export function ecashStore(
  deps: EcashStoreDeps,
): CallbackActorLogic<EcashStoreCommand, { account: string }> {
  return callbackAdapter<EcashStoreCommand, { account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const { database } = ecashName(account);
      const channel = deps.channel(database);
      let isOver = false;
      const report = (signal: EcashStoreSignal): void => {
        if (!isOver) sendBack(signal);
      };
      const leadership = openTabLeader(deps.locks, database, (leading) =>
        report({ type: 'ecashLog.leadershipChanged', leading }),
      );
      const warn = (error: unknown): void =>
        console.warn('ecash could not be kept', error instanceof Error ? error.name : '');
      const opening = openLog(deps, account);
      let tail = opening.then(async (log) => {
        const lines = await log.read();
        report({ type: 'ecashLog.opened', lines });
        await log.compact(lines.length).catch(warn);
        if (!isOver) leadership.stand();
      });
      tail.catch(warn);
      const then = (job: (log: EcashLog) => Promise<void>): void => {
        // a failed job must not block the next one
        tail = tail
          .catch(() => undefined)
          .then(() => opening)
          .then((log) => (isOver ? undefined : job(log)));
        tail.catch(warn);
      };
      const readNew = async (log: EcashLog): Promise<void> => {
        const lines = await log.read();
        if (lines.length > 0) report({ type: 'ecashLog.appended', lines });
      };
      const append = (lines: readonly EcashLogEntry[]): void =>
        then(async (log) => {
          const written = await log.append(lines).catch((error: unknown) => {
            warn(error);
            return undefined;
          });
          if (!written) return report({ type: 'ecashLog.writeFailed', lines });
          if (written.news.length > 0) report({ type: 'ecashLog.appended', lines: written.news });
          if (written.refused.length > 0)
            report({ type: 'ecashLog.refused', lines: written.refused });
          if (!isOver && written.refused.length < lines.length) channel?.postMessage('appended');
        });
      channel?.addEventListener('message', () => then(readNew));
      receive((command) => {
        if (command.type === 'ecashLog.append') append(command.lines);
        else if (command.type === 'ecashLog.resign') leadership.resign();
        else leadership.stand();
      });
      return () => {
        isOver = true;
        leadership.resign();
        channel?.close();
        void opening.then((log) => tail.finally(log.close)).catch(() => undefined);
      };
    },
  );
}

/** Return the stored ecash of an account. Rejects if a line cannot be opened. */
export async function readPurse(
  deps: Pick<EcashStoreDeps, 'factory' | 'seal'>,
  account: string,
): Promise<Purse> {
  const log = await openLog(deps, account);
  try {
    return foldEcash(EMPTY_PURSE, await log.read());
  } finally {
    log.close();
  }
}

interface EcashLog {
  /** Unread lines. Rejects if one cannot be opened. */
  readonly read: () => Promise<readonly EcashLogRecord[]>;
  /** Replaces all read lines by one, if there are many. */
  readonly compact: (lines: number) => Promise<void>;
  /**
   * `news`: lines that were written here, and earlier ones of other tabs. Rejects if nothing could
   * be stored.
   */
  readonly append: (lines: readonly EcashLogEntry[]) => Promise<{
    readonly news: readonly EcashLogRecord[];
    readonly refused: readonly EcashLogEntry[];
  }>;
  readonly close: () => void;
}

async function openLog(
  { factory, seal, most = MOST_LINES }: Pick<EcashStoreDeps, 'factory' | 'seal' | 'most'>,
  account: string,
): Promise<EcashLog> {
  if (!factory || !seal) throw new Error('no place for it');
  const { database, keyName } = ecashName(account);
  // pages of the first version cannot read compactLog lines, so their connection closes
  const db = await openDatabase(factory, database, 2, (made) => {
    if (!made.objectStoreNames.contains(STORE))
      made.createObjectStore(STORE, { autoIncrement: true });
  });
  let purse: Purse = EMPTY_PURSE;
  /** The key of the last line that was read. */
  let last = 0;
  const opened = async (row: unknown): Promise<EcashLogRecord> => {
    const sealed = isRecord(row) ? field(row, 'sealed') : undefined;
    const bytes = typeof sealed === 'string' ? await seal.open(sealed, keyName) : undefined;
    const plain = bytes && parseJson(new TextDecoder().decode(bytes));
    const line = readSnapshot(plain) ?? readEntry(plain);
    if (!line) throw new Error('a line cannot be opened');
    return line;
  };
  const sealedOf = (plain: object) =>
    seal.seal(new TextEncoder().encode(JSON.stringify(plain)), keyName);
  const read = async (): Promise<readonly EcashLogRecord[]> => {
    const { keys, values } = await transact<Rows>(
      db,
      { store: STORE, mode: 'readonly', timeoutMs: TIMEOUT_MS },
      (table, done) =>
        whenDone(table.getAllKeys(), (keys) =>
          whenDone(table.getAll(), (values: readonly unknown[]) =>
            done({ keys: keys.map(Number), values }),
          ),
        ),
    );
    // from the first unread line on
    const entries = await Promise.all(values.filter((_, at) => (keys[at] ?? 0) > last).map(opened));
    last = Math.max(last, ...keys.slice(-1));
    purse = foldEcash(purse, entries);
    return entries;
  };
  /**
   * Appends lines after the known ones, or replaces those. False if another tab has written
   * meanwhile: then nothing was written.
   */
  const put = async (sealed: readonly string[], inPlace = false): Promise<boolean> => {
    const end = await transact<number | undefined>(
      db,
      { store: STORE, mode: 'readwrite', timeoutMs: TIMEOUT_MS },
      (table, done) =>
        whenDone(table.getAllKeys(), (keys) => {
          if (Number(keys.at(-1) ?? last) !== last) return done(undefined);
          if (inPlace) for (const key of keys) table.delete(key);
          for (const [at, text] of sealed.entries())
            whenDone(
              table.add({ sealed: text }),
              (key) => at === sealed.length - 1 && done(Number(key)),
            );
        }),
    );
    last = end ?? last;
    return end !== undefined;
  };
  /**
   * Compacts a long log into one line (E-48), in one transaction, so a failure changes nothing.
   * Only legible lines are written.
   */
  const compact = async (lines: number): Promise<void> => {
    if (lines < most) return;
    const line: EcashSnapshot = { type: 'folded', purse: compactLog(purse) };
    if (isFaithful(line)) await put([await sealedOf(plainFolded(line))], true);
  };
  const append: EcashLog['append'] = async (lines) => {
    const news: EcashLogRecord[] = [];
    for (;;) {
      news.push(...(await read()));
      const { admitted, refused, after } = judge(purse, lines);
      if (admitted.length === 0) return { news, refused };
      const sealed = await Promise.all(admitted.map((line) => sealedOf(serializeEntry(line))));
      if (!(await put(sealed))) continue;
      purse = after;
      return { news: [...news, ...admitted], refused };
    }
  };
  return { read, compact, append, close: () => db.close() };
}

function judge(purse: Purse, lines: readonly EcashLogEntry[]) {
  let after = purse;
  const [admitted, refused]: [EcashLogEntry[], EcashLogEntry[]] = [[], []];
  for (const line of lines) {
    const isAdmitted = isLegible(line) && admitsEcash(after, line);
    (isAdmitted ? admitted : refused).push(line);
    if (isAdmitted) after = foldEcash(after, [line]);
  }
  return { admitted, refused, after };
}

/**
 * True if the line can be read again. An illegible line would block all lines before it, of every
 * mint.
 */
function isLegible(line: EcashLogEntry): boolean {
  return readEntry(parseJson(JSON.stringify(serializeEntry(line)))) !== undefined;
}
