import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  type InspectionEvent,
} from 'xstate';
import { withSilentPorts } from '../../core/ports.ts';
import { isRef } from '../../core/refs.ts';
import { isByHand, replayedFaults } from '../../inspector/replayed-faults.ts';
import { type ActorPath, isCounted, pathOf, type Recorded, type Recording } from './recorder.ts';
import { actorsReplaced } from './recorded-actor.ts';
import { hashOf } from './state-hash.ts';

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
  const timers = recordedTimers(() => root);
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
  const isPlayed = ({ to, event, timer }: Recorded): boolean => {
    if (timer)
      return (
        faults.firing(() => timers.fire(timer, to, event)) || faults.deliver(timer, to, event.type)
      );
    const ref = actors.get(nameOf(to));
    if (ref && isByHand(event.type)) return faults.act(ref, event);
    ref?.send(event);
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

/** A clock whose timers fire when the recording says so. */
function recordedTimers(root: () => AnyActorRef) {
  const waiting = new Map<object, () => void>();
  const known = new WeakSet();
  const scheduled = () => Object.values(root().system.getSnapshot()._scheduledEvents);
  const clock: ActorOptions<AnyActorLogic>['clock'] = {
    setTimeout: (run: () => void) => {
      // XState has just added the event that this timer delivers
      const added = scheduled().find((one) => !known.has(one));
      if (!added) throw new Error('XState no longer lists its timers');
      known.add(added);
      waiting.set(added, run);
      return added;
    },
    clearTimeout: (timer: object) => waiting.delete(timer),
  };
  /** Return false if no such timer is waiting. */
  const fire = (from: ActorPath, to: ActorPath, event: object): boolean => {
    const [source, target, content] = [nameOf(from), nameOf(to), hashOf(event)];
    const found = scheduled().find(
      (one) =>
        waiting.has(one) &&
        nameOf(pathOf(one.source)) === source &&
        nameOf(pathOf(one.target)) === target &&
        hashOf(one.event) === content,
    );
    const run = found && waiting.get(found);
    if (!run) return false;
    waiting.delete(found);
    run();
    return true;
  };
  return { clock, fire };
}
