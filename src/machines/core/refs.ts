import type { AnyActorRef } from 'xstate';

/** True if the value is an actor. */
export function isRef(value: object): value is AnyActorRef {
  return 'sessionId' in value && 'getSnapshot' in value;
}
