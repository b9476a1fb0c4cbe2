import { type OwnRelay, writeUrls } from '../../account/lists/relay-list.ts';
import { relayKey, safeRelayUrl } from '../../core/url.ts';
import type { Draft } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { derived, type Ours } from '../../nostr/ours.ts';
import type { OutboxRequest } from './outbox-entry.ts';

export interface KnownRelays {
  /** The account's own relays (kind 10002). */
  readonly relays: readonly OwnRelay[];
  /** The inbox relays of an account, best first. */
  readonly inboxOf: (pubkey: string) => ReadonlyArray<Ours<string>>;
  /** Additional relays for this event, such as those that accepted a deleted event. */
  readonly also?: ReadonlyArray<Ours<string>>;
}

const MAX_OWN = 20;
const MAX_PEOPLE = 20;
const MAX_INBOXES_EACH = 2;
const MAX_INBOXES = 10;

/** Kinds whose p tags notify people. In lists they are only entries. */
const TELLING: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Repost,
  KIND.GenericRepost,
  KIND.Reaction,
  KIND.Comment,
  KIND.Highlight,
  KIND.LongForm,
  KIND.Poll,
  KIND.LiveChatMessage,
  KIND.Subscribe,
  KIND.Unsubscribe,
]);

/**
 * Return the relays to which a draft is sent: the account's write relays, the inbox relays of the
 * people it notifies (BEYOND-14), and `also`. All but the own ones pass the url policy. A relay of
 * the account without the write flag receives nothing, even if others name it (RELAY-06). Relays in
 * tags are hints for readers. They come from texts of others or from a service's word, so nothing
 * is sent there (TRUST-07).
 */
export function targetsOf(
  draft: Pick<Draft, 'kind' | 'tags'>,
  { relays, inboxOf, also = [] }: KnownRelays,
): ReadonlyArray<Ours<string>> {
  const closed = new Set(relays.filter(({ write }) => !write).map(({ url }) => relayKey(url)));
  const targets = new Map(ownTargets(relays).map((url) => [relayKey(url), url]));
  for (const text of [...inboxes(draft, inboxOf), ...also]) {
    const url = derived(text, safeRelayUrl);
    if (url === undefined) continue;
    const key = relayKey(url);
    if (!closed.has(key) && !targets.has(key)) targets.set(key, url);
  }
  return [...targets.values()];
}

/**
 * True if a request is sent to the account's own relays. Gift wraps and nutzaps are sent only to
 * relays of their recipient.
 */
export function isForOwnRelays(wish: OutboxRequest): boolean {
  return wish.type === 'list' || (wish.type === 'event' && wish.draft.kind !== KIND.Nutzap);
}

/** Return the account's own relays that its events are sent to. */
export function ownTargets(relays: readonly OwnRelay[]): ReadonlyArray<Ours<string>> {
  return writeUrls(relays).slice(0, MAX_OWN);
}

/**
 * Return the people that a draft notifies: the first 20 of its p tags, unless its kind only lists
 * them.
 */
export function relaysNotifiedBy({ kind, tags }: Pick<Draft, 'kind' | 'tags'>): readonly string[] {
  const people = TELLING.has(kind)
    ? tags.flatMap(([name, pubkey = '']) => (name === 'p' ? [pubkey] : []))
    : [];
  return [...new Set(people)].slice(0, MAX_PEOPLE);
}

function inboxes(
  draft: Pick<Draft, 'kind' | 'tags'>,
  inboxOf: KnownRelays['inboxOf'],
): ReadonlyArray<Ours<string>> {
  const found = relaysNotifiedBy(draft).flatMap((pubkey) =>
    inboxOf(pubkey).slice(0, MAX_INBOXES_EACH),
  );
  return [...new Set(found)].slice(0, MAX_INBOXES);
}
