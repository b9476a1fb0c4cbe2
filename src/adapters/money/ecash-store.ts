import { type CallbackActorLogic, fromCallback } from 'xstate';
import { field, isRecord, parseJson } from '../../events/json.ts';
import { type EcashLine, plainLine, readLine } from '../../events/money/ecash-line.ts';
import { admitsEcash, EMPTY_PURSE, foldEcash, type Purse } from '../../events/money/ecash-log.ts';
import type { EcashStoreCommand, EcashStoreSignal } from '../../machines/money/ecash-wire.ts';
import type { DeviceSeal } from '../account/device-seal.ts';
import { openDatabase, transact, whenDone } from '../publish/database.ts';
import { openLeadership } from '../publish/leadership.ts';

export interface EcashStoreDeps {
  /** Undefined where the platform has no database: then there is no ecash, as it could not be kept. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly locks: LockManager | undefined;
  /** A way to tell the other tabs that there is something new; undefined where the platform has none. */
  readonly channel: (name: string) => BroadcastChannel | undefined;
}

const STORE = 'lines';
/** Milliseconds. */
const PATIENCE = 5_000;

/**
 * Where an account's ecash lies, and the name of the device's key that seals it: another than the account's own, as both stay when somebody signs
 * out. It is money, and there for who signs in again.
 */
const placeOf = (account: string) => ({ database: `starling-ecash-${account}`, store: STORE, keyName: `ecash ${account}` });

/**
 * The log of an account's ecash on this device (E-42, E-48): sealed line by line, so that nothing of it lies in the clear (E-36), each written
 * only if what stands there by then admits it, whichever tab wrote that. One that cannot be opened any more is no reason to go on without
 * it: secrets would be used twice. Then the actor fails, and nothing is lost.
 */
export function ecashStore(deps: EcashStoreDeps): CallbackActorLogic<EcashStoreCommand, { account: string }> {
  return fromCallback<EcashStoreCommand, { account: string }>(({ input: { account }, sendBack, receive }) => {
    const { database } = placeOf(account);
    const channel = deps.channel(database);
    let isOver = false;
    const report = (signal: EcashStoreSignal): void => {
      if (!isOver) sendBack(signal);
    };
    const leadership = openLeadership(deps.locks, database, (leading) => report({ type: 'ecashLog.leading', leading }));
    const opening = openLog(deps, account);
    let tail = opening.then(async (log) => {
      report({ type: 'ecashLog.opened', lines: await log.read() });
      if (!isOver) leadership.stand();
    });
    const warn = (error: unknown): void => console.warn('ecash could not be kept', error instanceof Error ? error.name : '');
    tail.catch(warn);
    const then = (job: (log: EcashLog) => Promise<void>): void => {
      tail = tail.then(() => opening).then((log) => (isOver ? undefined : job(log)));
      tail.catch(warn);
    };
    const readNew = async (log: EcashLog): Promise<void> => {
      const lines = await log.read();
      if (lines.length > 0) report({ type: 'ecashLog.appended', lines });
    };
    const append = (lines: readonly EcashLine[]): void =>
      then(async (log) => {
        const written = await log.append(lines).catch((error: unknown) => {
          warn(error);
          return undefined;
        });
        if (!written) return report({ type: 'ecashLog.unkept', lines });
        if (written.news.length > 0) report({ type: 'ecashLog.appended', lines: written.news });
        if (written.refused.length > 0) report({ type: 'ecashLog.refused', lines: written.refused });
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
  });
}

interface EcashLog {
  /** Lines that were not read yet. Rejects where one cannot be opened. */
  readonly read: () => Promise<readonly EcashLine[]>;
  /** `news`: what was written here, and by others before. Rejects where nothing could be kept. */
  readonly append: (
    lines: readonly EcashLine[],
  ) => Promise<{ readonly news: readonly EcashLine[]; readonly refused: readonly EcashLine[] }>;
  readonly close: () => void;
}

async function openLog({ factory, seal }: EcashStoreDeps, account: string): Promise<EcashLog> {
  if (!factory || !seal) throw new Error('no place for it');
  const { database, keyName } = placeOf(account);
  const db = await openDatabase(factory, database, 1, (made) => made.createObjectStore(STORE, { autoIncrement: true }));
  let purse: Purse = EMPTY_PURSE;
  /** How many lines were read. */
  let count = 0;
  const opened = async (row: unknown): Promise<EcashLine> => {
    const sealed = isRecord(row) ? field(row, 'sealed') : undefined;
    const bytes = typeof sealed === 'string' ? await seal.open(sealed, keyName) : undefined;
    const line = bytes && readLine(parseJson(new TextDecoder().decode(bytes)));
    if (!line) throw new Error('a line cannot be opened');
    return line;
  };
  const read = async (): Promise<readonly EcashLine[]> => {
    const rows = await transact<readonly unknown[]>(db, { store: STORE, mode: 'readonly', patience: PATIENCE }, (table, done) =>
      // from the first that was not read on
      whenDone(table.getAll(), (values: readonly unknown[]) => done(values.slice(count))),
    );
    const lines = await Promise.all(rows.map(opened));
    count += lines.length;
    purse = foldEcash(purse, lines);
    return lines;
  };
  /** Writes behind the lines that are known; false: another tab has written meanwhile, and nothing was. */
  const put = (sealed: readonly string[]): Promise<boolean> =>
    transact(db, { store: STORE, mode: 'readwrite', patience: PATIENCE }, (table, done) =>
      whenDone(table.getAllKeys(), ({ length }) => {
        if (length === count) for (const text of sealed) table.add({ sealed: text });
        done(length === count);
      }),
    );
  const append: EcashLog['append'] = async (lines) => {
    const news: EcashLine[] = [];
    for (;;) {
      news.push(...(await read()));
      const { admitted, refused, after } = judge(purse, lines);
      if (admitted.length === 0) return { news, refused };
      const sealed = await Promise.all(
        admitted.map((line) => seal.seal(new TextEncoder().encode(JSON.stringify(plainLine(line))), keyName)),
      );
      if (!(await put(sealed))) continue;
      count += admitted.length;
      purse = after;
      return { news: [...news, ...admitted], refused };
    }
  };
  return { read, append, close: () => db.close() };
}

function judge(purse: Purse, lines: readonly EcashLine[]) {
  let after = purse;
  const [admitted, refused]: [EcashLine[], EcashLine[]] = [[], []];
  for (const line of lines) {
    const isAdmitted = isLegible(line) && admitsEcash(after, line);
    (isAdmitted ? admitted : refused).push(line);
    if (isAdmitted) after = foldEcash(after, [line]);
  }
  return { admitted, refused, after };
}

/** A line that could not be read again would shut off all that stands before it, whichever mint it came from. */
function isLegible(line: EcashLine): boolean {
  return readLine(parseJson(JSON.stringify(plainLine(line)))) !== undefined;
}
