import type { AnyActorRef } from 'xstate';

/** True if the value is an actor. */
export function isRef(value: object): value is AnyActorRef {
  return 'sessionId' in value && 'getSnapshot' in value;
}

/**
 * True if the actor is an adapter: a callback or a promise. Machines have a context, wherever their
 * code was loaded from.
 */
export function isPort(ref: Pick<AnyActorRef, 'getSnapshot'>): boolean {
  return !('context' in ref.getSnapshot());
}
