import type { ActorOptions, AnyActorLogic, AnyActorRef, AnyEventObject, EventObject } from 'xstate';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { callbackAdapter } from '../core/ports.ts';
import { isRef } from '../core/refs.ts';
import { refsBelow } from '../core/refs-below.ts';
import type { SignerSignal } from '../core/sign-request.ts';
import { isGone } from '../core/supervision.ts';
import {
  isPrompt,
  isVoid,
  type Relay,
  type Sent,
  setWay,
  signaturesAsked,
  wayOf,
} from './event-way.ts';

/** A fault by hand that lasts until it is undone (TOOL-05). Lengths of time are in milliseconds. */
export type Fault =
  /** Events reach the actor with that path late, also after its restart. [] is the root. */
  | { readonly kind: 'slow'; readonly actor: readonly string[]; readonly ms: number }
  /** Answers of the caching service arrive late. */
  | { readonly kind: 'late'; readonly ms: number }
  /** No socket is open, none can be opened, and requests of the page fail. */
  | { readonly kind: 'cut' }
  /** The next signature is refused. Quiet requests go on, as they have no prompt. */
  | { readonly kind: 'refuse' };

/**
 * An act by hand. Observers of the actors see it as an event, so a recording has it, but no machine
 * receives it (TOOL-02). That of a fault that lasts goes to the root.
 */
export type HandEvent =
  | { readonly type: 'inspector.stop' }
  | { readonly type: 'inspector.crash' }
  | { readonly type: 'inspector.plant'; readonly fault: Fault }
  | { readonly type: 'inspector.undo'; readonly fault: Fault };

interface FaultSeams {
  /** Let the page's own requests fail. Return a function that ends it. */
  readonly cutPage: () => () => void;
  /** Called with the faults that last, after each change. */
  readonly changed: (faults: readonly Fault[]) => void;
}

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
  notifyObservers(ref, '@xstate.event', { type: 'inspector.stop' });
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

/** Notify observers of a crash that does not happen here. */
export function notifyOfCrash(ref: AnyActorRef): void {
  notifyObservers(ref, '@xstate.event', { type: 'inspector.crash' });
}

/** Send observers the notices of an event that changes nothing at the root. */
export function notifyOfFault(
  root: AnyActorRef,
  event: Extract<HandEvent, { readonly fault: Fault }>,
): void {
  notifyObservers(root, '@xstate.event', event);
  notifyObservers(root, '@xstate.snapshot', event);
}

function notifyObservers(
  actorRef: AnyActorRef,
  type: '@xstate.event' | '@xstate.snapshot',
  event: HandEvent,
): void {
  const notice = { type, actorRef, event, sourceRef: undefined, snapshot: actorRef.getSnapshot() };
  // internal, as nothing else sends notices
  Reflect.apply(Reflect.get(actorRef.system, '_sendInspectionEvent'), actorRef.system, [notice]);
}

/** Return the ids of an actor and its ancestors below the root, the topmost first. */
export function idsOf(ref: AnyActorRef): readonly string[] {
  return ref._parent ? [...idsOf(ref._parent), ref.id] : [];
}

/** True for events that a slow actor gets late. */
export function isSlowed({ actor }: Extract<Fault, { kind: 'slow' }>, sent: Sent): boolean {
  const { source, target } = sent;
  // own timers would fire after the actor has cancelled them
  if (source === target) return false;
  const ids = idsOf(target);
  return ids.length === actor.length && ids.every((id, at) => id === actor[at]);
}

const CLOSED = { type: 'socket.closed', reason: 'errored' } as const;

/** The port of a socket while the network is cut. */
const closedSocket = callbackAdapter<EventObject, unknown>(({ sendBack }) =>
  queueMicrotask(() => sendBack(CLOSED)),
);

/** True for the port of a socket: that of the caching service, or of a relay. */
function isSocket(ref: object): ref is AnyActorRef {
  return isRef(ref) && ref.src === 'socket';
}

/**
 * Let faults happen in the actors below `root`. Nothing is changed before the first fault. `end`
 * undoes all of them.
 */
export function openFaults(root: AnyActorRef, { cutPage, changed }: FaultSeams) {
  const { system } = root;
  // the clock of the root: a recorder notices its timers
  const clock: NonNullable<ActorOptions<AnyActorLogic>['clock']> = Reflect.get(system, '_clock');
  const after = clock.setTimeout.bind(clock);
  const signatures = signaturesAsked();
  let planted: readonly Planted[] = [];
  let through: Relay | undefined;

  const relay: Relay = (source, target, event) => {
    signatures.see(event);
    pass({ source, target, event }, planted);
  };

  function pass(sent: Sent, faults: readonly Planted[]): void {
    const by = faults.find(({ stops }) => stops(sent));
    if (by) by.hold(sent);
    else (through ?? wayOf(system))(sent.source, sent.target, sent.event);
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
        after(() => deliver(sent), ms);
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
      stops: ({ event }) => signatures.isAsked(event),
      hold: ({ target, event }) => {
        if (!isPrompt(event)) return;
        remove(fault);
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
        return delay(fault.ms, (sent) => isSlowed(fault, sent));
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

  function remove(fault: Fault): void {
    set(planted.filter((one) => one.fault !== fault));
  }

  function undo(fault: Fault): void {
    const found = planted.find((one) => one.fault === fault);
    if (!found) return;
    notifyOfFault(root, { type: 'inspector.undo', fault });
    found.end();
    remove(fault);
  }

  return {
    /** Plant a fault in place of the same one with another length. */
    plant: (fault: Fault): void => {
      const same = planted.find(({ fault: one }) => nameOfFault(one) === nameOfFault(fault));
      if (same) undo(same.fault);
      notifyOfFault(root, { type: 'inspector.plant', fault });
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
  return fault.kind === 'slow' ? `slow ${JSON.stringify(fault.actor)}` : fault.kind;
}
