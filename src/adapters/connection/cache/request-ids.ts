import { type CacheQuery, cacheQueryKey } from '../../../events/connection/cache-query.ts';
import type { ReceivedBatch } from '../../../machines/core/cache-protocol.ts';

/**
 * The ids of one connection: maps the ids of requests here to those on the wire. A prefetched
 * request has no id here until it is claimed. `isFurther`: it requests results after a loaded page.
 */
export function openRequestIds() {
  const names = new Map<string, string | undefined>();
  const wires = new Map<string, string>();
  const unclaimed = new Map<string, string>();
  const held = new Map<string, ReceivedBatch[]>();
  const further = new Set<string>();
  let count = 0;

  /** Returns the wire id of a prefetch, `given` or new. `undefined` if it is prefetched already. */
  const prefetch = (query: CacheQuery, given?: string): string | undefined => {
    if (unclaimed.has(cacheQueryKey(query))) return undefined;
    const wire = given ?? `prefetch-${count++}`;
    names.set(wire, undefined);
    unclaimed.set(cacheQueryKey(query), wire);
    held.set(wire, []);
    return wire;
  };
  /**
   * Gives a request its id. `asked`: it was sent already, and `arrivals` are its responses so far.
   */
  const name = (
    id: string,
    query: CacheQuery,
  ): { asked: boolean; arrivals: readonly ReceivedBatch[] } => {
    const key = cacheQueryKey(query);
    const wire = unclaimed.get(key);
    const arrivals = (wire === undefined ? undefined : held.get(wire)) ?? [];
    if (wire !== undefined) {
      unclaimed.delete(key);
      held.delete(wire);
    }
    names.set(wire ?? id, id);
    if (query.payload?.['until'] !== undefined) further.add(id);
    wires.set(id, wire ?? id);
    return { asked: wire !== undefined, arrivals: arrivals.map((arrival) => ({ ...arrival, id })) };
  };
  /** Returns the arrival under its own id, or holds it until a request claims it. */
  const route = (arrival: ReceivedBatch): ReceivedBatch | undefined => {
    const id = names.get(arrival.id);
    if (id !== undefined) return { ...arrival, id };
    held.get(arrival.id)?.push(arrival);
    return undefined;
  };
  /** Forgets a request. Returns its wire id, if it was sent. */
  const close = (id: string): readonly string[] => {
    const wire = wires.get(id);
    if (wire === undefined) return [];
    wires.delete(id);
    further.delete(id);
    names.delete(wire);
    return [wire];
  };
  /** Forgets unclaimed requests. Returns their wire ids. */
  const giveUp = (): readonly string[] => {
    const left = [...unclaimed.values()];
    for (const wire of left) names.delete(wire);
    unclaimed.clear();
    held.clear();
    return left;
  };
  return {
    prefetch,
    name,
    route,
    close,
    giveUp,
    has: (wire: string) => names.has(wire),
    isFurther: (wire: string) => further.has(wire),
  };
}
