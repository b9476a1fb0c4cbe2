import { formatAddress } from '../nostr/address.ts';
import { isDeleted as isTakenBack } from '../nostr/deletion.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import type { Facts } from './facts.ts';
import type { Versions } from './rows.ts';
import type { FeedItem } from './feed-items.ts';
import type { Zap } from './zap.ts';
import { getRow } from '../core/table.ts';

const NO_REPLIES: readonly string[] = [];
const NO_ZAPS: readonly Zap[] = [];

/**
 * True if its author deleted an event (NIP-09). Its row stays in its table, but every selector here
 * leaves it out.
 */
export function isDeleted(facts: Facts, event: VerifiedEvent): boolean {
  return isTakenBack(event, (key) => getRow(facts.deletions, key));
}

/**
 * Return the event with this id: a note, repost, comment, article version, highlight ...
 * `undefined` if it is unknown or deleted.
 */
export function noteOf(facts: Facts, id: string): VerifiedEvent | undefined {
  return unlessDeleted(facts, getRow(facts.events, id));
}

/**
 * As `noteOf`, but `undefined` for events that the reader's lists hide. For one event outside of a
 * feed: a card, a list, an article. Rows of a feed use `isRowHidden`.
 */
export function shownOf(
  facts: Facts,
  id: string,
  hides: ((event: VerifiedEvent) => boolean) | undefined,
): VerifiedEvent | undefined {
  const event = noteOf(facts, id);
  return event && hides?.(event) ? undefined : event;
}

/** True if the event is known and muted. */
export function isHidden(
  facts: Facts,
  id: string,
  hides: (event: VerifiedEvent) => boolean,
): boolean {
  const event = noteOf(facts, id);
  return event !== undefined && hides(event);
}

/**
 * True if the reader's lists hide a row of a feed: its event, or all of its reposts if it came only
 * by them. For one event without reposts use `shownOf`.
 */
export function isRowHidden(
  facts: Facts,
  { id, reposts, stands }: FeedItem,
  hides: (event: VerifiedEvent) => boolean,
): boolean {
  if (isHidden(facts, id, hides)) return true;
  return (
    reposts.length > 0 &&
    stands !== true &&
    reposts.every((repost) => isHidden(facts, repost, hides))
  );
}

/**
 * Return the newest version at an address (`kind:pubkey:d`) that is shown as content: an article,
 * live event, feed, tier ...
 */
export function articleOf(facts: Facts, address: string): VerifiedEvent | undefined {
  return unlessDeleted(facts, getRow(facts.addresses, address));
}

/**
 * Return the newest version of a list; `undefined` if none was seen or it was deleted. `identifier`
 * is its d tag, empty for kinds below 30000.
 */
export function listOf(
  facts: Facts,
  kind: number,
  pubkey: string,
  identifier = '',
): VerifiedEvent | undefined {
  return unlessDeleted(facts, versionsOf(facts, kind, pubkey, identifier)?.current);
}

/** Return all seen versions of a list, even if it was deleted (BEYOND-02). */
export function versionsOf(
  facts: Facts,
  kind: number,
  pubkey: string,
  identifier = '',
): Versions | undefined {
  return getRow(facts.lists, formatAddress({ kind, pubkey, identifier }));
}

/**
 * Return the ids of the seen direct replies to a note or article (by id or address), oldest first.
 * They include deleted ones, which `noteOf` leaves out.
 */
export function repliesOf(facts: Facts, target: string): readonly string[] {
  return getRow(facts.replies, target) ?? NO_REPLIES;
}

/** Return the verified zaps of a note or article (by id or address), largest first. */
export function zapsOf(facts: Facts, target: string): readonly Zap[] {
  return getRow(facts.zaps, target) ?? NO_ZAPS;
}

function unlessDeleted(facts: Facts, event: VerifiedEvent | undefined): VerifiedEvent | undefined {
  return event && !isDeleted(facts, event) ? event : undefined;
}
