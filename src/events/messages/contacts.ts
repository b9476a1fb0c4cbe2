import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import type { SignedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { inSeconds, later, type Seconds, seconds } from '../core/time.ts';
import { peerOf } from './conversation.ts';
import { type Seen, unreadOf } from './seen-messages.ts';
import type { OpenedMessage } from './unwrap.ts';

/**
 * Which conversations are listed: with accounts that the user follows, with all others, or with
 * anybody.
 */
export const RELATIONS = ['follows', 'other', 'any'] as const;
export type Relation = (typeof RELATIONS)[number];

/**
 * A peer of a conversation. `unread`: their messages that are not marked as read. `latestAt`: date
 * of the last message of either side.
 */
export interface Contact {
  readonly peer: string;
  readonly unread: number;
  readonly latestAt: Seconds;
  /** True if the account is known to have written to them. */
  readonly isWrittenTo?: true;
}

export type Contacts = ReadonlyMap<string, Contact>;

/** Maximum contacts in one answer. The service sends at most 300 at once. */
const MOST_CONTACTS = 5_000;
/** Maximum strangers in the list, and maximum contacts of the service in a tab. */
const MOST_LISTED = 5_000;
export const MOST_HELD = 20_000;
/** Maximum peers of private messages. */
const MOST_OPENED = 20_000;
/** Maximum private messages of one conversation in a tab. */
export const MOST_OF_ONE = 5_000;
const NEVER = seconds(0);
/** A higher count is invalid. */
const MOST_UNREAD = 1_000_000;

/**
 * Read the contacts in an answer to `get_directmsg_contacts` (10000118, and kind 4 events of
 * `account`), by peer. The latest of several dates counts, because the service may name an earlier
 * one on full pages. Invalid contacts are left out (INV-ISOLATE).
 */
export function readContacts(
  claims: readonly Claim[],
  events: readonly SignedEvent[],
  account: string,
): Contacts {
  const found = new Map<string, Contact>();
  for (const content of contentsOf(claims, RESULT.MessageStatsPerSender)) {
    if (!isRecord(content)) continue;
    for (const peer of Object.keys(content)) {
      const contact = isHex(peer, 64) ? readContact(peer, field(content, peer)) : undefined;
      if (contact && found.size < MOST_CONTACTS) found.set(peer, contact);
    }
  }
  for (const event of events) {
    const peer = peerOf(event, account);
    const known = peer === undefined ? undefined : found.get(peer);
    if (!known) continue;
    const written = event.pubkey === account ? WRITTEN : {};
    found.set(known.peer, {
      ...known,
      latestAt: later(event.created_at, known.latestAt),
      ...written,
    });
  }
  return found;
}

/** Return the newest of the known and further messages in the old form, by peer. */
export function latestByPeer<E extends SignedEvent>(
  known: ReadonlyMap<string, E>,
  events: readonly E[],
  account: string,
): ReadonlyMap<string, E> {
  const latest = new Map(known);
  for (const event of events) {
    const peer = peerOf(event, account);
    const before = peer === undefined ? undefined : latest.get(peer);
    if (peer !== undefined && (!before || before.created_at < event.created_at))
      latest.set(peer, event);
  }
  return latest;
}

const WRITTEN = { isWrittenTo: true } as const;

/** Return the mark of a contact to whom the account has written, in any of these. */
export function writtenTo(
  ...all: ReadonlyArray<Contact | undefined>
): Pick<Contact, 'isWrittenTo'> {
  return all.some((one) => one?.isWrittenTo) ? WRITTEN : {};
}

/**
 * Keep in a newer answer that the account has written to a peer. A page names only the last
 * message, which may be the peer's.
 */
export function stillWrittenTo(found: Contacts, known: Contacts): Contacts {
  return new Map(
    [...found].map(([peer, one]) => [peer, { ...one, ...writtenTo(known.get(peer)) }]),
  );
}

/** Merge a newer answer: its counts, and the later of both dates. */
export function withContacts(known: Contacts, more: Contacts): Contacts {
  const all = new Map(known);
  for (const contact of more.values()) {
    const before = all.get(contact.peer);
    all.set(
      contact.peer,
      before
        ? {
            ...contact,
            latestAt: later(contact.latestAt, before.latestAt),
            ...writtenTo(contact, before),
          }
        : contact,
    );
  }
  return all;
}

/**
 * Return the contacts whose last message is before this time, in seconds; none if it is
 * `undefined`.
 */
export function olderThan(contacts: Contacts, at: number | undefined): Contacts {
  return new Map(
    [...contacts].filter(([, { latestAt }]) => at !== undefined && inSeconds(latestAt) < at),
  );
}

/** Mark the messages of a peer as read, or all if `peer` is `undefined`. */
export function asRead(contacts: Contacts, peer: string | undefined): Contacts {
  return new Map(
    [...contacts].map(([key, one]) => [
      key,
      peer === undefined || key === peer ? { ...one, unread: 0 } : one,
    ]),
  );
}

/** Return the number of unread messages of all senders. */
export function totalOf(unread: ReadonlyMap<string, number>): number {
  return [...unread.values()].reduce((sum, count) => sum + count, 0);
}

/** Sort contacts by their last message, the latest first. */
export function inOrder(contacts: Contacts): readonly Contact[] {
  return [...contacts.values()].toSorted(
    (one, other) =>
      inSeconds(other.latestAt) - inSeconds(one.latestAt) || (one.peer < other.peer ? -1 : 1),
  );
}

/**
 * List contacts in order. Strangers beyond `most`, the oldest ones, are left out and counted in
 * `rest`; people who are followed or were written to never are (DM-10).
 */
export function listedOf(
  contacts: Contacts,
  follows: ReadonlySet<string>,
  most = MOST_LISTED,
): { readonly shown: readonly Contact[]; readonly rest: number } {
  let room = most;
  const all = inOrder(contacts);
  const shown = all.filter(
    ({ peer, isWrittenTo }) => isWrittenTo || follows.has(peer) || room-- > 0,
  );
  return { shown, rest: all.length - shown.length };
}

/** Private messages by peer, each once, in the order in which they were opened. In memory only. */
export type PrivateMessages = ReadonlyMap<string, readonly OpenedMessage[]>;

/**
 * Add opened messages, each once by the id of its rumor, because one message can come in several
 * wraps. A full tab has room for another peer only if the message `isKept`: by the account, or by a
 * followed account. It then replaces a stranger (DM-10).
 */
export function withOpened(
  known: PrivateMessages,
  more: readonly OpenedMessage[],
  isKept: (one: OpenedMessage) => boolean = () => false,
): PrivateMessages {
  const all = new Map(known);
  for (const one of more) {
    const before = all.get(one.peer) ?? [];
    if (all.size >= MOST_OPENED && before.length === 0) {
      const stranger = isKept(one)
        ? [...all].findLast(([, messages]) => !messages.some(isKept))
        : undefined;
      if (!stranger) continue;
      all.delete(stranger[0]);
    }
    if (before.length < MOST_OF_ONE && !before.some(({ message }) => message.id === one.message.id))
      all.set(one.peer, [...before, one]);
  }
  return all;
}

/** Return the contacts of private messages alone. */
export function privateContacts(
  opened: PrivateMessages,
  account: string,
  seen: Seen | undefined,
): Contacts {
  return new Map(
    [...opened].map(([peer, all]) => {
      const latestAt = all.reduce((at, { message }) => later(at, message.created_at), NEVER);
      const written = all.some(({ message }) => message.pubkey === account) ? WRITTEN : {};
      return [peer, { peer, unread: unreadOf(all, account, peer, seen), latestAt, ...written }];
    }),
  );
}

/** True if conversations with this peer are listed under this relation. */
export function isRelated(peer: string, relation: Relation, follows: ReadonlySet<string>): boolean {
  return relation === 'any' || follows.has(peer) === (relation === 'follows');
}

/** Merge the contacts of one relation with the contacts of private messages. */
export function withPrivate(
  known: Contacts,
  more: Contacts,
  relation: Relation,
  follows: ReadonlySet<string>,
): Contacts {
  const all = new Map(known);
  for (const one of more.values()) {
    const before = all.get(one.peer);
    if (before) {
      const [unread, latestAt] = [before.unread + one.unread, later(before.latestAt, one.latestAt)];
      all.set(one.peer, { ...before, unread, latestAt, ...writtenTo(before, one) });
    } else if (isRelated(one.peer, relation, follows)) all.set(one.peer, one);
  }
  return all;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * Read the number of unread messages from a frame of `directmsg_count`, where the number is beside
 * the kind. `undefined` if there is none.
 */
export function readUnread(claims: readonly Claim[]): number | undefined {
  const told = contentsOf(claims, RESULT.MessageStats).flatMap((content) =>
    isRecord(content) ? [countIn(field(content, 'cnt'))] : [],
  );
  return told.at(-1);
}

function readContact(peer: string, value: unknown): Contact | undefined {
  if (!isRecord(value)) return undefined;
  const at = field(value, 'latest_at');
  if (!isTime(at)) return undefined;
  return { peer, unread: countIn(field(value, 'cnt')), latestAt: seconds(at) };
}

function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(Math.floor(value), 0), MOST_UNREAD)
    : 0;
}
