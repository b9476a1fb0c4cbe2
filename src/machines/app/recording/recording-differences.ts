import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { machinesBelow } from '../../core/refs-below.ts';
import { type Change, changesBetween } from '../../inspector/changes.ts';
import { pathOf, type Recorded, type Recording } from './recorder.ts';
import { hashOf } from './state-hash.ts';

/** The first entry in which two recordings differ. */
export interface EntryDifference {
  /** Its number, from 1. */
  readonly number: number;
  /** Undefined: the recording has ended before. */
  readonly one: Recorded | undefined;
  readonly other: Recorded | undefined;
  readonly changes: readonly Change[];
}

/** Return the first entry in which two recordings differ. The time of an entry does not count. */
export function firstDifference(one: Recording, other: Recording): EntryDifference | undefined {
  const longest = Math.max(one.log.length, other.log.length);
  for (let at = 0; at < longest; at++) {
    const [a, b] = [one.log[at], other.log[at]];
    const changes = valueChanges(contentOf(a), contentOf(b));
    if (changes.length > 0) return { number: at + 1, one: a, other: b, changes };
  }
  return undefined;
}

function contentOf(entry: Recorded | undefined): unknown {
  return entry && { to: entry.to, event: entry.event, timer: entry.timer };
}

/** A machine that differs after two replays. */
export interface MachineDifference {
  readonly path: string;
  /** Its states in the form of XState. Undefined: the machine does not run. */
  readonly one: unknown;
  readonly other: unknown;
  /** Differences of the contexts. */
  readonly changes: readonly Change[];
}

/** Return the machines that differ after two replays, parents before children. */
export function machineDifferences(
  one: AnyActorRef,
  other: AnyActorRef,
): readonly MachineDifference[] {
  return stateDifferences(machinesOf(one), machinesOf(other));
}

/** The snapshots of all machines at one moment, by path. */
export type Machines = ReadonlyMap<string, AnyMachineSnapshot>;

/** Return the machines that differ at two moments. */
export function stateDifferences(before: Machines, after: Machines): readonly MachineDifference[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [a, b] = [before.get(path), after.get(path)];
    const states = valueChanges(a?.value, b?.value);
    const changes = a && b ? valueChanges(a.context, b.context) : [];
    if (states.length === 0 && changes.length === 0 && a && b) return [];
    return [{ path, one: a?.value, other: b?.value, changes }];
  });
}

export function machinesOf(root: AnyActorRef): Machines {
  return new Map(
    [...machinesBelow(root)].map(([ref, snapshot]) => [`/${pathOf(ref).join('/')}`, snapshot]),
  );
}

/** Return where two values differ. Actors are the same if their paths are. */
function valueChanges(before: unknown, after: unknown): readonly Change[] {
  return changesBetween(before, after, (one, other) => hashOf(one) === hashOf(other));
}
