import type { AnyActorRef, AnyEventObject, EventObject } from 'xstate';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { callbackAdapter } from '../core/ports.ts';
import { isRef } from '../core/refs.ts';
import { refsBelow } from '../core/refs-below.ts';
import type { SignEvent, SignerCommand, SignerSignal } from '../core/sign-request.ts';
import { childrenOf, isGone } from '../core/supervision.ts';

/** A fault by hand that lasts until it is undone (TOOL-05). Lengths of time are in milliseconds. */
export type Fault =
  /** Events reach the actor with that path late, also after its restart. '' is the root. */
  | { readonly kind: 'slow'; readonly actor: string; readonly ms: number }
  /** Answers of the caching service arrive late. */
  | { readonly kind: 'late'; readonly ms: number }
  /** No socket is open, none can be opened, and requests of the page fail. */
  | { readonly kind: 'cut' }
  /** The next signature is refused. Quiet requests go on, as they have no prompt. */
  | { readonly kind: 'refuse' };

interface FaultSeams {
  /** Let the page's own requests fail. Return a function that ends it. */
  readonly cutPage: () => () => void;
  readonly after: (ms: number, run: () => void) => void;
  /** Called with the faults that last, after each change. */
  readonly changed: (faults: readonly Fault[]) => void;
}

/** An event on its way. */
interface Sent {
  readonly source: AnyActorRef | undefined;
  readonly target: AnyActorRef;
  readonly event: AnyEventObject;
}

/** XState's way of all events between actors. */
type Relay = (source: Sent['source'], target: AnyActorRef, event: AnyEventObject) => void;

/** How a fault works. `hold` is called with each event that it stops. */
interface Effect {
  readonly stops: (sent: Sent) => boolean;
  readonly hold: (sent: Sent) => void;
  readonly end: () => void;
}

interface Planted extends Effect {
  readonly fault: Fault;
}

/** Stop an actor and all below it. Its owner is not notified. */
export function stopActor(ref: AnyActorRef): void {
  // only this internal XState method stops an actor from outside its parent
  Reflect.apply(Reflect.get(ref, '_stop'), ref, []);
}

/** Let the next transition of an actor throw, and send an event that causes it. */
export function crashActor(ref: AnyActorRef): void {
  const transition = (): never => {
    throw new Error('Crashed by hand in the inspector');
  };
  // a copy, because other actors share the logic
  const logic: object = Object.create(Reflect.get(ref, 'logic'), {
    transition: { value: transition },
  });
  Reflect.set(ref, 'logic', logic);
  ref.send({ type: 'inspector.crash' });
}

/** Return the path of an actor below the root, joined by slashes. */
export function pathText(ref: AnyActorRef): string {
  const parent = ref._parent;
  if (!parent) return '';
  return parent._parent ? `${pathText(parent)}/${ref.id}` : ref.id;
}

// the only place through which XState sends all events, and internal
const wayOf = (system: AnyActorRef['system']): Relay => Reflect.get(system, '_relay');
const setWay = (system: AnyActorRef['system'], relay: Relay) =>
  Reflect.set(system, '_relay', relay);

const CLOSED = { type: 'socket.closed', reason: 'errored' } as const;

/** The port of a socket while the network is cut. */
const closedSocket = callbackAdapter<EventObject, unknown>(({ sendBack }) =>
  queueMicrotask(() => sendBack(CLOSED)),
);

/** True for the port of a socket: that of the caching service, or of a relay. */
function isSocket(ref: object): ref is AnyActorRef {
  return isRef(ref) && ref.src === 'socket';
}

function isRequest(event: {
  readonly type: string;
}): event is Extract<SignEvent, { type: 'sign.request' }> {
  return event.type === 'sign.request';
}

/** True if a signer asks its port for an action. */
function isPrompt(event: {
  readonly type: string;
}): event is Extract<SignerCommand, { type: 'signer.perform' }> {
  return event.type === 'signer.perform';
}

/** True if the event must not arrive any more: XState and ports would not send it now. */
function isVoid({ source, target }: Sent): boolean {
  if (isGone(target)) return true;
  return source?._parent === target && childrenOf(target)[source.id] !== source;
}

/**
 * Let faults happen in the actors below `root`. Nothing is changed before the first fault. `end`
 * undoes all of them.
 */
