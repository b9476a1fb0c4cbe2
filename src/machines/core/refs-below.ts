import { type AnyActorRef, type AnyMachineSnapshot, isMachineSnapshot } from 'xstate';
import { childrenOf } from './supervision.ts';

/**
 * Return the actor and all below it, parents before children. This is a separate file because only
 * the inspector and a replay need it.
 */
export function* refsBelow(ref: AnyActorRef): Generator<AnyActorRef> {
  yield ref;
  for (const child of Object.values(childrenOf(ref))) if (child) yield* refsBelow(child);
}

/** Return the machines among them with their snapshots. */
export function* machinesBelow(
  ref: AnyActorRef,
): Generator<readonly [ref: AnyActorRef, snapshot: AnyMachineSnapshot]> {
  for (const one of refsBelow(ref)) {
    const snapshot: unknown = one.getSnapshot();
    if (isMachineSnapshot(snapshot)) yield [one, snapshot];
  }
}
