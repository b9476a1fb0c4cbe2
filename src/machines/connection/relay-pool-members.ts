import type { OwnRelay } from '../../events/account/lists/relay-list.ts';
import { ownRelayUrl, relayKey, safeRelayUrl } from '../../events/core/url.ts';
import { derived, type Ours } from '../../events/nostr/ours.ts';

/** Url of each relay that has an actor, by normalized key. */
export type Members = ReadonlyMap<string, Ours<string>>;

/**
 * The members after a request, and the key of each named relay. A key is `undefined` if that relay
 * may not be reached.
 */
export interface Reach {
  readonly reached: ReadonlyArray<{ readonly url: Ours<string>; readonly key: string | undefined }>;
  readonly members: Members;
  readonly fresh: readonly string[];
}

/** Limits of connected relays: the account's own, and guests. */
const MAX_OWN = 20;
const MAX_GUESTS = 15;

/**
 * Return the account's relays by key, without duplicates, at most 20. The user may name private
 * addresses; others may not.
 */
export function ownRelays(relays: readonly OwnRelay[]): ReadonlyMap<string, OwnRelay> {
  const own = new Map<string, OwnRelay>();
  for (const relay of relays) {
    const url = derived(relay.url, ownRelayUrl);
    if (url !== undefined && own.size < MAX_OWN && !own.has(relayKey(url)))
      own.set(relayKey(url), { ...relay, url });
  }
  return own;
}

/**
 * Return which named relays are members, which must be connected, and which are not allowed. Guests
 * must pass the url policy (E-24).
 */
export function reach(
  own: ReadonlyMap<string, OwnRelay>,
  members: Members,
  urls: ReadonlyArray<Ours<string>>,
  home?: string,
): Reach {
  const next = new Map(members);
  const fresh: string[] = [];
  const reached = urls.map((url) => {
    const key = relayKey(url);
    if (next.has(key)) return { url, key };
    const guests = [...next.keys()].filter((one) => !own.has(one)).length;
    const allowed =
      own.get(key)?.url ??
      (guests < MAX_GUESTS ? derived(url, (text) => safeRelayUrl(text, home)) : undefined);
    if (allowed === undefined) return { url, key: undefined };
    next.set(key, allowed);
    fresh.push(key);
    return { url, key };
  });
  return { reached, members: next, fresh };
}

/**
 * Return which relay actors to stop and start, so that exactly the own relays and the guests have
 * one.
 */
export function sync(
  own: ReadonlyMap<string, OwnRelay>,
  before: ReadonlyMap<string, OwnRelay>,
  members: Members,
) {
  const stop = [...members.keys()].filter((key) => before.has(key) && !own.has(key));
  const start = [...own.keys()].filter((key) => !members.has(key));
  const next = new Map(members);
  for (const key of stop) next.delete(key);
  for (const [key, { url }] of own) if (!members.has(key)) next.set(key, url);
  return { stop, start, members: next };
}
