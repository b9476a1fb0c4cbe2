import { type CacheConnection, type ConnectionDeps, connectCache } from './cache-connection.ts';
import type { WorkerCommand, WorkerReport } from './cache-worker-protocol.ts';

/**
 * The inside of the worker without the worker: carries out its commands, with at most one socket at a time. A new `open` first ends the
 * socket before it, which then reports nothing any more (INV-ONE-SOCKET, INV-EPOCH).
 */
export function openOneSocket(deps: Omit<ConnectionDeps, 'report'>, post: (report: WorkerReport) => void) {
  let current: { readonly epoch: number; readonly connection: CacheConnection } | undefined;

  const open = (epoch: number, connect: (report: ConnectionDeps['report']) => CacheConnection): void => {
    current?.connection.shut();
    current = { epoch, connection: connect((signal) => post({ epoch, signal })) };
  };
  const obey = (command: WorkerCommand): void => {
    if (command.type === 'open') {
      open(command.epoch, (report) => connectCache(command.url, command.early, { ...deps, report }));
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
  /** Signatures can be checked now. */
  const resume = (): void => current?.connection.resume();
  /** Without a way to check signatures nothing may be shown: the connection ends. */
  const fail = (reason: string): void => current?.connection.fail(reason);
  return { obey, resume, fail };
}
