import { type AnyStateMachine, isMachineSnapshot } from 'xstate';
import { inMillis, type Millis } from '../../events/core/time.ts';
import {
  type ActorRecord,
  type Deadline,
  deadlinesAt,
  type History,
  type Kept,
  keptAt,
  type SentEvent,
} from './history.ts';

/** A moment of the history: a notice, and its time. */
export interface Moment {
  readonly seq: number;
  readonly at: Millis;
}

/** An actor as it was at a moment. Lengths of time are in milliseconds. */
export interface ActorRow {
  readonly record: ActorRecord;
  readonly depth: number;
  readonly kept: Kept | undefined;
  readonly state: 'running' | 'done' | 'failed';
  readonly age: number;
  readonly waiting: readonly SentEvent[];
  readonly deadlines: readonly Due[];
  /** Number of times that an actor of this path has failed. */
  readonly crashes: number;
}

interface Due {
  readonly deadline: Deadline;
  readonly left: number;
}

/** Milliseconds for which an actor is listed after its end. */
const LISTED = 10_000;

/** Return the actors of a moment, parents before children. */
export function actorRows(history: History, moment: Moment): readonly ActorRow[] {
  const below = Map.groupBy(history.actors, ({ parent }) => parent);
  const failed = Map.groupBy(
    history.actors.filter((one) => one.ended && stateOf(one.snapshots.at(-1)) === 'failed'),
    nameOf,
  );
  const waiting = Map.groupBy(
    history.events.filter((one) => isWaiting(one, moment)),
    ({ to }) => to,
  );
  const rows = (record: ActorRecord, depth: number): readonly ActorRow[] => {
    if (record.born.seq > moment.seq) return [];
    const ended = record.ended && record.ended.seq <= moment.seq ? record.ended : undefined;
    const hasEnded = ended !== undefined;
    const end = ended?.at ?? moment.at;
    if (hasEnded && since(end, moment.at) > LISTED) return [];
    const kept = hasEnded ? record.snapshots.at(-1) : keptAt(record, moment.seq);
    const row: ActorRow = {
      record,
      depth,
      kept,
      state: hasEnded ? stateOf(kept) : 'running',
      age: since(record.born.at, end),
      waiting: hasEnded ? [] : (waiting.get(record) ?? []),
      deadlines: deadlinesAt(record, moment.seq)
        .map((deadline) => ({ deadline, left: since(moment.at, deadline.due) }))
        .toSorted((a, b) => a.left - b.left),
      crashes: (failed.get(nameOf(record)) ?? []).filter(
        ({ ended }) => ended !== undefined && ended.seq <= moment.seq,
      ).length,
    };
    return [row, ...(below.get(record) ?? []).flatMap((child) => rows(child, depth + 1))];
  };
  return rows(history.root, 0);
}

/** Return the path of an actor as a text. That of the root is its id. */
export function nameOf({ path, id }: ActorRecord): string {
  return path.length === 0 ? id : path.join('/');
}

/** Return the actor of the same path that runs after a notice: a crashed one is restarted. */
export function sameAt({ actors }: History, record: ActorRecord, seq: number): ActorRecord {
  const isRunning = ({ born, ended }: ActorRecord) =>
    born.seq <= seq && (ended === undefined || ended.seq > seq);
  if (isRunning(record)) return record;
  const name = nameOf(record);
  return actors.findLast((one) => isRunning(one) && nameOf(one) === name) ?? record;
}

export function since(from: Millis, to: Millis): number {
  return inMillis(to) - inMillis(from);
}

function isWaiting({ seq, settled, to }: SentEvent, moment: Moment): boolean {
  if (seq > moment.seq || (settled && settled.seq <= moment.seq)) return false;
  return settled !== undefined || to.ended === undefined;
}

function stateOf(kept: Kept | undefined): ActorRow['state'] {
  const { status } = readSnapshot(kept?.snapshot);
  return status === 'error' ? 'failed' : status === 'active' ? 'running' : 'done';
}

/** The parts of a snapshot, of any kind of actor. */
export interface Read {
  readonly status: string | undefined;
  /** The machine of the actor. Undefined for ports and tables, which have no states. */
  readonly machine: AnyStateMachine | undefined;
  readonly value: unknown;
  readonly tags: readonly string[];
  readonly context: unknown;
}

export function readSnapshot(snapshot: unknown): Read {
  if (isMachineSnapshot(snapshot)) {
    const { status, machine, value, tags, context } = snapshot;
    return { status, machine, value, tags: [...tags].map(String), context };
  }
  const fields = typeof snapshot === 'object' && snapshot !== null ? snapshot : {};
  return {
    status: 'status' in fields ? String(fields.status) : undefined,
    machine: undefined,
    value: undefined,
    tags: [],
    context: 'context' in fields ? fields.context : undefined,
  };
}
