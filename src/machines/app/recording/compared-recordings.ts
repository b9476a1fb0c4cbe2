import type { AnyStateMachine } from 'xstate';
import type { Change } from '../../inspector/changes.ts';
import type { ActorPath, Recorded, Recording } from './recorder.ts';
import {
  firstDifference,
  type MachineDifference,
  machinesOf,
  type Machines,
  stateDifferences,
} from './recording-differences.ts';
import { replay } from './replay.ts';

/** Receiver and type of an entry. */
export interface EntryName {
  readonly to: ActorPath;
  readonly type: string;
}

/** Where two recordings part. */
export interface Comparison {
  /** Number of entries at their start that are the same. */
  readonly same: number;
  /** The entries after those. Undefined: that recording has ended. Both: none differs. */
  readonly one: EntryName | undefined;
  readonly other: EntryName | undefined;
  /** Differences of the two entries. */
  readonly changes: readonly Change[];
  /** Machines that differ after the two entries, or else at the end. */
  readonly machines: readonly MachineDifference[];
  readonly isAtEnd: boolean;
}

/** Replay two recordings, and return the entry and the states in which they first differ. */
export function compareRecordings(
  machine: AnyStateMachine,
  one: Recording,
  other: Recording,
): Comparison {
  const first = firstDifference(one, other);
  const number = first?.number ?? one.log.length;
  const [a, b] = [statesAt(machine, one, number), statesAt(machine, other, number)];
  const after = stateDifferences(a.after, b.after);
  return {
    same: first ? number - 1 : number,
    one: nameOf(first?.one),
    other: nameOf(first?.other),
    changes: first?.one && first.other ? first.changes : [],
    machines: after.length > 0 ? after : stateDifferences(a.end, b.end),
    isAtEnd: after.length === 0,
  };
}

function nameOf(entry: Recorded | undefined): EntryName | undefined {
  return entry && { to: entry.to, type: entry.event.type };
}

/** The states after so many entries, and after all. */
function statesAt(machine: AnyStateMachine, recording: Recording, number: number) {
  let after: Machines | undefined;
  const { root } = replay(machine, recording, {
    onStep: (played, running) => {
      if (played >= number) after ??= machinesOf(running);
    },
  });
  const end = machinesOf(root);
  return { after: after ?? end, end };
}
