import type { RelayCommand, RelaySignal } from '../../../machines/connection/relay-protocol.ts';
import type { RelayWorkerCommand, RelayWorkerReport } from './relay-worker-protocol.ts';
import { openWorkerConnection, type WorkerSpawner } from '../worker-connection.ts';

/** One connection to a relay as its owner sees it. After `detach` it receives nothing. */
interface Attachment {
  readonly send: (command: RelayCommand) => void;
  readonly detach: () => void;
}

/** The connection to the relays' worker. `attach` opens a socket. */
export interface RelayClient {
  readonly attach: (url: string, listen: (signal: RelaySignal) => void) => Attachment;
}

/**
 * Keeps one worker for all relays, started with the first. If it crashes, all connections end and
 * the next begins with a new one.
 */
export function openRelayClient(
  spawn: WorkerSpawner<RelayWorkerCommand, RelayWorkerReport>,
): RelayClient {
  const sockets = new Map<number, (signal: RelaySignal) => void>();
  let count = 0;

  const hear = ({ number, signal }: RelayWorkerReport): void => {
    const listen = sockets.get(number);
    if (signal.type === 'socket.closed') sockets.delete(number);
    listen?.(signal);
  };
  const post = openWorkerConnection(spawn, hear, () => {
    // a listener may reconnect at once
    const dead = [...sockets.keys()];
    for (const number of dead)
      hear({ number, signal: { type: 'socket.closed', reason: 'errored' } });
  });
  const attach: RelayClient['attach'] = (url, listen) => {
    const number = ++count;
    sockets.set(number, listen);
    post({ type: 'open', number, url });
    return {
      send: (command) => {
        if (sockets.has(number)) post({ type: 'tell', number, command });
      },
      detach: () => {
        if (sockets.delete(number)) post({ type: 'shut', number });
      },
    };
  };
  return { attach };
}
