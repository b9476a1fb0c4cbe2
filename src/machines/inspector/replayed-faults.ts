import type { AnyActorRef, AnyEventObject } from 'xstate';
import { isRecord } from '../../events/core/json.ts';
import { isPort } from '../core/refs.ts';
import { isVoid, type Relay, type Sent, setWay, signaturesAsked, wayOf } from './event-way.ts';
import {
  crashActor,
  type Fault,
  idsOf,
  isSlowed,
  nameOfFault,
  notifyOfCrash,
  notifyOfFault,
  stopActor,
} from './faults.ts';

/** An event that a slow actor has not received yet. */
interface Held {
  readonly sent: Sent;
  readonly fault: Fault;
}

/**
 * Let the faults of a recording happen in its replay (TOOL-02). The recording has events from
 * outside when they arrived, late ones too, so only events between machines are held here. Each
 * comes when the recording says so.
 */
export function replayedFaults(root: AnyActorRef) {
  const { system } = root;
  const signatures = signaturesAsked();
  let planted: readonly Fault[] = [];
  let held: readonly Held[] = [];
  let isPlaying = false;
  let through: Relay | undefined;

  const relay: Relay = (source, target, event) => {
    signatures.see(event);
    const isPlayed = isPlaying || !source;
    isPlaying = false;
    pass({ source, target, event }, isPlayed ? [] : planted);
  };

  function pass(sent: Sent, faults: readonly Fault[]): void {
    const fault = faults.find((one) => isHeld(one, sent));
    if (!fault) through?.(sent.source, sent.target, sent.event);
    else if (fault.kind === 'slow') held = [...held, { sent, fault }];
    // the recording has the refusal
    else planted = planted.filter((one) => one !== fault);
  }

  function isHeld(fault: Fault, sent: Sent): boolean {
    if (fault.kind === 'refuse') return signatures.isAsked(sent.event);
    return fault.kind === 'slow' && isSlowed(fault, sent);
  }

  function deliver(one: Held): void {
    held = held.filter((other) => other !== one);
    const at = planted.indexOf(one.fault);
    if (!isVoid(one.sent)) pass(one.sent, planted.slice(at + 1));
  }

  function undo(fault: Fault): void {
    const found = planted.find((one) => nameOfFault(one) === nameOfFault(fault));
    notifyOfFault(root, { type: 'inspector.undo', fault });
    for (const one of held) if (one.fault === found) deliver(one);
    planted = planted.filter((one) => one !== found);
  }

  function plant(fault: Fault): void {
    if (!through) {
      through = wayOf(system);
      setWay(system, relay);
    }
    notifyOfFault(root, { type: 'inspector.plant', fault });
    planted = [...planted, fault];
  }

  return {
    /** Play an act by hand. Return false if it cannot be played. */
    act: (ref: AnyActorRef, event: AnyEventObject): boolean => {
      const fault = faultFrom(event['fault']);
      if (event.type === 'inspector.stop') stopActor(ref);
      // the recording has the failure of a port, as that of any other port
      else if (event.type === 'inspector.crash' && isPort(ref)) notifyOfCrash(ref);
      else if (event.type === 'inspector.crash') crashActor(ref);
      else if (event.type === 'inspector.plant' && fault) plant(fault);
      else if (event.type === 'inspector.undo' && fault) undo(fault);
      else return false;
      return true;
    },
    /** Fire a timer. Its event is not held, because the recording says that it came. */
    firing: <T>(fire: () => T): T => {
      isPlaying = true;
      const fired = fire();
      isPlaying = false;
      return fired;
    },
    /**
     * Deliver the first held event of this type between two actors. Return false if none is held.
     * An exported event has other texts, so only its type counts.
     */
    deliver: (from: readonly string[], to: readonly string[], type: string): boolean => {
      const found = held.find(
        ({ sent }) =>
          sent.event.type === type &&
          isAt(sent.source, from) &&
          isAt(sent.target, to) &&
          !isVoid(sent),
      );
      if (found) deliver(found);
      return found !== undefined;
    },
  };
}

/** True for types of events that the inspector causes by hand. */
export function isByHand(type: string): boolean {
  return type.startsWith('inspector.');
}

function isAt(ref: AnyActorRef | undefined, ids: readonly string[]): boolean {
  return ref !== undefined && JSON.stringify(idsOf(ref)) === JSON.stringify(ids);
}

/** Read a fault from a file. */
function faultFrom(value: unknown): Fault | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, actor, ms } = value;
  if (kind === 'cut' || kind === 'refuse') return { kind };
  if (typeof ms !== 'number') return undefined;
  if (kind === 'late') return { kind, ms };
  return kind === 'slow' && Array.isArray(actor)
    ? { kind, actor: actor.map(String), ms }
    : undefined;
}
