import type { AnyActorRef } from 'xstate';
import { isPlain } from '../../../src/events/core/plain-object.ts';
import { isRef } from '../../../src/machines/core/refs.ts';
import { type History, keptAt } from '../../../src/machines/inspector/history.ts';

/**
 * Return the root as it was after the notice `seq`, with its descendants: actors that stand still.
 * They have ids, snapshots and children, and ignore all events. No event is replayed:
 * snapshots are immutable, and kept by reference.
 */
export function frozenTree(history: History, seq: number): AnyActorRef {
  const records = new Map(history.actors.map((one) => [one.ref, one]));
  const frozen = new Map<AnyActorRef, AnyActorRef>();

  const freeze = (ref: AnyActorRef): AnyActorRef => {
    const known = frozen.get(ref);
    if (known) return known;
    const record = records.get(ref);
    const kept = record && (keptAt(record, seq) ?? record.snapshots.at(-1));
    let snapshot: unknown;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that readers use is there
    const still = {
      id: ref.id,
      sessionId: ref.sessionId,
      src: ref.src,
      system: ref.system,
      _parent: ref._parent && freeze(ref._parent),
      getSnapshot: () => (snapshot ??= swapped(kept ? kept.snapshot : ref.getSnapshot(), freeze)),
      send: () => {},
      start: () => still,
      on: () => INERT,
      subscribe: () => INERT,
    } as unknown as AnyActorRef;
    frozen.set(ref, still);
    return still;
  };
  return freeze(history.root.ref);
}

const INERT = { unsubscribe: () => {} };

/** Parts of snapshots without an actor. They are immutable, so they are walked once. */
const withoutRefs = new WeakSet();

/** Return a value with each actor in it replaced. Parts without actors stay the same objects. */
function swapped(value: unknown, freeze: (ref: AnyActorRef) => AnyActorRef): unknown {
  if (typeof value !== 'object' || value === null || withoutRefs.has(value)) return value;
  if (isRef(value)) return freeze(value);
  const swap = (one: unknown) => swapped(one, freeze);
  const other = copyOf(value, swap);
  if (other === value) withoutRefs.add(value);
  return other;
}

/** Copy a container with its values mapped, or return itself if none changed. */
function copyOf(value: object, map: (one: unknown) => unknown): object {
  let isSame = true;
  const mapped = (one: unknown): unknown => {
    const other = map(one);
    if (other !== one) isSame = false;
    return other;
  };
  if (Array.isArray(value)) {
    const copy = value.map(mapped);
    return isSame ? value : copy;
  }
  if (value instanceof Map) {
    const copy = new Map([...value].map(([key, one]) => [key, mapped(one)]));
    return isSame ? value : copy;
  }
  if (value instanceof Set) {
    const copy = new Set([...value].map(mapped));
    return isSame ? value : copy;
  }
  if (!isPlain(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [
      key,
      SKIPPED.has(key) ? one : mapped(one),
    ]),
  );
  return isSame ? value : copy;
}

/** Fields of a machine's snapshot that hold its chart. */
const SKIPPED = new Set(['machine', '_nodes', 'historyValue']);
