import {
  type ActorRefLike,
  type AnyActorRef,
  type AnyEventObject,
  type InspectionEvent,
  isMachineSnapshot,
} from 'xstate';
import { inMillis, millis, type Millis } from '../../events/core/time.ts';
import { isPort, isRef } from '../core/refs.ts';
import { refsBelow } from '../core/refs-below.ts';

/** Origin of an event. `answer`: a port sent it. `outside`: a view or the page sent it. */
export type Origin = 'actor' | 'answer' | 'timer' | 'outside';

/** One event that an actor was sent. `seq` and `settled` count the notices of XState. */
export interface SentEvent {
  readonly seq: number;
  readonly at: Millis;
  readonly from: ActorRecord | undefined;
  readonly to: ActorRecord;
  readonly event: AnyEventObject;
  readonly origin: Origin;
  /**
   * The event during whose handling this one was sent. For a timer: during which it was set. For an
   * answer: the command that it answers, or the event that started the port. Undefined after the
   * event was dropped.
   */
  cause: SentEvent | undefined;
  /** Undefined until the actor has handled it, and for ever if the actor stopped before. */
  settled: { readonly seq: number; readonly at: Millis } | undefined;
  readonly microsteps: Microstep[];
  /** True if the actor's snapshot is another one since. */
  changed: boolean;
}

interface Microstep {
  readonly event: AnyEventObject;
  /** Ids of the states that the taken transitions left, with their targets. */
  readonly taken: readonly Taken[];
}

interface Taken {
  readonly from: string;
  readonly to: readonly string[];
}

/** A snapshot of an actor, valid from `seq` on. */
export interface Kept {
  readonly seq: number;
  readonly at: Millis;
  readonly snapshot: unknown;
  /** The event that led to it. Undefined for snapshots older than the history. */
  readonly by: SentEvent | undefined;
}

/** A delayed event of an actor, from its setting until it fires or is cancelled. */
export interface Deadline {
  readonly event: AnyEventObject;
  readonly id: string | undefined;
  readonly due: Millis;
  /** Undefined if it was set before the history began. */
  readonly by: SentEvent | undefined;
  readonly set: number;
  ended: number | undefined;
}

/** One actor, also after its end. A restarted actor is another record of the same path. */
export interface ActorRecord {
  readonly ref: AnyActorRef;
  /** Of the root: the id of its machine. */
  readonly id: string;
  readonly parent: ActorRecord | undefined;
  /** Ids from the root down, without the root's own. */
  readonly path: readonly string[];
  readonly born: { readonly seq: number; readonly at: Millis };
  ended: { readonly seq: number; readonly at: Millis } | undefined;
  readonly snapshots: Kept[];
  /** Events on their way through its mailbox, the one in work first. */
  readonly waiting: SentEvent[];
  /** For a port: the event that started it, and its last commands. */
  readonly commands: Command[];
  deadlines: Deadline[];
}

/** A command to a port, with the ids in it. */
interface Command {
  readonly one: SentEvent;
  readonly ids: ReadonlySet<unknown>;
}

/** Everything that the actors below one root were sent, and became (TOOL-05). */
export interface History {
  readonly root: ActorRecord;
  readonly events: readonly SentEvent[];
  readonly actors: readonly ActorRecord[];
  /** Number of the last notice. */
  readonly seq: number;
  /** Number of events that were dropped for later ones. */
  readonly dropped: number;
}

export interface HistoryOptions {
  readonly now: () => Millis;
  /** Time since 1970, by which XState notes when a timer was set. */
  readonly date?: () => Millis;
  /** Number of events kept. Twice as many are kept before the oldest go. */
  readonly limit?: number;
}

const LIMIT = 20_000;
/** Commands of a port in which the one that an answer belongs to is looked for. */
const COMMANDS = 200;

/**
 * Follow all actors below `root`, from now on, by references to their immutable snapshots. `stop`
 * ends it.
 */
