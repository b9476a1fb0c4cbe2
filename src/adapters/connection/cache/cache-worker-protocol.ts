import type { CacheCommand, CacheSignal } from '../../../machines/core/cache-protocol.ts';
import type { PrefetchedRequests } from './prefetched-requests.ts';

/**
 * Commands for the worker that owns the socket. Each connection has its epoch. Messages of other
 * epochs are ignored.
 */
export type WorkerCommand =
  | {
      readonly type: 'open';
      readonly epoch: number;
      readonly url: string;
      readonly early: PrefetchedRequests;
    }
  | { readonly type: 'tell'; readonly epoch: number; readonly command: CacheCommand }
  | { readonly type: 'taken'; readonly epoch: number }
  | { readonly type: 'shut'; readonly epoch: number };

export interface WorkerReport {
  readonly epoch: number;
  readonly signal: CacheSignal;
}

/** The first message of the worker: it runs, and its first socket is being opened. */
export const STARTED = 'started';
