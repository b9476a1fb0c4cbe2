import type { ActorRefLike, AnyEventObject, InspectionEvent } from 'xstate';
import { inMillis, millis, type Millis } from '../../../events/core/time.ts';
import { isPort, isRef } from '../../core/refs.ts';
import { isGone } from '../../core/supervision.ts';

/** Ids of an actor and of its ancestors below the root, the topmost first. */
export type ActorPath = readonly string[];

/** An event from a view, an adapter or a timer. `at`: time since the page began. */
export interface Recorded {
  readonly at: Millis;
  readonly to: ActorPath;
  readonly event: AnyEventObject;
  /**
   * The actor whose timer fired, or whose event came late by a fault by hand. Absent: the event
   * came from a view or an adapter.
   */
  readonly timer?: ActorPath;
  /** The adapter that sent the event. */
  readonly port?: ActorPath;
  /**
   * The event came while the entry before was being processed: number of notices of XState until
   * then, since the last entry without this field.
   */
  readonly during?: number;
  /** Address of the page, in a file without the host. Absent in a file: as before. */
  readonly place?: string | undefined;
}

/**
 * Start of the root: its time since the page began, and its input (device settings, seeds,
 * account).
 */
export interface Boot {
  readonly at: Millis;
  readonly input: unknown;
  readonly place?: string | undefined;
}

/** The states of all machines at one place of a recording. */
export interface Check {
  /** Number of entries before it. */
  readonly after: number;
  /** Hashes of the machines that changed since the check before. `undefined`: it has ended. */
  readonly changed: ReadonlyArray<readonly [path: ActorPath, hash: number | undefined]>;
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
  /** Places where a replay is compared with the session (`recording-checks.ts`). */
  readonly checks?: readonly Check[];
}

/** The recording while it goes on. `limit-recording.ts` drops its first entries. */
interface LiveRecording extends Recording {
  boot: Boot | undefined;
  dropped: number;
  readonly log: Recorded[];
  checks?: Check[];
}

export interface Recorder {
  readonly recording: () => LiveRecording;
  readonly inspect: (seen: InspectionEvent) => void;
  /**
   * Return the callback of a timer, for the root's clock. Timers are recorded when they fire,
   * because browsers are late.
   */
  readonly timer: (run: () => void) => () => void;
}

/**
 * Record the root's input and all events from outside, including replies of ports and the firing of
 * timers. Everything else follows from them (TOOL-02). `now`: time since the page began. `origin`:
 * when that was. `place`: address of the page, which only the views read.
 */
export function createRecorder(
  now: () => Millis,
  origin: Millis,
  place: () => string | undefined,
): Recorder {
  const recording: LiveRecording = { origin, boot: undefined, dropped: 0, log: [] };
  let isFiring = false;
  // 0: no entry is being processed
  let notices = 0;
  const inspect = (seen: InspectionEvent): void => {
    const { type, actorRef } = seen;
    const during = notices;
    if (during && isCounted(seen)) notices++;
    if (type !== '@xstate.event') return;
    const { sourceRef, event } = seen;
    const source = sourceRef && (isPort(sourceRef) ? 'port' : 'timer');
    const isInput = source === 'timer' ? isFiring : !source || !isPort(actorRef);
    isFiring = false;
    const when = () => ({ at: millis(Math.round(inMillis(now()))), place: place() });
    if (event.type === 'xstate.init') {
      if (recording.boot) return;
      recording.boot = { ...when(), input: event['input'] };
    } else {
      // XState drops events to an actor that has ended
      if (!isInput || isGone(actorRef)) return;
      recording.log.push({
        ...when(),
        to: pathOf(actorRef),
        event,
        ...(source && { [source]: pathOf(sourceRef) }),
        ...(during > 0 && { during }),
      });
    }
    if (during) return;
    notices = 1;
    queueMicrotask(() => {
      notices = 0;
    });
  };
  const timer = (run: () => void) => (): void => {
    isFiring = true;
    run();
    // no event came: a fault by hand holds it
    isFiring = false;
  };
  return { recording: () => recording, inspect, timer };
}

/** True if a replay sees the notice, too. Its ports answer nothing, so they never end. */
export function isCounted({ type, actorRef }: InspectionEvent): boolean {
  return type !== '@xstate.snapshot' || !isPort(actorRef);
}

/** Return the path of ids from the root. Unlike session ids, they are stable between runs. */
export function pathOf(ref: ActorRefLike): ActorPath {
  return isRef(ref) && ref._parent ? [...pathOf(ref._parent), ref.id] : [];
}
