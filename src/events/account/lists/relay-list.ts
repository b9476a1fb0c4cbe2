import { ownRelayUrl, relayKey, safeRelayUrl } from '../../core/url.ts';
import type { Draft, Tag, VerifiedEvent } from '../../nostr/event.ts';
import { derived, each, type Ours, signedBy } from '../../nostr/ours.ts';
import type { ListIntent } from './list-intents.ts';

/**
 * One relay of an account. `write`: the account publishes there. `read`: it wants to be notified
 * there.
 */
export interface RelayUse<Url extends string = string> {
  readonly url: Url;
  readonly read: boolean;
  readonly write: boolean;
}

/** A relay of the current account, to which the app may connect (TRUST-07). */
export type OwnRelay = RelayUse<Ours<string>>;

/** An account's relays (kind 10002, NIP-65). */
export interface RelayList {
  readonly pubkey: string;
  readonly relays: readonly RelayUse[];
  readonly source: VerifiedEvent;
}

const MAX_RELAYS = 100;

/** Read a relay list. Urls pass the url policy (see `home` there). */
export function readRelayList(event: VerifiedEvent, home?: string): RelayList {
  return { pubkey: event.pubkey, relays: readRelays(event.tags, home), source: event };
}

/**
 * Read the r tags of a relay list. Each relay is read once in any spelling (RELAY-06). A relay
 * without a known marker is for both uses.
 */
function readRelays(tags: readonly Tag[], home: string | undefined): readonly RelayUse[] {
  const relays = new Map<string, RelayUse>();
  for (const [name, text = '', marker] of tags) {
    const url = name === 'r' ? safeRelayUrl(text, home) : undefined;
    if (!url || relays.size === MAX_RELAYS) continue;
    const key = relayKey(url);
    const known = relays.get(key);
    relays.set(key, {
      url: known?.url ?? url,
      read: marker !== 'write' || known?.read === true,
      write: marker !== 'read' || known?.write === true,
    });
  }
  return [...relays.values()];
}

/** Read the relays of a list that the account signed; none if another account did. */
export function ownRelaysIn(
  account: string,
  list: VerifiedEvent,
  home?: string,
): readonly OwnRelay[] {
  return asOwn(each(signedBy(account, list, ({ tags }) => readRelays(tags, home))));
}

/** Read the relays of a list that the account is about to sign. */
export function ownRelaysOf(
  draft: Ours<Pick<Draft, 'tags'>>,
  home: string | undefined,
): readonly OwnRelay[] {
  return asOwn(each(derived(draft, ({ tags }) => readRelays(tags, home))));
}

function asOwn(relays: ReadonlyArray<Ours<RelayUse>>): readonly OwnRelay[] {
  return relays.map((relay) => ({ ...relay, url: derived(relay, ({ url }) => url) }));
}

/**
 * Return the relays in use with a list. If it names no write relay, the page's own relay is one
 * (RELAY-10), even if the list names it for reading only. Else the account could publish nothing.
 */
export function relaysInUse(
  named: readonly OwnRelay[],
  homeRelay: Ours<string>,
): readonly OwnRelay[] {
  if (named.some(({ write }) => write)) return named;
  const others = named.filter(({ url }) => relayKey(url) !== relayKey(homeRelay));
  return [...others, { url: homeRelay, read: true, write: true }];
}

/** More than NIP-17 recommends. The rest of a list is ignored. */
const MAX_MESSAGE_RELAYS = 10;

/**
 * Read the relays on which an account wants its private messages (kind 10050, NIP-17). They pass
 * the url policy (see `home` there), each once.
 */
export function readMessageRelays(
  list: Pick<VerifiedEvent, 'tags'>,
  home?: string,
): readonly string[] {
  return relayTags(list.tags, home);
}

/**
 * Read the relays that the account names for its messages (kind 10050, NIP-17) or its private
 * content (kind 10013, NIP-37), from a list that it signed. `opened`: tags of the encrypted part of
 * the list.
 */
export function ownRelayTags(
  account: string,
  list: VerifiedEvent | undefined,
  home: string,
  opened: readonly Tag[] = [],
): ReadonlyArray<Ours<string>> {
  return list
    ? each(signedBy(account, list, ({ tags }) => relayTags([...opened, ...tags], home)))
    : [];
}

/** Apply the url policy and remove repetitions. */
function relayTags(tags: readonly Tag[], home?: string): readonly string[] {
  const named = tags.flatMap(([name, text = '']) =>
    name === 'relay' ? (safeRelayUrl(text, home) ?? []) : [],
  );
  return [...new Map(named.map((url) => [relayKey(url), url])).values()].slice(
    0,
    MAX_MESSAGE_RELAYS,
  );
}

/**
 * Return the relays for private messages after these intents. `isBusy`: the relay is being added.
 */
export function messageRelaysAfter(
  list: Pick<VerifiedEvent, 'tags'> | undefined,
  intents: readonly ListIntent[],
) {
  const after = new Map<
    string,
    { readonly url: string; readonly key: string; readonly isBusy: boolean }
  >();
  for (const { act, tag, isBusy } of [
    ...(list?.tags ?? []).map((named) => ({ act: 'add', tag: named, isBusy: false })),
    ...intents.map((intent) => ({ ...intent, isBusy: true })),
  ]) {
    const [name, text = ''] = tag;
    const url = name === 'relay' ? ownRelayUrl(text) : undefined;
    if (url === undefined) continue;
    const key = relayKey(url);
    if (act === 'remove') after.delete(key);
    else if (!after.has(key)) after.set(key, { url, key, isBusy });
  }
  return [...after.values()];
}

/**
 * Return the relays for private messages to an account that named none for them: its read and write
 * relays, else its write relays.
 */
export function relaysForCopies<Url extends string>(
  relays: readonly RelayUse<Url>[],
): readonly Url[] {
  const both = relays.filter(({ read, write }) => read && write).map(({ url }) => url);
  return (both.length > 0 ? both : writeUrls(relays)).slice(0, MAX_MESSAGE_RELAYS);
}

/**
 * Return the relays of an account after these intents. `wanted`: keys of the relays that the
 * intents name.
 */
export function relaysAfter(relays: readonly RelayUse[], intents: readonly ListIntent[]) {
  const after = new Map(relays.map((relay) => [relayKey(relay.url), relay]));
  const wanted = new Set<string>();
  for (const { act, tag } of intents) {
    const [name, url = '', marker] = tag;
    if (name !== 'r') continue;
    const key = relayKey(url);
    wanted.add(key);
    if (act === 'remove') after.delete(key);
    else
      after.set(key, {
        url: after.get(key)?.url ?? url,
        read: marker !== 'write',
        write: marker !== 'read',
      });
  }
  return { relays: [...after.values()], wanted };
}

/** Return the urls of the write relays. */
export function writeUrls<Url extends string>(relays: readonly RelayUse<Url>[]): readonly Url[] {
  return relays.flatMap(({ url, write }) => (write ? [url] : []));
}
