import type { OwnRelay } from '../../events/account/lists/relay-list.ts';
import { ownRelayUrl, relayKey, safeRelayUrl } from '../../events/core/url.ts';
import { derived, type Ours } from '../../events/nostr/ours.ts';

export type RelayUse = OwnRelay;

/** Url of each relay that has an actor, by what two spellings of it have in common. */
export type Members = ReadonlyMap<string, Ours<string>>;

/** The members after a request to reach relays, and the key of each relay that was named; undefined: that one may not be reached. */
export interface Reach {
  readonly reached: ReadonlyArray<{ readonly url: Ours<string>; readonly key: string | undefined }>;
  readonly members: Members;
  readonly fresh: readonly string[];
}

/** Relays of an account beyond this are not connected, and so many others at most at a time. */
const MAX_OWN = 20;
const MAX_GUESTS = 15;

/** The account's relays by key, none twice, at most 20. A person may name private addresses, others may not. */
export function ownRelays(relays: readonly RelayUse[]): ReadonlyMap<string, RelayUse> {
  const own = new Map<string, RelayUse>();
  for (const relay of relays) {
    const url = derived(relay.url, ownRelayUrl);
    if (url !== undefined && own.size < MAX_OWN && !own.has(relayKey(url))) own.set(relayKey(url), { ...relay, url });
  }
  return own;
}

/** Which of the named relays are members already, which are to be connected, and which may not: guests only through the url policy (C-34). */
export function reach(own: ReadonlyMap<string, RelayUse>, members: Members, urls: ReadonlyArray<Ours<string>>, home?: string): Reach {
  const next = new Map(members);
  const fresh: string[] = [];
  const reached = urls.map((url) => {
    const key = relayKey(url);
    if (next.has(key)) return { url, key };
    const guests = [...next.keys()].filter((one) => !own.has(one)).length;
    const allowed = own.get(key)?.url ?? (guests < MAX_GUESTS ? derived(url, (text) => safeRelayUrl(text, home)) : undefined);
    if (allowed === undefined) return { url, key: undefined };
    next.set(key, allowed);
    fresh.push(key);
    return { url, key };
  });
  return { reached, members: next, fresh };
}

/** What has to stop and what to start so that all own relays have an actor; guests stay. */
export function sync(own: ReadonlyMap<string, RelayUse>, before: ReadonlyMap<string, RelayUse>, members: Members) {
  const stop = [...members.keys()].filter((key) => before.has(key) && !own.has(key));
  const start = [...own.keys()].filter((key) => !members.has(key));
  const next = new Map(members);
  for (const key of stop) next.delete(key);
  for (const [key, { url }] of own) if (start.includes(key)) next.set(key, url);
  return { stop, start, members: next };
}
