import type { CallbackActorLogic } from 'xstate';
import type { OutboxLogCommand, OutboxLogSignal } from '../../../machines/core/outbox-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { deleteDatabase } from '../../core/indexed-db.ts';
import {
  type OutboxLog,
  type OutboxLogDeps,
  outboxLogName,
  openOutboxLog,
  type StorageFailure,
  type Written,
} from './outbox-log.ts';
import { openTabLeader } from '../../core/tab-leader.ts';
import { sealedOutboxLog } from './sealed-outbox-log.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface StoreDeps extends OutboxLogDeps {
  readonly locks: LockManager | undefined;
  /** A channel to notify the other tabs of new lines. `undefined` if the platform has none. */
  readonly channel: (name: string) => BroadcastChannel | undefined;
  /**
   * Seals values that must not be in the log in plain text. `undefined` if the platform stores no
   * keys.
   */
  readonly seal?: DeviceSeal | undefined;
}

/** How long a disk that refused is left alone, in milliseconds. */
const RETRY_MS = 5_000;

/**
 * The outbox machine's `store` port: the account's log on this device, one job after the other. It
 * exchanges messages with other tabs, and one tab leads. Each run of this actor serves one account
 * (INV-SCOPE).
 */
export function outboxStore(
  deps: StoreDeps,
): CallbackActorLogic<OutboxLogCommand, { account: string }> {
  return callbackAdapter<OutboxLogCommand, { account: string }>(({ input, sendBack, receive }) => {
    const name = outboxLogName(input.account);
    const channel = deps.channel(name);
    let isOver = false;
    const report = (signal: OutboxLogSignal): void => {
      if (!isOver) sendBack(signal);
    };
    const leadership = openTabLeader(deps.locks, name, (leading) =>
      report({ type: 'store.leadershipChanged', leading }),
    );
    let retry: ReturnType<typeof setTimeout> | undefined;
    const told = openTelling(report, {
      failed: () => {
        clearTimeout(retry);
        if (deps.factory && !isOver) retry = setTimeout(read, RETRY_MS);
      },
      recovered: () => channel?.postMessage('appended'),
    });
    const opening = openOutboxLog(input.account, deps).then((journal) =>
      sealedOutboxLog(journal, deps.seal, input.account),
    );
    let tail = opening.then(async (journal) => {
      const { entries, unkept } = await journal.read();
      report({ type: 'store.opened', entries, now: deps.now() });
      told.unkept(unkept);
      if (!isOver) leadership.stand();
    });
    const warn = (error: unknown): void => console.warn('the outbox could not be kept', error);
    tail.catch(warn);
    /** Each job on the log waits for the previous one. */
    const then = (job: (journal: OutboxLog) => Promise<void>): void => {
      tail = tail.then(() => opening).then((journal) => (isOver ? undefined : job(journal)));
      tail.catch(warn);
    };
    const append = (command: Extract<OutboxLogCommand, { type: 'store.append' }>): void =>
      then(async (journal) => {
        const written = await journal.append(command.lines);
        told.written(written);
        if (written.unkept === undefined) channel?.postMessage('appended');
      });
    const read = (): void => then(async (journal) => told.written(await journal.read()));
    channel?.addEventListener('message', read);
    receive((command) => {
      if (command.type === 'store.append') append(command);
      else if (command.type === 'store.prune') then((journal) => journal.prune(command.jobs));
      else if (command.type === 'store.lead') leadership.take();
      else if (command.type === 'store.resign') leadership.resign();
      else leadership.stand();
    });
    return () => {
      isOver = true;
      clearTimeout(retry);
      leadership.resign();
      channel?.close();
      void opening.then((journal) => tail.finally(journal.close)).catch(() => undefined);
    };
  });
}

/** Removes an account's outbox from this device (ACCOUNT-06, E-35). */
export function eraseOutbox(factory: IDBFactory, account: string): Promise<void> {
  return deleteDatabase(factory, outboxLogName(account));
}

function openTelling(
  report: (signal: OutboxLogSignal) => void,
  disk: { readonly failed: () => void; readonly recovered: () => void },
) {
  let last: StorageFailure | undefined;
  const unkept = (reason: StorageFailure | undefined): void => {
    if (reason !== undefined && reason !== last) report({ type: 'store.writeFailed', reason });
    if (reason === undefined && last !== undefined) {
      report({ type: 'store.written' });
      disk.recovered();
    }
    last = reason;
    if (reason === 'blocked' || reason === 'full') disk.failed();
  };
  const written = ({ entries, refused, unkept: reason }: Written): void => {
    if (entries.length > 0) report({ type: 'store.appended', entries });
    if (refused.length > 0) report({ type: 'store.refused', lines: refused });
    unkept(reason);
  };
  return { unkept, written };
}
