import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { type Explored, stepsOnce, still } from './explore.ts';
import { isRef } from '../../../src/machines/core/refs.ts';
import { hashOf } from '../../../src/machines/app/recording/state-hash.ts';

/**
 * Return the steps after which a restored snapshot differs from the original one: its state was
 * written as JSON, and the records in its context are copies. Each event is tried once in each
 * state.
 */
export function unlikeRestored(
  machine: AnyStateMachine,
  input: unknown,
  explored: Explored,
): readonly string[] {
  const scope = still(machine, input);
  return stepsOnce(explored).flatMap(({ from, snapshot, event }) => {
    const [one, other] = [snapshot, restored(machine, snapshot)].map((before) =>
      hashOfState(machine.transition(before as never, event, scope)),
    );
    return one === other ? [] : [`${from} + ${event.type}`];
  });
}

/** Children are actors of their own, and stay. */
function restored(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): AnyMachineSnapshot {
  const { value, context, status, children, historyValue } = snapshot;
  const state = {
    value: JSON.parse(JSON.stringify(value)),
    context: copyOf(context),
    status,
    historyValue,
  };
  return Object.assign(machine.resolveState(state as never), { children });
}

/** Return a hash of all that a machine remembers. Children are actors of their own. */
export function hashOfState({
  value,
  status,
  output,
  context,
  children,
}: AnyMachineSnapshot): number {
  return hashOf([value, status, output, context, Object.keys(children)]);
}

/** Copy records and collections. Actors, logic, functions and instances of classes stay. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRef(value) || 'transition' in value)
    return value;
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, copyOf(one)]));
  if (value instanceof Set) return new Set(value);
  if (Array.isArray(value)) return value.map(copyOf);
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]));
}
