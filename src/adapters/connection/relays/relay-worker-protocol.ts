import type { RelayCommand, RelaySignal } from '../../../machines/connection/relay-protocol.ts';

/** What the worker that owns the sockets to relays is told. Each connection has a number of its own, never used twice (INV-EPOCH). */
export type RelayWorkerCommand =
  | { readonly type: 'open'; readonly line: number; readonly url: string }
  | { readonly type: 'tell'; readonly line: number; readonly command: RelayCommand }
  | { readonly type: 'shut'; readonly line: number };

export interface RelayWorkerReport {
  readonly line: number;
  readonly signal: RelaySignal;
}
