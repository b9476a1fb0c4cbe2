import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import type { CacheCommand, CacheSignal } from '../../../machines/core/cache-protocol.ts';
import { type PrefetchedRequests, NOTHING_PREFETCHED } from './prefetched-requests.ts';
import { openWorkerConnection, type WorkerSpawner } from '../worker-connection.ts';
import type { WorkerCommand, WorkerReport } from './cache-worker-protocol.ts';

export type CacheSpawner = WorkerSpawner<WorkerCommand, WorkerReport>;

export interface SocketInput {
  readonly url: string;
  readonly compress: boolean;
}

/**
 * One connection of the caching service as its owner sees it. After `detach` it receives nothing.
 */
export interface Attachment {
  readonly send: (command: CacheCommand) => void;
  readonly detach: () => void;
}

/**
 * The connection to the caching service's worker. `attach` opens a socket, or adopts the one that
 * was opened early.
 */
export interface CacheClient {
  readonly attach: (input: SocketInput, report: (signal: CacheSignal) => void) => Attachment;
  /**
   * Sends a request in advance if a socket exists. An identical later request reuses its response.
   * Unclaimed responses are dropped 15 s after the first real request.
   */
  readonly prefetch: (query: CacheQuery) => void;
}

interface Epoch {
  readonly epoch: number;
  /** The input of a socket that was opened early, until an attachment adopts it. */
  early: SocketInput | undefined;
  listen: (signal: CacheSignal) => void;
}

/**
 * Keeps one worker and one epoch. A new attachment ends the previous one, and late reports of an
 * older one are dropped (INV-EPOCH, INV-ONE-SOCKET). `early` is opened at once, with its requests,
 * for the first attachment that wants the same socket.
 */
export function openCacheClient(
  spawn: CacheSpawner,
  early?: SocketInput & PrefetchedRequests,
): CacheClient {
  let current: Epoch | undefined;
  let said: CacheSignal | undefined;
  let count = 0;

  const hear = ({ epoch, signal }: WorkerReport): void => {
    if (current?.epoch !== epoch) return;
    const { listen, early: isEarly } = current;
    if (signal.type === 'socket.closed' && !isEarly) current = undefined;
    listen(signal);
    if (signal.type === 'socket.batch') post({ type: 'taken', epoch });
  };
  const post = openWorkerConnection(spawn, hear, (reason = 'errored') => {
    if (current) hear({ epoch: current.epoch, signal: { type: 'socket.closed', reason } });
  });
  const open = (
    { url }: SocketInput,
    { prefetch, ahead }: PrefetchedRequests,
    rest: Omit<Epoch, 'epoch'>,
  ): Epoch => {
    const epoch = { ...rest, epoch: ++count };
    current = epoch;
    post({ type: 'open', epoch: epoch.epoch, url, early: { prefetch, ahead } });
    return epoch;
  };
  /** Adopts the socket that was opened early. Replays its state: open or failed. */
  const takeOver = (epoch: Epoch, listen: Epoch['listen']): Epoch => {
    epoch.early = undefined;
    epoch.listen = listen;
    if (said) hear({ epoch: epoch.epoch, signal: said });
    return epoch;
  };
  const attach: CacheClient['attach'] = (input, listen) => {
    const isSame = current?.early?.url === input.url && current.early.compress === input.compress;
    const mine =
      current && isSame
        ? takeOver(current, listen)
        : open(input, NOTHING_PREFETCHED, { early: undefined, listen });
    const { epoch } = mine;
    return {
      send: (command) => {
        if (current === mine) post({ type: 'tell', epoch, command });
      },
      detach: () => {
        if (current !== mine) return;
        current = undefined;
        post({ type: 'shut', epoch });
      },
    };
  };
  if (early) {
    const listen = (signal: CacheSignal): void => {
      said = signal;
    };
    open(early, early, { early, listen });
  }
  const prefetch = (query: CacheQuery): void => {
    if (current)
      post({ type: 'tell', epoch: current.epoch, command: { type: 'socket.prefetch', query } });
  };
  return { attach, prefetch };
}
