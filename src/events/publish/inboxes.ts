import { readRelayList } from '../account/relay-list.ts';
import type { Claim } from '../connection/claims.ts';
import { relayKey, safeRelayUrl } from '../connection/url.ts';
import type { VerifiedEvent } from '../event.ts';
import { KIND } from '../kinds.ts';
import { inSeconds } from '../time.ts';

/** Relays on which an account wants to be told. */
export type Inboxes = ReadonlyMap<string, readonly string[]>;

interface Use {
  readonly url: string;
  readonly read: boolean;
  readonly write: boolean;
}

/**
 * Where each of those people reads (NIP-65), through the url policy, best first: relays for reading only before those for everything. What an
 * account signed itself counts before what the caching service says of it. Whoever names none has an empty list.
 */
export function inboxesIn(people: readonly string[], events: readonly VerifiedEvent[], claims: readonly Claim[]): Inboxes {
  const uses = usesIn(events, claims);
  return new Map(people.map((pubkey) => [pubkey, readsAt(uses(pubkey))]));
}

/** Where that person writes, through the url policy, by the same sources. */
export function writesOf(pubkey: string, events: readonly VerifiedEvent[], claims: readonly Claim[]): readonly string[] {
  return safeOf(usesIn(events, claims)(pubkey).filter(({ write }) => write));
}

function usesIn(events: readonly VerifiedEvent[], claims: readonly Claim[]): (pubkey: string) => readonly Use[] {
  const said = new Map(claims.flatMap((claim) => (claim.claim === 'userRelays' ? [[claim.pubkey, claim.relays] as const] : [])));
  const lists = events
    .filter(({ kind }) => kind === KIND.RelayList)
    .toSorted((one, other) => inSeconds(one.created_at) - inSeconds(other.created_at));
  const signed = new Map(lists.map((event) => [event.pubkey, readRelayList(event).relays]));
  return (pubkey) => signed.get(pubkey) ?? said.get(pubkey) ?? [];
}

function readsAt(relays: readonly Use[]): readonly string[] {
  return safeOf(relays.filter((use) => use.read).toSorted((one, other) => Number(one.write) - Number(other.write)));
}

function safeOf(relays: readonly Use[]): readonly string[] {
  const safe = relays.flatMap(({ url }) => safeRelayUrl(url) ?? []);
  return safe.filter((url, at) => safe.findIndex((other) => relayKey(other) === relayKey(url)) === at);
}