export function followActors(
  root: AnyActorRef,
  { now, date = now, limit = LIMIT }: HistoryOptions,
) {
  const records = new Map<ActorRefLike, ActorRecord>();
  let events: SentEvent[] = [];
  let seq = 0;
  let dropped = 0;

  function recordOf(ref: AnyActorRef): ActorRecord {
    const known = records.get(ref);
    if (known) return known;
    const parent = ref._parent && ref !== root ? recordOf(ref._parent) : undefined;
    const record: ActorRecord = {
      ref,
      id: parent ? ref.id : nameOfRoot(ref),
      parent,
      path: parent ? [...parent.path, ref.id] : [],
      born: { seq, at: now() },
      ended: undefined,
      snapshots: [],
      waiting: [],
      commands: [],
      deadlines: [],
    };
    records.set(ref, record);
    return record;
  }

  function send(source: ActorRefLike | undefined, target: AnyActorRef, event: AnyEventObject) {
    const to = recordOf(target);
    const from = source && isRef(source) ? recordOf(source) : undefined;
    const one: SentEvent = {
      seq,
      at: now(),
      from,
      to,
      event,
      ...causeOf(from, to, event),
      settled: undefined,
      microsteps: [],
      changed: false,
    };
    to.waiting.push(one);
    if (isPort(target)) to.commands.push({ one, ids: new Set(idsIn(event)) });
    if (to.commands.length > COMMANDS) to.commands.splice(1, 1);
    events.push(one);
    // XState gives no notice of the last snapshot of an actor whose transition threw
    if (from && event.type === `xstate.error.actor.${from.id}`)
      settle(from, from.waiting[0]?.event ?? event, from.ref.getSnapshot());
    if (events.length >= 2 * limit) drop();
  }

  function causeOf(
    from: ActorRecord | undefined,
    to: ActorRecord,
    event: AnyEventObject,
  ): Pick<SentEvent, 'origin' | 'cause'> {
    if (!from) return { origin: 'outside', cause: undefined };
    const deadline = runningOf(from, (one) => one.event === event);
    if (deadline) {
      deadline.ended = seq;
      return { origin: 'timer', cause: deadline.by };
    }
    if (from === to || !isPort(from.ref)) return { origin: 'actor', cause: from.waiting[0] };
    return { origin: 'answer', cause: from.waiting[0] ?? commandOf(from, event) };
  }

  /** The last command to a port that shares an id with its answer, or else its start. */
  function commandOf(port: ActorRecord, answer: AnyEventObject): SentEvent | undefined {
    const found = idsIn(answer);
    const asked = port.commands.findLast(({ ids }) => found.some((id) => ids.has(id)));
    return asked?.one ?? port.commands[0]?.one.cause;
  }

  function settle(record: ActorRecord, event: AnyEventObject, snapshot: unknown): void {
    const at = record.waiting.findIndex((one) => one.event === event);
    const by = at < 0 ? undefined : record.waiting.splice(at, 1)[0];
    if (by) by.settled = { seq, at: now() };
    if (record.snapshots.at(-1)?.snapshot !== snapshot) {
      record.snapshots.push({ seq, at: now(), snapshot, by });
      if (by) by.changed = true;
    }
    if (!hasEnded(snapshot)) return;
    record.ended ??= { seq, at: now() };
    for (const one of record.deadlines) one.ended ??= seq;
  }

  /** Note a delayed event, or its cancellation. */
  function schedule(record: ActorRecord, type: string, params: ScheduleParams): void {
    if (type === 'xstate.cancel') {
      const cancelled = runningOf(record, ({ id }) => id !== undefined && id === params.sendId);
      if (cancelled) cancelled.ended = seq;
    }
    const { event, delay, id } = params;
    if (!event || typeof delay !== 'number') return;
    const due = millis(inMillis(now()) + delay);
    const by = record.waiting[0];
    record.deadlines.push({ event, id, due, by, set: seq, ended: undefined });
  }

  /**
   * Drop the older half of the events, with the snapshots that only they need. Dropped events lose
   * their causes, because a timer that sets itself again makes an endless chain. The start of a
   * port stays the cause of its answers.
   */
  function drop(): void {
    for (const one of events.slice(0, -limit))
      if (one.event.type !== 'xstate.init') one.cause = undefined;
    dropped += events.length - limit;
    events = events.slice(-limit);
    const from = events[0]?.seq ?? seq;
    for (const record of records.values()) {
      const keptFrom = record.snapshots.findLastIndex((one) => one.seq < from);
      if (keptFrom > 0) record.snapshots.splice(0, keptFrom);
      record.deadlines = record.deadlines.filter(
        ({ ended }) => ended === undefined || ended >= from,
      );
      if (record.ended && record.ended.seq < from) records.delete(record.ref);
    }
  }

  const observer = (seen: InspectionEvent): void => {
    seq++;
    if (!isRef(seen.actorRef)) return;
    if (seen.type === '@xstate.event') return send(seen.sourceRef, seen.actorRef, seen.event);
    const record = recordOf(seen.actorRef);
    if (seen.type === '@xstate.snapshot') settle(record, seen.event, seen.snapshot);
    if (seen.type === '@xstate.microstep')
      record.waiting[0]?.microsteps.push({
        event: seen.event,
        taken: seen._transitions.map(taken),
      });
    if (seen.type === '@xstate.action')
      schedule(record, seen.action.type, seen.action.params ?? {});
  };

  for (const ref of refsBelow(root)) {
    const record = recordOf(ref);
    record.snapshots.push({ seq, at: now(), snapshot: ref.getSnapshot(), by: undefined });
  }
  for (const { source, event, id, delay, startedAt } of Object.values(
    root.system.getSnapshot()._scheduledEvents,
  )) {
    const due = millis(inMillis(now()) + startedAt + delay - inMillis(date()));
    recordOf(source).deadlines.push({ event, id, due, by: undefined, set: seq, ended: undefined });
  }
  const watching = root.system.inspect(observer);
  return {
    history: (): History => ({
      root: recordOf(root),
      events,
      actors: [...records.values()],
      seq,
      dropped,
    }),
    stop: (): void => watching.unsubscribe(),
  };
}

