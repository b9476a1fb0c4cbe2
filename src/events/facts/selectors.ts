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

/** Whether its author took an event back (NIP-09). Rows stay in their tables; every selector here leaves them out. */
export function isDeleted(facts: Facts, event: VerifiedEvent): boolean {
  return isTakenBack(event, (key) => getRow(facts.deletions, key));
}

/** What is shown under that id: a note, repost, comment, article version, highlight ... Undefined where unknown or taken back. */
export function noteOf(facts: Facts, id: string): VerifiedEvent | undefined {
  return unlessDeleted(facts, getRow(facts.events, id));
}

/** As `noteOf`, without what the reader has muted. */
export function shownOf(facts: Facts, id: string, hides: ((event: VerifiedEvent) => boolean) | undefined): VerifiedEvent | undefined {
  const event = noteOf(facts, id);
  return event && hides?.(event) ? undefined : event;
}

/** Whether that event is known, and muted. */
export function isHidden(facts: Facts, id: string, hides: (event: VerifiedEvent) => boolean): boolean {
  const event = noteOf(facts, id);
  return event !== undefined && hides(event);
}

/** Whether what a row of a list shows is muted: its event, or everybody whose reposts brought it. */
export function isRowHidden(facts: Facts, { id, reposts, stands }: FeedItem, hides: (event: VerifiedEvent) => boolean): boolean {
  if (isHidden(facts, id, hides)) return true;
  return reposts.length > 0 && stands !== true && reposts.every((repost) => isHidden(facts, repost, hides));
}

/** Newest version of what has that address (`kind:pubkey:d`) and is read as content: an article, live event, feed, tier ... */
export function articleOf(facts: Facts, address: string): VerifiedEvent | undefined {
  return unlessDeleted(facts, getRow(facts.addresses, address));
}

/** Newest version of a list. `identifier` is its d tag, empty for kinds below 30000. Undefined: none seen, or taken back. */
export function listOf(facts: Facts, kind: number, pubkey: string, identifier = ''): VerifiedEvent | undefined {
  return unlessDeleted(facts, versionsOf(facts, kind, pubkey, identifier)?.current);
}

/** Every version seen of a list, also of one taken back (BEYOND-02). */
export function versionsOf(facts: Facts, kind: number, pubkey: string, identifier = ''): Versions | undefined {
  return getRow(facts.lists, formatAddress({ kind, pubkey, identifier }));
}

/** Ids of the direct replies seen to a note or article (by id or address), oldest first. What was taken back is among them: ask `noteOf`. */
export function repliesOf(facts: Facts, target: string): readonly string[] {
  return getRow(facts.replies, target) ?? NO_REPLIES;
}

/** Verified zaps of a note or article (by id or address), largest first. */
export function zapsOf(facts: Facts, target: string): readonly Zap[] {
  return getRow(facts.zaps, target) ?? NO_ZAPS;
}

function unlessDeleted(facts: Facts, event: VerifiedEvent | undefined): VerifiedEvent | undefined {
  return event && !isDeleted(facts, event) ? event : undefined;
}