export function openFaults(root: AnyActorRef, { cutPage, after, changed }: FaultSeams) {
  const { system } = root;
  const quiet = new WeakSet();
  let planted: readonly Planted[] = [];
  let through: Relay | undefined;

  const relay: Relay = (source, target, event) => {
    if (isRequest(event) && event.request.quiet) quiet.add(event.request.act);
    pass({ source, target, event }, planted);
  };

  function pass(sent: Sent, faults: readonly Planted[]): void {
    const by = faults.find(({ stops }) => stops(sent));
    if (by) by.hold(sent);
    else through?.(sent.source, sent.target, sent.event);
  }

  /** Hold events for a time, in their order. Its end delivers all that wait. */
  function delay(ms: number, stops: Effect['stops']): Effect {
    let waiting: readonly Sent[] = [];
    const deliver = (sent: Sent): void => {
      if (!waiting.includes(sent)) return;
      waiting = waiting.filter((one) => one !== sent);
      // the faults that were planted later
      const at = planted.findIndex((one) => one.stops === stops);
      if (!isVoid(sent)) pass(sent, planted.slice(at + 1));
    };
    return {
      stops,
      hold: (sent) => {
        waiting = [...waiting, sent];
        after(ms, () => deliver(sent));
      },
      end: () => waiting.forEach(deliver),
    };
  }

  function send(source: AnyActorRef, target: AnyActorRef, event: AnyEventObject): void {
    if (!isGone(target)) wayOf(system)(source, target, event);
  }

  function cut(): Effect {
    const reopenPage = cutPage();
    const watching = system.inspect((seen) => {
      // XState notifies before the logic is used
      if (seen.type === '@xstate.actor' && isSocket(seen.actorRef))
        Reflect.set(seen.actorRef, 'logic', closedSocket);
    });
    for (const ref of [...refsBelow(root)].filter(isSocket))
      if (ref._parent) send(ref, ref._parent, CLOSED);
    return {
      stops: () => false,
      hold: () => undefined,
      end: () => {
        watching.unsubscribe();
        reopenPage();
      },
    };
  }

  function refuse(fault: Fault): Effect {
    return {
      stops: ({ event }) => isPrompt(event) && event.act.do === 'sign' && !quiet.has(event.act),
      hold: ({ target, event }) => {
        if (!isPrompt(event)) return;
        undo(fault);
        const failure = signingFailure('event_not_signed', { code: 'signer.cancelled' });
        const no: SignerSignal = { type: 'signer.failed', id: event.id, failure };
        queueMicrotask(() => {
          if (target._parent && !isGone(target)) send(target, target._parent, no);
        });
      },
      end: () => undefined,
    };
  }

  function effectOf(fault: Fault): Effect {
    switch (fault.kind) {
      case 'slow':
        return delay(
          fault.ms,
          // own timers would fire after the actor has cancelled them
          ({ source, target }) => source !== target && pathText(target) === fault.actor,
        );
      case 'late':
        return delay(
          fault.ms,
          ({ source, target }) =>
            source !== undefined &&
            isSocket(source) &&
            target.id === 'cache' &&
            source._parent === target,
        );
      case 'cut':
        return cut();
      case 'refuse':
        return refuse(fault);
    }
  }

  /** Take XState's place for the first fault, and give it back after the last one. */
  function set(next: readonly Planted[]): void {
    planted = next;
    if (planted.length > 0 && !through) {
      through = wayOf(system);
      setWay(system, relay);
    } else if (planted.length === 0 && through && wayOf(system) === relay) {
      // else another inspector has taken its place since
      setWay(system, through);
      through = undefined;
    }
    changed(planted.map(({ fault }) => fault));
  }

  function undo(fault: Fault): void {
    const found = planted.find((one) => one.fault === fault);
    if (!found) return;
    found.end();
    set(planted.filter((one) => one !== found));
  }

  return {
    /** Plant a fault in place of the same one with another length. */
    plant: (fault: Fault): void => {
      const same = planted.find(({ fault: one }) => nameOfFault(one) === nameOfFault(fault));
      if (same) undo(same.fault);
      set([...planted, { fault, ...effectOf(fault) }]);
    },
    undo,
    end: (): void => {
      for (const { fault } of planted) undo(fault);
    },
  };
}

/** Return a name that is unique among the faults that last. */
export function nameOfFault(fault: Fault): string {
  return fault.kind === 'slow' ? `slow ${fault.actor}` : fault.kind;
}
