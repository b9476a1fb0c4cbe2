import type { CacheCommand, CacheSignal } from '../../../machines/core/cache-protocol.ts';
import type { Early } from './prefetched-requests.ts';

/** What the worker that owns the socket is told. Each connection has its epoch; a message of another epoch than the current is void. */
export type WorkerCommand =
  | { readonly type: 'open'; readonly epoch: number; readonly url: string; readonly early: Early }
  | { readonly type: 'tell'; readonly epoch: number; readonly command: CacheCommand }
  | { readonly type: 'taken'; readonly epoch: number }
  | { readonly type: 'shut'; readonly epoch: number };

export interface WorkerReport {
  readonly epoch: number;
  readonly signal: CacheSignal;
}

/** The first thing the worker says: it runs, and the socket it was told of is being opened. */
export const STARTED = 'started';
