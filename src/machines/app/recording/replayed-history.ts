import type { AnyStateMachine } from 'xstate';
import { inMillis, millis, type Millis } from '../../../events/core/time.ts';
import { followActors, type History } from '../../inspector/history.ts';
import type { ActorPath, Recorded, Recording } from './recorder.ts';
import { compareChecks } from './recording-checks.ts';
import { replay } from './replay.ts';

/** An entry that could not be played. */
export interface LostEntry {
  /** Its number, from 1. */
  readonly number: number;
  readonly to: ActorPath;
  readonly type: string;
  /** `noActor`: its receiver never started. `noTimer`: no such timer was waiting. */
  readonly why: 'noActor' | 'noTimer';
}

export interface ReplayedHistory {
  readonly history: History;
  /** The number of the history's last notice before each entry. */
  readonly starts: readonly number[];
  /** The paths of the page, each with the history's last notice before it. */
  readonly places: ReadonlyArray<readonly [seq: number, place: string]>;
  /** Time of the last entry. */
  readonly now: Millis;
  /** Entries that the replay could not play, because it differs from the recording. */
  readonly lost: readonly Recorded[];
  /** Number of the last entry before which the states are known to agree. Undefined: all agree. */
  readonly differsAfter: number | undefined;
}

/**
 * Replay a recording, and return the history of all its actors (TOOL-02). The machine is as for
 * `replay`, which throws if the recording lacks its beginning.
 */
export function replayedHistory(machine: AnyStateMachine, recording: Recording): ReplayedHistory {
  const { origin, boot } = recording;
  const timeAt = (at: Millis) => millis(inMillis(origin) + inMillis(at));
  let now = timeAt(boot?.at ?? millis(0));
  let followed: ReturnType<typeof followActors> | undefined;
  const starts: number[] = [];
  const places: (readonly [number, string])[] = boot?.place === undefined ? [] : [[0, boot.place]];
  const { onStep, result } = compareChecks(recording);
  const { lost } = replay(machine, recording, {
    onStep,
    onRoot: (root) => {
      followed = followActors(root, { now: () => now, limit: Infinity });
    },
    onEntry: ({ at, place }) => {
      now = timeAt(at);
      const seq = followed?.history().seq ?? 0;
      starts.push(seq);
      if (place !== undefined) places.push([seq, place]);
    },
  });
  if (!followed) throw new Error('the replay has no root');
  followed.stop();
  const differsAfter = result().divergence?.from;
  return { history: followed.history(), starts, places, now, lost, differsAfter };
}

/** Return why entries of a recording were not played. */
export function lostEntries({ log }: Recording, lost: readonly Recorded[]): readonly LostEntry[] {
  const numbers = new Map(log.map((entry, at) => [entry, at + 1]));
  return lost.map((entry) => ({
    number: numbers.get(entry) ?? 0,
    to: entry.to,
    type: entry.event.type,
    why: entry.timer ? 'noTimer' : 'noActor',
  }));
}
