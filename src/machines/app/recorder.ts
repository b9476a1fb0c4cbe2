import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';
import { inMillis, millis, type Millis } from '../../events/core/time.ts';

/** One thing that came in from outside: from a view or an adapter. `at` is counted from when the page began, `to` the path of ids. */
export interface Recorded {
  readonly at: Millis;
  readonly to: string;
  readonly event: AnyEventObject;
}

/** How the root began: when, since the page did, and with what input: settings of the device, seeds, who was here. */
export interface Boot {
  readonly at: Millis;
  readonly input: unknown;
}

/** All that it takes to come to the same state again, if nothing was dropped. */
export interface Recording {
  /** When the page began, since 1970. */
  readonly origin: Millis;
  readonly boot: Boot | undefined;
  /**
   * Entries that made room for later ones. A recording that dropped any cannot be played from its start, and there is nothing in it to start
   * from later: a snapshot of XState does not take up its timers and promises again, so that playing on from one would show what never was.
   */
  readonly dropped: number;
  readonly log: readonly Recorded[];
}

export interface Recorder {
  readonly recording: () => Recording;
  readonly inspect: (seen: InspectionEvent) => void;
}

/** Older entries make room: a day of reading must not fill the memory. `ROWS` counts what the entries carry: events, claims, frames. */
const ENTRIES = 5_000;
const ROWS = 20_000;

/**
 * Keeps what the root began with and what came in from outside, answers of ports included; all the rest follows from it (TOOL-02).
 * `now`: since the page began; `origin`: when that was.
 */
export function createRecorder(now: () => Millis, origin: Millis): Recorder {
  let log: Recorded[] = [];
  let rows = 0;
  let dropped = 0;
  let boot: Boot | undefined;
  const inspect = (seen: InspectionEvent): void => {
    if (seen.type !== '@xstate.event') return;
    const { actorRef, sourceRef, event } = seen;
    if (event.type === 'xstate.init' && sourceRef === undefined)
      boot ??= { at: millis(Math.round(inMillis(now()))), input: event['input'] };
    if (OWN.has(event.type)) return;
    if (isPort(actorRef) || (sourceRef !== undefined && !isPort(sourceRef))) return;
    log.push({ at: millis(Math.round(inMillis(now()))), to: pathOf(actorRef), event });
    rows += rowsIn(event);
    if (log.length <= 2 * ENTRIES && rows <= 2 * ROWS) return;
    const before = log.length;
    ({ log, rows } = latest(log));
    dropped += before - log.length;
  };
  return { recording: () => ({ origin, boot, dropped, log }), inspect };
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
