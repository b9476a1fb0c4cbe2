import { type CacheConnection, type ConnectionDeps, connectCache } from './cache-connection.ts';
import type { WorkerCommand, WorkerReport } from './cache-worker-protocol.ts';

/**
 * The logic of the worker, without the worker: executes its commands, with at most one socket at a
 * time. A new `open` first ends the previous socket, which then reports nothing (INV-ONE-SOCKET,
 * INV-EPOCH).
 */
export function openSingleSocket(
  deps: Omit<ConnectionDeps, 'report'>,
  post: (report: WorkerReport) => void,
) {
  let current: { readonly epoch: number; readonly connection: CacheConnection } | undefined;

  const open = (
    epoch: number,
    connect: (report: ConnectionDeps['report']) => CacheConnection,
  ): void => {
    current?.connection.shut();
    current = { epoch, connection: connect((signal) => post({ epoch, signal })) };
  };
  const obey = (command: WorkerCommand): void => {
    if (command.type === 'open') {
      open(command.epoch, (report) =>
        connectCache(command.url, command.early, { ...deps, report }),
      );
      return;
    }
    if (current?.epoch !== command.epoch) return;
    if (command.type === 'tell') current.connection.tell(command.command);
    else if (command.type === 'taken') current.connection.taken();
    else {
      current.connection.shut();
      current = undefined;
    }
  };
  /** Called when signatures can be checked. */
  const resume = (): void => current?.connection.resume();
  /**
   * Called when signatures cannot be checked. Nothing may be shown then, so the connection ends.
   */
  const fail = (reason: string): void => current?.connection.fail(reason);
  return { obey, resume, fail };
}
