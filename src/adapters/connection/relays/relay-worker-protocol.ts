import type { RelayCommand, RelaySignal } from '../../../machines/connection/relay-protocol.ts';

/**
 * Commands for the worker that owns the relay sockets. Each connection has a number that is never
 * reused (INV-EPOCH).
 */
export type RelayWorkerCommand =
  | { readonly type: 'open'; readonly number: number; readonly url: string }
  | { readonly type: 'tell'; readonly number: number; readonly command: RelayCommand }
  | { readonly type: 'shut'; readonly number: number };

export interface RelayWorkerReport {
  readonly number: number;
  readonly signal: RelaySignal;
}
