import type { AnyActorRef, AnyEventObject } from 'xstate';
import type { SignEvent, SignerCommand } from '../core/sign-request.ts';
import { childrenOf, isGone } from '../core/supervision.ts';

/** An event on its way. */
export interface Sent {
  readonly source: AnyActorRef | undefined;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
}

/** XState's way of all events between actors. */
export type Relay = (source: Sent['source'], target: AnyActorRef, event: AnyEventObject) => void;

type System = AnyActorRef['system'];

// the only place through which XState sends all events, and internal
export const wayOf = (system: System): Relay => Reflect.get(system, '_relay');
export const setWay = (system: System, relay: Relay) => Reflect.set(system, '_relay', relay);

/** True if the event must not arrive any more: XState and ports would not send it now. */
export function isVoid({ source, target }: Sent): boolean {
  if (isGone(target)) return true;
  return source?._parent === target && childrenOf(target)[source.id] !== source;
}

function isRequest(event: {
  readonly type: string;
}): event is Extract<SignEvent, { type: 'sign.request' }> {
  return event.type === 'sign.request';
}

type Perform = Extract<SignerCommand, { type: 'signer.perform' }>;

/** True if a signer asks its port for an action. */
export function isPrompt(event: { readonly type: string }): event is Perform {
  return event.type === 'signer.perform';
}

/** Find the signatures that the user is asked for. Show it all events on their way. */
export function signaturesAsked() {
  const quiet = new WeakSet();
  return {
    see: (event: AnyEventObject): void => {
      if (isRequest(event) && event.request.quiet) quiet.add(event.request.act);
    },
    isAsked: (event: AnyEventObject): boolean =>
      isPrompt(event) && event.act.do === 'sign' && !quiet.has(event.act),
  };
}
