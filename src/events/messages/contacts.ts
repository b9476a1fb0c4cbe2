import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import type { SignedEvent } from '../event.ts';
import { isHex } from '../hex.ts';
import { field, isRecord } from '../json.ts';
import { RESULT } from '../kinds.ts';
import { inSeconds, later, type Seconds, seconds } from '../time.ts';
import { peerOf } from './conversation.ts';
import { type Seen, unreadOf } from './seen.ts';
import type { OpenedMessage } from './unwrap.ts';

/** Whose conversations are listed (9.1 of the wire reference): of those the account follows, of all others, or of anybody. */
export const RELATIONS = ['follows', 'other', 'any'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Somebody the account has a conversation with. `unread`: messages of theirs that were not marked as read; `latestAt`: of either side's last one. */
export interface Contact {
  readonly peer: string;
  readonly unread: number;
  readonly latestAt: Seconds;
}

export type Contacts = ReadonlyMap<string, Contact>;

/** A tab holds so many contacts; the service names 300 at once at most. */
const MOST_CONTACTS = 5_000;
/** Peers of private messages: no fewer than wraps are read, or strangers, who are newer, would hide conversations. */
const MOST_OPENED = 20_000;
/** Private messages of one conversation that a tab holds. */
const MOST_OF_ONE = 5_000;
const NEVER = seconds(0);
/** Counts beyond that are no counts of messages. */
const MOST_UNREAD = 1_000_000;

/**
 * The contacts in an answer to `get_directmsg_contacts` (10000118, and kind 4 events of `account`), by peer: of the times that are told the
 * latest counts, as the service may name an earlier one on full pages. What is no contact is left out (INV-ISOLATE).
 */
export function readContacts(claims: readonly Claim[], events: readonly SignedEvent[], account: string): Contacts {
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
    if (known) found.set(known.peer, { ...known, latestAt: later(event.created_at, known.latestAt) });
  }
  return found;
}

/** With what a newer answer says: its counts, and of both times the later one. */
export function withContacts(known: Contacts, more: Contacts): Contacts {
  const all = new Map(known);
  for (const contact of more.values()) {
    const before = all.get(contact.peer);
    all.set(contact.peer, before ? { ...contact, latestAt: later(contact.latestAt, before.latestAt) } : contact);
  }
  return all.size <= MOST_CONTACTS ? all : new Map(inOrder(all).map((one) => [one.peer, one]));
}

/** Those whose last message is from before that time, in seconds; none where there is no such time. */
export function olderThan(contacts: Contacts, at: number | undefined): Contacts {
  return new Map([...contacts].filter(([, { latestAt }]) => at !== undefined && inSeconds(latestAt) < at));
}

/** With nothing unread from that peer; from nobody where none is named. */
export function asRead(contacts: Contacts, peer: string | undefined): Contacts {
  return new Map([...contacts].map(([key, one]) => [key, peer === undefined || key === peer ? { ...one, unread: 0 } : one]));
}

/** Whoever wrote, or was written to, last comes first. */
export function inOrder(contacts: Contacts): readonly Contact[] {
  return [...contacts.values()]
    .toSorted((one, other) => inSeconds(other.latestAt) - inSeconds(one.latestAt) || (one.peer < other.peer ? -1 : 1))
    .slice(0, MOST_CONTACTS);
}

/** Private messages by peer, each once, in the order in which they were opened. In memory only. */
export type PrivateMessages = ReadonlyMap<string, readonly OpenedMessage[]>;

/** With those that are new, by the ids of their rumors: one can come in several wraps. */
export function withOpened(known: PrivateMessages, more: readonly OpenedMessage[]): PrivateMessages {
  const all = new Map(known);
  for (const one of more) {
    const before = all.get(one.peer) ?? [];
    if (all.size >= MOST_OPENED && before.length === 0) continue;
    if (before.length < MOST_OF_ONE && !before.some(({ message }) => message.id === one.message.id)) all.set(one.peer, [...before, one]);
  }
  return all;
}

/** Contacts by private messages alone. */
export function privateContacts(opened: PrivateMessages, account: string, seen: Seen | undefined): Contacts {
  return new Map(
    [...opened].map(([peer, all]) => {
      const latestAt = all.reduce((at, { message }) => later(at, message.created_at), NEVER);
      return [peer, { peer, unread: unreadOf(all, account, peer, seen), latestAt }];
    }),
  );
}

/** Contacts of one relation, with what is known of them by private messages, and with those who are known by these alone. */
export function withPrivate(known: Contacts, more: Contacts, relation: Relation, follows: ReadonlySet<string>): Contacts {
  const all = new Map(known);
  for (const one of more.values()) {
    const before = all.get(one.peer);
    if (before) all.set(one.peer, { ...before, unread: before.unread + one.unread, latestAt: later(before.latestAt, one.latestAt) });
    else if (relation === 'any' || follows.has(one.peer) === (relation === 'follows')) all.set(one.peer, one);
  }
  return all;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Unread messages of the account by a frame of `directmsg_count` (1.7), where the number stands beside the kind. Undefined: none was told. */
export function readUnread(claims: readonly Claim[]): number | undefined {
  const told = contentsOf(claims, RESULT.MessageStats).flatMap((content) => (isRecord(content) ? [countIn(field(content, 'cnt'))] : []));
  return told.at(-1);
}

function readContact(peer: string, value: unknown): Contact | undefined {
  if (!isRecord(value)) return undefined;
  const at = field(value, 'latest_at');
  if (!isTime(at)) return undefined;
  return { peer, unread: countIn(field(value, 'cnt')), latestAt: seconds(at) };
}

function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(Math.floor(value), 0), MOST_UNREAD) : 0;
}
