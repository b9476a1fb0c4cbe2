import { connectRelay, type RelayConnection, type RelayDeps } from './relay-connection.ts';
import type { RelayWorkerCommand, RelayWorkerReport } from './relay-worker-protocol.ts';

/**
 * The logic of the worker, without the worker: executes its commands, one connection for each
 * number.
 */
export function openRelaySockets(
  deps: Omit<RelayDeps, 'report'>,
  post: (report: RelayWorkerReport) => void,
) {
  const sockets = new Map<number, RelayConnection>();

  const obey = (command: RelayWorkerCommand): void => {
    const { number } = command;
    if (command.type === 'open') {
      const connection = connectRelay(command.url, {
        ...deps,
        report: (signal) => {
          if (signal.type === 'socket.closed') sockets.delete(number);
          post({ number, signal });
        },
      });
      sockets.set(number, connection);
    } else if (command.type === 'tell') sockets.get(number)?.tell(command.command);
    else {
      sockets.get(number)?.shut();
      sockets.delete(number);
    }
  };
  /** Called when signatures can be checked. */
  const resume = (): void => {
    for (const connection of sockets.values()) connection.resume();
  };
  /**
   * Called when signatures cannot be checked. Nothing may be shown then, so all connections end.
   */
  const fail = (): void => {
    for (const [number, connection] of sockets) {
      connection.shut();
      sockets.delete(number);
      post({ number, signal: { type: 'socket.closed', reason: 'errored' } });
    }
  };
  return { obey, resume, fail };
}
