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
  const lines = new Map<number, (signal: RelaySignal) => void>();
  let count = 0;

  const hear = ({ line, signal }: RelayWorkerReport): void => {
    const listen = lines.get(line);
    if (signal.type === 'socket.closed') lines.delete(line);
    listen?.(signal);
  };
  const post = openWorkerConnection(spawn, hear, () => {
    // a listener may reconnect at once
    const dead = [...lines.keys()];
    for (const line of dead) hear({ line, signal: { type: 'socket.closed', reason: 'errored' } });
  });
  const attach: RelayClient['attach'] = (url, listen) => {
    const line = ++count;
    lines.set(line, listen);
    post({ type: 'open', line, url });
    return {
      send: (command) => {
        if (lines.has(line)) post({ type: 'tell', line, command });
      },
      detach: () => {
        if (lines.delete(line)) post({ type: 'shut', line });
      },
    };
  };
  return { attach };
}
