import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  type InspectionEvent,
} from 'xstate';
import { inMillis, type Millis } from '../../../events/core/time.ts';
import { withSilentPorts } from '../../core/ports.ts';
import { isRef } from '../../core/refs.ts';
import { wayOf } from '../../inspector/event-way.ts';
import { isByHand, replayedFaults } from '../../inspector/replayed-faults.ts';
import { type ActorPath, isCounted, pathOf, type Recorded, type Recording } from './recorder.ts';
import { actorsReplaced } from './recorded-actor.ts';
import { hashOf, shapeHash } from './state-hash.ts';

export interface Replayed {
  readonly root: AnyActorRef;
  /** Entries without a receiver or a waiting timer: the replay differs from the recording. */
  readonly lost: readonly Recorded[];
}

export interface ReplayOptions {
  /** Called before the root starts. */
  readonly onRoot?: (root: AnyActorRef) => void;
  /** Called before an entry is played. */
  readonly onEntry?: (entry: Recorded) => void;
  /**
   * Called with the number of entries that have been played: 0 for the start of the root, and then
   * after all entries that belong to one step.
   */
  readonly onStep?: (played: number, root: AnyActorRef) => void;
}

/**
 * Replay a recording without adapters (TOOL-02). The machine is the recorded one with all fetched
 * logic registered (`replayed-app.ts`). The cause of its error is `noBeginning` if the recording
 * lacks its first entries.
 */
export function replay(
  machine: AnyStateMachine,
  { boot, dropped, log }: Recording,
  { onRoot, onEntry, onStep }: ReplayOptions = {},
): Replayed {
  if (!boot || dropped > 0)
    throw new Error(`the beginning is missing: ${dropped} entries were dropped`, {
      cause: 'noBeginning',
    });
  const lost: Recorded[] = [];
  const actors = new Map<string, AnyActorRef>();
  const withActors = actorsReplaced((path) => actors.get(nameOf(path)));
  const timers = recordedTimers(
    () => root,
    () => log[next - 1]?.at ?? boot.at,
  );
  let next = 0;
  // -1: no entry is being processed
  let notices = -1;
  const inspect = (seen: InspectionEvent): void => {
    const { type, actorRef } = seen;
    if (type === '@xstate.actor' && isRef(actorRef)) actors.set(nameOf(pathOf(actorRef)), actorRef);
    if (notices < 0) return;
    while ((log[next]?.during ?? Infinity) <= notices) play();
    if (isCounted(seen)) notices++;
  };
  const play = (): void => {
    const entry = log[next++];
    if (!entry) return;
    onEntry?.(entry);
    if (!isPlayed({ ...entry, event: withActors(entry.event) })) lost.push(entry);
  };
  const isPlayed = ({ to, event, timer, port }: Recorded): boolean => {
    if (timer)
      return (
        faults.firing(() => timers.fire(timer, to, event)) || faults.deliver(timer, to, event.type)
      );
    const ref = actors.get(nameOf(to));
    if (ref && isByHand(event.type)) return faults.act(ref, event);
    const from = port && actors.get(nameOf(port));
    // the inspector names the sender
    if (ref && from) faults.firing(() => wayOf(root.system)(from, ref, event));
    else ref?.send(event);
    return ref !== undefined;
  };
  const finish = (): void => {
    while (log[next]?.during !== undefined) play();
    notices = -1;
    onStep?.(next, root);
  };
  const root = createActor(machine, { input: boot.input, clock: timers.clock, inspect });
  const faults = replayedFaults(root);
  onRoot?.(root);
  withSilentPorts(() => {
    notices = 0;
    root.start();
    finish();
    while (next < log.length) {
      notices = 0;
      play();
      finish();
    }
  });
  return { root, lost };
}

const nameOf = (path: ActorPath): string => JSON.stringify(path);

interface Waiting {
  readonly run: () => void;
  /** Time of the recording at which it is due. Browsers are later. */
  readonly due: number;
}

/** A clock whose timers fire when the recording says so. `now`: time of the played entry. */
function recordedTimers(root: () => AnyActorRef, now: () => Millis) {
  const waiting = new Map<object, Waiting>();
  const known = new WeakSet();
  const scheduled = () => Object.values(root().system.getSnapshot()._scheduledEvents);
  const clock: ActorOptions<AnyActorLogic>['clock'] = {
    setTimeout: (run: () => void, timeout: number) => {
      // XState has just added the event that this timer delivers
      const added = scheduled().find((one) => !known.has(one));
      if (!added) throw new Error('XState no longer lists its timers');
      known.add(added);
      waiting.set(added, { run, due: inMillis(now()) + timeout });
      return added;
    },
    clearTimeout: (timer: object) => waiting.delete(timer),
  };
  const dueOf = (one: object): number => waiting.get(one)?.due ?? 0;
  /**
   * Return false if no such timer is waiting. A file may have stand-ins for the texts of the event.
   * Of the timers that differ only in texts, the one fires that is due first.
   */
  const fire = (from: ActorPath, to: ActorPath, event: AnyEventObject): boolean => {
    const [source, target, content, shape] = [
      nameOf(from),
      nameOf(to),
      hashOf(event),
      shapeHash(event),
    ];
    const alike = scheduled()
      .filter(
        (one) =>
          waiting.has(one) &&
          one.event.type === event.type &&
          nameOf(pathOf(one.source)) === source &&
          nameOf(pathOf(one.target)) === target &&
          shapeHash(one.event) === shape,
      )
      .toSorted((one, other) => dueOf(one) - dueOf(other));
    const found = alike.find((one) => hashOf(one.event) === content) ?? alike[0];
    const run = found && waiting.get(found)?.run;
    if (!run) return false;
    waiting.delete(found);
    run();
    return true;
  };
  return { clock, fire };
}