/** XState numbers a root that has no name. Its machine has one. */
function nameOfRoot(ref: AnyActorRef): string {
  const snapshot: unknown = ref.getSnapshot();
  return isMachineSnapshot(snapshot) ? snapshot.machine.id : ref.id;
}

/** The parameters of XState's own actions that set or cancel a timer. */
interface ScheduleParams {
  readonly event?: AnyEventObject;
  readonly delay?: number;
  readonly id?: string;
  readonly sendId?: string;
}

function runningOf(record: ActorRecord, is: (one: Deadline) => boolean): Deadline | undefined {
  return record.deadlines.find((one) => one.ended === undefined && is(one));
}

function taken({ source, target }: { source: { id: string }; target: unknown }): Taken {
  const targets = Array.isArray(target) ? (target as readonly { id: string }[]) : [];
  return { from: source.id, to: targets.map(({ id }) => id) };
}

function hasEnded(snapshot: unknown): boolean {
  return (
    typeof snapshot === 'object' &&
    snapshot !== null &&
    'status' in snapshot &&
    snapshot.status !== 'active'
  );
}

/** Depth and breadth in which the ids of an event are looked for. */
const DEEPEST = 4;
const WIDEST = 20;

/** Return the values of fields that are ids by their name, such as `id`, `eventId`, `request`. */
function idsIn(value: unknown, depth = 0): readonly unknown[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST || isRef(value)) return [];
  if (Array.isArray(value)) return value.slice(0, WIDEST).flatMap((one) => idsIn(one, depth + 1));
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    typeof one === 'string' || typeof one === 'number'
      ? /^(?:id|request|key)$|Id$/.test(name)
        ? [one]
        : []
      : idsIn(one, depth + 1),
  );
}

/** Return the snapshot of an actor after the notice `seq`. Undefined if it did not run then. */
export function keptAt(record: ActorRecord, seq: number): Kept | undefined {
  if (record.ended && record.ended.seq <= seq) return undefined;
  const { snapshots } = record;
  let [low, high] = [0, snapshots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((snapshots[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return snapshots[low - 1];
}

/** Return the deadlines of an actor that ran after the notice `seq`. */
export function deadlinesAt(record: ActorRecord, seq: number): readonly Deadline[] {
  return record.deadlines.filter(
    ({ set, ended }) => set <= seq && (ended === undefined || ended > seq),
  );
}
