import type { SignedEvent, VerifiedEvent } from './event.ts';
import { eventId } from './serialize.ts';

/** Return the same event, now verified as its author's words, or `undefined`. */
export type Verify = (event: SignedEvent) => VerifiedEvent | undefined;

/**
 * Create the only function that brands events (INV-VERIFIED). `check` verifies the signature of an
 * event from `readEvent`. About the last `memory` verified events are cached, so that a signature
 * is checked once. The id is always computed from the fields before the cache is read. The same id
 * and signature over other content are therefore refused (E-16).
 */
export function verifyWith(check: (event: SignedEvent) => boolean, memory = 20_000): Verify {
  const seen = recent(memory);
  return (event) => {
    if (eventId(event) !== event.id) return undefined;
    if (seen.has(event.id, event.sig)) return brand(event);
    if (!holds(check, event)) return undefined;
    seen.add(event.id, event.sig);
    return brand(event);
  };
}

function brand(event: SignedEvent): VerifiedEvent {
  return event as VerifiedEvent;
}

function holds(check: (event: SignedEvent) => boolean, event: SignedEvent): boolean {
  try {
    return check(event);
  } catch {
    return false;
  }
}

/**
 * Cache the last pairs of id and signature in two generations. The older one is dropped when the
 * younger one is full.
 */
function recent(capacity: number): {
  has: (id: string, sig: string) => boolean;
  add: (id: string, sig: string) => void;
} {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  const add = (id: string, sig: string): void => {
    if (young.size >= capacity / 2) {
      old = young;
      young = new Map();
    }
    young.set(id, sig);
  };
  const has = (id: string, sig: string): boolean => {
    if (young.get(id) === sig) return true;
    if (old.get(id) !== sig) return false;
    add(id, sig);
    return true;
  };
  return { has, add };
}
