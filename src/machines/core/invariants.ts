import type { AnyStateMachine, SnapshotFrom } from 'xstate';

/**
 * Claims about every snapshot of a machine, by name. A machine's file declares them beside it. The
 * walks check them after each step (TOOL-03). The app does not load them, so they are internal.
 */
export type Invariants<Machine extends AnyStateMachine> = Readonly<
  Record<string, (snapshot: SnapshotFrom<Machine>) => boolean>
>;

/** True if no two values are equal. */
export function areUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
