import type { AnyActorRef, AnyEventObject, AnyStateMachine } from 'xstate';
import { isRef } from '../../../src/machines/core/refs.ts';
import { actorsReplaced } from '../../../src/machines/app/recording/recorded-actor.ts';
import { type ActorPath, pathOf } from '../../../src/machines/app/recording/recorder.ts';
import { readRecording } from '../../../src/machines/app/recording/read-recording.ts';
import { recordingText } from '../../../src/machines/app/recording/recording-text.ts';
import { millis } from '../../../src/events/core/time.ts';
import { type Edge, type Explored, stepsOnce, still } from './explore.ts';
import { hashOfState } from './restored.ts';

/**
 * Return the steps that lead to another state if their event was written to a recording and read
 * again (TOOL-02). Each event is tried once in each state.
 */
export function unlikeRecorded(
  machine: AnyStateMachine,
  input: unknown,
  explored: Explored,
): ReadonlyArray<{ readonly from: string; readonly type: string }> {
  const scope = still(machine, input);
  const steps = stepsOnce(explored);
  const recorded = recordedEvents(steps);
  return steps.flatMap(({ from, snapshot, event }, at) => {
    const [one, other] = [event, recorded[at]].map((sent) =>
      hashOfState(machine.transition(snapshot as never, sent as never, scope)),
    );
    return one === other ? [] : [{ from, type: event.type }];
  });
}

/** The events as a replay has them: read from a file, with the actors that they name. */
function recordedEvents(steps: readonly Pick<Edge, 'event'>[]): readonly AnyEventObject[] {
  const actors = new Map<string, AnyActorRef>();
  for (const { event } of steps) for (const ref of refsIn(event)) actors.set(nameOf(ref), ref);
  const withActors = actorsReplaced((path: ActorPath) => actors.get(JSON.stringify(path)));
  const log = steps.map(({ event }) => ({ at: millis(0), place: undefined, to: [], event }));
  const text = recordingText({ origin: millis(0), boot: undefined, dropped: 0, log }, 'own');
  return readRecording(text).log.map(({ event }) => withActors(event));
}

function nameOf(ref: AnyActorRef): string {
  return JSON.stringify(pathOf(ref));
}

function refsIn(value: unknown, seen = new Set<unknown>()): readonly AnyActorRef[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (isRef(value)) return [value];
  const parts = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return parts.flatMap((one) => refsIn(one, seen));
}
