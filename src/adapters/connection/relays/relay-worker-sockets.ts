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
  const lines = new Map<number, RelayConnection>();

  const obey = (command: RelayWorkerCommand): void => {
    const { line } = command;
    if (command.type === 'open') {
      const connection = connectRelay(command.url, {
        ...deps,
        report: (signal) => {
          if (signal.type === 'socket.closed') lines.delete(line);
          post({ line, signal });
        },
      });
      lines.set(line, connection);
    } else if (command.type === 'tell') lines.get(line)?.tell(command.command);
    else {
      lines.get(line)?.shut();
      lines.delete(line);
    }
  };
  /** Called when signatures can be checked. */
  const resume = (): void => {
    for (const connection of lines.values()) connection.resume();
  };
  /**
   * Called when signatures cannot be checked. Nothing may be shown then, so all connections end.
   */
  const fail = (): void => {
    for (const [line, connection] of lines) {
      connection.shut();
      lines.delete(line);
      post({ line, signal: { type: 'socket.closed', reason: 'errored' } });
    }
  };
  return { obey, resume, fail };
}
