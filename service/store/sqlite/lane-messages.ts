import type { Seconds } from '../../../src/events/core/time.ts';

/** Data of a reader thread at its start. */
export interface LaneData {
  readonly path: string;
}

/** A long query with the time of the store's clock, or the end of one. */
export type ToLane =
  | {
      readonly job: number;
      readonly name: string;
      readonly args: readonly unknown[];
      readonly now: Seconds;
    }
  | { readonly stop: number };

/** The first message has no job: the thread is ready. */
export type FromLane =
  | { readonly ready: true }
  | { readonly job: number; readonly answer: unknown }
  | { readonly job: number; readonly failed: string };
