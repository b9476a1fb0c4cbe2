import type { RelayCommand, RelaySignal } from '../../machines/connection/relay-wire.ts';
import type { RelayWorkerCommand, RelayWorkerReport } from './relay-worker-wire.ts';

/** Starts a worker. `failed`: it could not be loaded, or an error in it went uncaught; it is of no more use. */
export type RelayWorkerSpawner = (
  report: (report: RelayWorkerReport) => void,
  failed: () => void,
) => { readonly post: (command: RelayWorkerCommand) => void; readonly end: () => void };

/** One connection to a relay as its owner sees it. After `detach` it hears nothing more. */
interface Attachment {
  readonly send: (command: RelayCommand) => void;
  readonly detach: () => void;
}

/** The line to the relays' worker; `attach` opens a socket. */
export interface RelayLine {
  readonly attach: (url: string, listen: (signal: RelaySignal) => void) => Attachment;
}

/** Keeps one worker for all relays, started with the first; if it crashes, all connections end and the next begins with a new one. */
export function openRelayLine(spawn: RelayWorkerSpawner): RelayLine {
  const lines = new Map<number, (signal: RelaySignal) => void>();
  let worker: ReturnType<RelayWorkerSpawner> | undefined;
  let count = 0;

  const hear = ({ line, signal }: RelayWorkerReport): void => {
    const listen = lines.get(line);
    if (signal.type === 'socket.closed') lines.delete(line);
    listen?.(signal);
  };
  const fail = (): void => {
    worker?.end();
    worker = undefined;
    // whoever hears it may begin anew at once
    const dead = [...lines.keys()];
    for (const line of dead) hear({ line, signal: { type: 'socket.closed', reason: 'errored' } });
  };
  const attach: RelayLine['attach'] = (url, listen) => {
    const line = ++count;
    lines.set(line, listen);
    worker ??= spawn(hear, fail);
    worker.post({ type: 'open', line, url });
    return {
      send: (command) => {
        if (lines.has(line)) worker?.post({ type: 'tell', line, command });
      },
      detach: () => {
        if (lines.delete(line)) worker?.post({ type: 'shut', line });
      },
    };
  };
  return { attach };
}
