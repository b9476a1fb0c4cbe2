import {
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  isMachineSnapshot,
  SimulatedClock,
  type Snapshot,
  StateMachine,
} from 'xstate';
import { inMillis } from '../../../src/events/core/time.ts';
import { isRef, pathOf, type Recording } from '../../../src/machines/app/recorder.ts';
import { elapse } from './clock.ts';

/**
 * Return the logic with every port below it silent: the recording holds the signals of the ports.
 */
export function silent<Logic extends AnyActorLogic>(logic: Logic): Logic {
  if (isPort(logic)) return fromCallback(() => {}) as AnyActorLogic as Logic;
  if (!(logic instanceof StateMachine)) return logic;
  const machine = logic as AnyStateMachine;
  const actors = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);
  return machine.provide({
    actors: Object.fromEntries(actors.map(([name, one]) => [name, silent(one)])),
  } as never) as AnyActorLogic as Logic;
}

/** True for callbacks and promises. XState gives no other logic both a start and a `config`. */
function isPort(logic: ActorLogic<Snapshot<unknown>, EventObject>): boolean {
  return 'config' in logic && !(logic instanceof StateMachine) && logic.start !== undefined;
}

/**
 * Replay a recording into a machine without ports, on the recording's clock, up to `until`
 * milliseconds.
 */
export function replay(
  machine: AnyStateMachine,
  { boot, dropped, log }: Recording,
  until: number,
): AnyActorRef {
  if (!boot || dropped > 0)
    throw new Error(`the beginning is missing: ${dropped} entries were dropped`);
  const clock = new SimulatedClock();
  elapse(clock, inMillis(boot.at));
  const root = createActor(silent(machine), { input: boot.input, clock }).start();
  for (const { at, to, event } of log) {
    elapse(clock, inMillis(at) - clock.now());
    const ids = to.split('/').slice(1);
    const ref = ids.reduce<AnyActorRef | undefined>(
      (one, id) => one?.getSnapshot().children[id],
      root,
    );
    if (!ref) throw new Error(`nobody is at ${to} to be sent ${event.type}`);
    ref.send(event);
  }
  elapse(clock, until - clock.now());
  return root;
}

/**
 * Return states and contexts of an actor and its descendants, without values that cannot be
 * compared.
 */
export function dump(ref: AnyActorRef): unknown {
  const snapshot: unknown = ref.getSnapshot();
  const { context }: { context?: unknown } = snapshot as object;
  if (!isMachineSnapshot(snapshot)) return context === undefined ? 'a port' : { context };
  const children = Object.entries<AnyActorRef>(snapshot.children).map(([id, child]) => [
    id,
    dump(child),
  ]);
  return {
    value: snapshot.value,
    status: snapshot.status,
    context: plain(context, 0),
    children: Object.fromEntries(children),
  };
}

/** Return a comparable value: actors as paths, and logic with transitions as nothing. */
function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || depth > 12) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if ('transition' in value) return undefined;
  if (isRef(value)) return pathOf(value);
  if (value instanceof Map)
    return new Map([...value].map(([key, one]) => [plain(key, depth + 1), plain(one, depth + 1)]));
  if (value instanceof Set) return new Set([...value].map((one) => plain(one, depth + 1)));
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, plain(one, depth + 1)]),
  );
}
