import type { ActorRefLike, AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate';
import { inMillis, millis, type Millis } from '../../events/core/time.ts';

/**
 * One external event, from a view or an adapter. `at`: time since the page began. `to`: path of
 * ids.
 */
export interface Recorded {
  readonly at: Millis;
  readonly to: string;
  readonly event: AnyEventObject;
}

/**
 * Start of the root: its time since the page began, and its input (device settings, seeds,
 * account).
 */
export interface Boot {
  readonly at: Millis;
  readonly input: unknown;
}

/** Everything needed to restore the same state, if nothing was dropped. */
export interface Recording {
  /** Time when the page began, since 1970. */
  readonly origin: Millis;
  readonly boot: Boot | undefined;
  /**
   * Number of entries dropped for later ones. A recording with dropped entries cannot be replayed.
   * XState snapshots do not resume timers and promises, so a replay from a later snapshot would be
   * wrong.
   */
  readonly dropped: number;
  readonly log: readonly Recorded[];
}

export interface Recorder {
  readonly recording: () => Recording;
  readonly inspect: (seen: InspectionEvent) => void;
}

/**
 * Limits of the log, because a day of reading must not fill the memory. `ROWS` counts the events,
 * claims and frames in entries.
 */
const ENTRIES = 5_000;
const ROWS = 20_000;

/**
 * Record the root's input and all external events, including replies of ports. Everything else
 * follows from them (TOOL-02). `now`: time since the page began. `origin`: when that was.
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

/** XState's own lifecycle events. */
const OWN = new Set(['xstate.init', 'xstate.stop']);

/** Return the end of the log within the limits, at least its last entry. */
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
  if (Array.isArray(value))
    return value.reduce((sum: number, one: unknown) => sum + rowsIn(one, depth + 1), value.length);
  if (typeof value !== 'object' || value === null || depth > 2 || isRef(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + rowsIn(one, depth + 1), 0);
}

/** Return the path of ids from the root. Unlike session ids, they are stable between runs. */
export function pathOf(ref: ActorRefLike): string {
  return isRef(ref) && ref._parent ? `${pathOf(ref._parent)}/${ref.id}` : '';
}

/** True if the value is an actor. */
export function isRef(value: object): value is AnyActorRef {
  return 'sessionId' in value && 'getSnapshot' in value;
}

/**
 * True if the actor is an adapter: a callback or a promise. Machines have a context, wherever their
 * code was loaded from.
 */
function isPort(ref: ActorRefLike): boolean {
  return !('context' in ref.getSnapshot());
}
