import type { Filter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { inSeconds } from '../../src/events/core/time.ts';

/** An event with its tags as sets, created once for all filters. */
export interface IndexedEvent {
  readonly event: VerifiedEvent;
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** The event as JSON, made once for all clients. */
  readonly raw: () => string;
}

/** True if an event matches any of the filters. */
export type Matcher = (indexed: IndexedEvent) => boolean;

export function indexEvent(event: VerifiedEvent): IndexedEvent {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of event.tags) {
    if (name === undefined || value === undefined) continue;
    const known = values.get(name);
    if (known) known.add(value);
    else values.set(name, new Set([value]));
  }
  let raw: string | undefined;
  return { event, values, raw: () => (raw ??= JSON.stringify(event)) };
}

/**
 * Convert the lists of filters to sets. An event then costs at most one lookup for each value of a
 * filter, with any number of tags.
 */
export function matcherOf(filters: readonly Filter[]): Matcher {
  const matchers = filters.map(matcherOfOne);
  return (indexed) => matchers.some((matches) => matches(indexed));
}

function matcherOfOne(filter: Filter): Matcher {
  const [ids, kinds, authors] = [setOf(filter.ids), setOf(filter.kinds), setOf(filter.authors)];
  const since = filter.since === undefined ? -Infinity : inSeconds(filter.since);
  const until = filter.until === undefined ? Infinity : inSeconds(filter.until);
  const tags: (readonly [string, ReadonlySet<string>])[] = [];
  for (const [key, list] of Object.entries(filter))
    if (key.startsWith('#') && Array.isArray(list)) tags.push([key.slice(1), new Set(list)]);
  return ({ event, values }) => {
    const time = inSeconds(event.created_at);
    if (time < since || time > until || kinds?.has(event.kind) === false) return false;
    if (ids?.has(event.id) === false || authors?.has(event.pubkey) === false) return false;
    return tags.every(([name, wanted]) => meet(wanted, values.get(name)));
  };
}

function setOf<T>(list: readonly T[] | undefined): ReadonlySet<T> | undefined {
  return list && new Set(list);
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): boolean {
  if (!other) return false;
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  for (const value of fewer) if (more.has(value)) return true;
  return false;
}
