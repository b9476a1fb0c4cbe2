import { readRelayList, type RelayUse } from '../../account/lists/relay-list.ts';
import { newestVersion, type VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { addressed, derived, each, type Ours } from '../../nostr/ours.ts';

export type Inboxes = ReadonlyMap<string, ReadonlyArray<Ours<string>>>;

/**
 * Return the read relays of each person (NIP-65), through the url policy, best first: read-only
 * relays before those for everything. Only a list that the person signed counts, because no
 * connection is opened on a service's word (TRUST-07). A person without a list has an empty entry.
 */
export function inboxesIn(people: readonly string[], events: readonly VerifiedEvent[]): Inboxes {
  return new Map(people.map((pubkey) => [pubkey, readsAt(relaysOf(pubkey, events))]));
}

/** Return the write relays of that person, from the same source. */
export function writesOf(
  pubkey: string,
  events: readonly VerifiedEvent[],
): ReadonlyArray<Ours<string>> {
  return relaysOf(pubkey, events).flatMap((relay) =>
    relay.write ? [derived(relay, ({ url }) => url)] : [],
  );
}

function relaysOf(pubkey: string, events: readonly VerifiedEvent[]): ReadonlyArray<Ours<RelayUse>> {
  const list = newestVersion(
    events.filter((event) => event.kind === KIND.RelayList && event.pubkey === pubkey),
  );
  return list ? each(addressed(pubkey, list, (event) => readRelayList(event).relays)) : [];
}

function readsAt(relays: ReadonlyArray<Ours<RelayUse>>): ReadonlyArray<Ours<string>> {
  const reads = relays
    .filter(({ read }) => read)
    .toSorted((one, other) => Number(one.write) - Number(other.write));
  return reads.map((relay) => derived(relay, ({ url }) => url));
}
