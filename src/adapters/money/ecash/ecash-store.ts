import type { CallbackActorLogic } from 'xstate';
import { parseJson } from '../../../events/core/json.ts';
import { judge } from '../../../events/core/log-rules.ts';
import {
  compactLog,
  type EcashLogRecord,
  isFaithful,
  plainFolded,
  readSnapshot,
} from '../../../events/money/ecash/ecash-snapshot.ts';
import {
  type EcashLogEntry,
  serializeEntry,
  readEntry,
} from '../../../events/money/ecash/ecash-log-entry.ts';
import type { Purse } from '../../../events/money/ecash/ecash-log.ts';
import { ECASH_RULES } from '../../../events/money/ecash/fold-ecash.ts';
import type {
  EcashStoreCommand,
  EcashStoreSignal,
} from '../../../machines/money/ecash/ecash-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { sealedForm } from '../../account/keys/sealed-log.ts';
import { openDatabase } from '../../core/indexed-db.ts';
import { type KeyRanges, tabLog, type TabLog } from '../../core/tab-log.ts';
import { openTabLeader } from '../../core/tab-leader.ts';
import { ecashName } from '../payments/money-databases.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface EcashStoreDeps {
  /**
   * `undefined` if the platform has no database: then there is no ecash, because it could not be
   * stored.
   */
  readonly factory: IDBFactory | undefined;
  readonly keyRange: KeyRanges;
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
        if (lines.length >= (deps.most ?? MOST_LINES)) await compact(log).catch(warn);
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
      const tell = (lines: readonly EcashLogRecord[]): void => {
        if (lines.length > 0) report({ type: 'ecashLog.appended', lines });
      };
      const append = (lines: readonly EcashLogEntry[]): void =>
        then(async (log) => {
          let judged = judge(ECASH_RULES, log.state(), []);
          try {
            await log.append((purse) => {
              judged = judge(STORABLE, purse, lines);
              return judged.admitted;
            }, tell);
          } catch (error) {
            warn(error);
            return report({ type: 'ecashLog.writeFailed', lines });
          }
          const { admitted, refused } = judged;
          tell(admitted);
          if (refused.length > 0)
            report({ type: 'ecashLog.refused', lines: refused.map(({ line }) => line) });
          if (!isOver && admitted.length > 0) channel?.postMessage('appended');
        });
      channel?.addEventListener('message', () => then(async (log) => tell(await log.read())));
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
  deps: Pick<EcashStoreDeps, 'factory' | 'keyRange' | 'seal'>,
  account: string,
): Promise<Purse> {
  const log = await openLog(deps, account);
  try {
    await log.read();
    return log.state();
  } finally {
    log.close();
  }
}

interface EcashLog extends TabLog<Purse, EcashLogRecord> {
  readonly close: () => void;
}

async function openLog(
  { factory, keyRange, seal }: Pick<EcashStoreDeps, 'factory' | 'keyRange' | 'seal'>,
  account: string,
): Promise<EcashLog> {
  if (!factory || !seal) throw new Error('no place for it');
  const { database, keyName } = ecashName(account);
  // pages of the first version cannot read compacted lines, so their connection closes
  const db = await openDatabase(factory, database, 2, (made) => {
    if (!made.objectStoreNames.contains(STORE))
      made.createObjectStore(STORE, { autoIncrement: true });
  });
  const form = sealedForm({
    seal,
    keyName,
    read: (plain) => readSnapshot(plain) ?? readEntry(plain),
    serialize: (line: EcashLogRecord) =>
      line.type === 'folded' ? plainFolded(line) : serializeEntry(line),
    rowOf: (sealed) => ({ sealed }),
    isStrict: true,
  });
  const log = tabLog(db, keyRange, {
    store: STORE,
    timeoutMs: TIMEOUT_MS,
    rules: ECASH_RULES,
    ...form,
  });
  return { ...log, close: () => db.close() };
}

/**
 * Compacts a long log into one line (E-48), in one transaction, so a failure changes nothing. Only
 * a legible line is written.
 */
async function compact(log: EcashLog): Promise<void> {
  const line = { type: 'folded', purse: compactLog(log.state()) } as const;
  if (isFaithful(line)) await log.replace(line);
}

/** An illegible line would block all lines before it, of every mint, so it is refused, too. */
const STORABLE: typeof ECASH_RULES = {
  ...ECASH_RULES,
  refusalOf: (purse, line) => (isLegible(line) ? ECASH_RULES.refusalOf(purse, line) : 'refused'),
};

/** True if the line can be read again. */
function isLegible(line: EcashLogEntry): boolean {
  return readEntry(parseJson(JSON.stringify(serializeEntry(line)))) !== undefined;
}
