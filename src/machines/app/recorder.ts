import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';

/** One thing that came in from outside: from a view or an adapter. `at` in milliseconds since the page began, `to` the path of ids. */
export interface Recorded {
  readonly at: number;
  readonly to: string;
  readonly event: AnyEventObject;
}

export interface Recorder {
  readonly log: () => readonly Recorded[];
  readonly inspect: (seen: InspectionEvent) => void;
}

/** Older entries make room: a day of reading must not fill the memory. `ROWS` counts what the entries carry: events, claims, frames. */
const ENTRIES = 5_000;
const ROWS = 20_000;

/** Keeps what came in from outside, answers of ports included; all the rest follows from it (TOOL-02). */
export function createRecorder(now: () => number): Recorder {
  let log: Recorded[] = [];
  let rows = 0;
  const inspect = (seen: InspectionEvent): void => {
    if (seen.type !== '@xstate.event' || OWN.has(seen.event.type)) return;
    const { actorRef, sourceRef, event } = seen;
    if (isPort(actorRef) || (sourceRef !== undefined && !isPort(sourceRef))) return;
    log.push({ at: Math.round(now()), to: pathOf(actorRef), event });
    rows += rowsIn(event);
    if (log.length > 2 * ENTRIES || rows > 2 * ROWS) ({ log, rows } = latest(log));
  };
  return { log: () => log, inspect };
}

/** What XState tells an actor of its own life. */
const OWN = new Set(['xstate.init', 'xstate.stop']);

/** The end of the log, as far back as there is room; at least its last entry. */
function latest(log: readonly Recorded[]): { log: Recorded[]; rows: number } {
  let rows = 0;
  let from = log.length;
  while (from > 0 && log.length - from < ENTRIES) {
    const more = rowsIn(log[from - 1]?.event);
    if (rows > 0 && rows + more > ROWS) break;
    rows += more;
    from--;
  }
  return { log: log.slice(from), rows };
}

function rowsIn(value: unknown, depth = 0): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + rowsIn(one, depth + 1), value.length);
  if (typeof value !== 'object' || value === null || depth > 2 || isRef(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + rowsIn(one, depth + 1), 0);
}

/** Ids from the root down, which stay the same from run to run, as session ids do not. */
export function pathOf(ref: ActorRefLike): string {
  return isRef(ref) && ref._parent ? `${pathOf(ref._parent)}/${ref.id}` : '';
}

/** Whether it is an actor. */
export function isRef(value: object): value is AnyActorRef {
  return 'sessionId' in value && 'getSnapshot' in value;
}

/** Whether it is an adapter: a callback or a promise. Whatever follows from events alone keeps a context, wherever its code has come from. */
function isPort(ref: ActorRefLike): boolean {
  return !('context' in ref.getSnapshot());
}
