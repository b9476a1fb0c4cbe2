import type { Filter } from '../../src/events/connection/filter.ts';
import { type IndexedEvent, type Matcher, matcherOf } from './filter-matcher.ts';

/** An open subscription that receives new events. */
export interface Receiver {
  deliver(indexed: IndexedEvent): void;
}

/** Open subscriptions by a condition of each of their filters. */
export interface SubscriptionIndex {
  /** Number of open subscriptions. */
  readonly size: number;
  /** Add a subscription. Returns the function that removes it. */
  add(filters: readonly Filter[], receiver: Receiver): () => void;
  /** Return the subscriptions that an event matches. */
  matching(indexed: IndexedEvent): Receiver[];
  has(receiver: Receiver): boolean;
}

/** A filter at one of its values. `matches` checks its other conditions. */
interface Entry {
  readonly receiver: Receiver;
  readonly matches: Matcher;
}

/** Entries by a value. Lists, because most are short and sets take several times the memory. */
type Places<K> = Map<K, Entry[]>;

interface Index {
  readonly ids: Places<string>;
  readonly authors: Places<string>;
  readonly kinds: Places<number>;
  /** By the name of the tag. */
  readonly tags: Map<string, Places<string>>;
  readonly all: Places<undefined>;
}

/**
 * Index subscriptions, so that a new event is compared only with those that have its id, author,
 * tag or kind. A filter is found by its shortest list of ids, authors or values of a tag, else by
 * its kinds.
 */
export function openSubscriptionIndex(): SubscriptionIndex {
  const index: Index = {
    ids: new Map(),
    authors: new Map(),
    kinds: new Map(),
    tags: new Map(),
    all: new Map(),
  };
  /** With a number, in the order in which they were added. */
  const receivers = new Map<Receiver, number>();
  const age = (receiver: Receiver) => receivers.get(receiver) ?? 0;
  let last = 0;
  return {
    get size() {
      return receivers.size;
    },
    has: (receiver) => receivers.has(receiver),
    add(filters, receiver) {
      receivers.set(receiver, ++last);
      const removals = filters.map((filter) => enter(index, filter, receiver));
      return () => {
        receivers.delete(receiver);
        for (const remove of removals) remove();
      };
    },
    matching(indexed) {
      const found = new Set<Receiver>();
      for (const entries of placesOf(index, indexed))
        for (const { receiver, matches } of entries)
          if (!found.has(receiver) && matches(indexed)) found.add(receiver);
      return [...found].sort((one, other) => age(one) - age(other));
    },
  };
}

/**
 * Enter a filter at each value of its most selective list. Returns the function that removes it.
 */
function enter(index: Index, filter: Filter, receiver: Receiver): () => void {
  const [shortest] = selectiveLists(index, filter).toSorted(
    (one, other) => one.values.length - other.values.length,
  );
  const by = shortest?.key ?? (filter.kinds ? 'kinds' : undefined);
  // the list is checked by its place already, and a set of it would take much memory
  const others = Object.fromEntries(Object.entries(filter).filter(([key]) => key !== by));
  const entry = { receiver, matches: matcherOf([others]) };
  if (shortest) {
    const { key, places, values } = shortest;
    if (key.startsWith('#')) index.tags.set(key.slice(1), places);
    const remove = enterEach(places, values, entry);
    return () => {
      remove();
      // names of tags are the client's choice, and each event looks at all of them
      if (key.startsWith('#') && places.size === 0) index.tags.delete(key.slice(1));
    };
  }
  return filter.kinds
    ? enterEach(index.kinds, filter.kinds, entry)
    : enterEach(index.all, [undefined], entry);
}

interface SelectiveList {
  readonly key: string;
  readonly places: Places<string>;
  readonly values: readonly string[];
}

function selectiveLists(index: Index, filter: Filter): SelectiveList[] {
  const lists: SelectiveList[] = [];
  const { ids, authors } = filter;
  if (ids) lists.push({ key: 'ids', places: index.ids, values: ids });
  if (authors) lists.push({ key: 'authors', places: index.authors, values: authors });
  for (const [key, values] of Object.entries(filter)) {
    if (!key.startsWith('#') || !Array.isArray(values)) continue;
    const places = index.tags.get(key.slice(1)) ?? new Map<string, Entry[]>();
    lists.push({ key, places, values });
  }
  return lists;
}

function enterEach<K>(places: Places<K>, values: readonly K[], entry: Entry): () => void {
  const distinct = [...new Set(values)];
  for (const value of distinct) {
    const entries = places.get(value);
    if (entries) entries.push(entry);
    else places.set(value, [entry]);
  }
  return () => {
    for (const value of distinct) {
      const entries = places.get(value);
      if (!entries) continue;
      const last = entries.pop();
      const at = entries.indexOf(entry);
      if (last && last !== entry && at >= 0) entries[at] = last;
      if (entries.length === 0) places.delete(value);
    }
  };
}

function* placesOf(index: Index, { event, values }: IndexedEvent): Generator<readonly Entry[]> {
  yield index.all.get(undefined) ?? [];
  yield index.ids.get(event.id) ?? [];
  yield index.authors.get(event.pubkey) ?? [];
  yield index.kinds.get(event.kind) ?? [];
  for (const [name, places] of index.tags)
    for (const value of values.get(name) ?? []) yield places.get(value) ?? [];
}
