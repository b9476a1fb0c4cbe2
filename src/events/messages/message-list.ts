import { type Secret, secretOf } from '../account/keys/secret.ts';
import { isHex } from '../core/hex.ts';
import { parseJson } from '../core/json.ts';
import { clip } from '../core/text.ts';
import { inSeconds, type Seconds, seconds } from '../core/time.ts';
import {
  type Contact,
  type Contacts,
  inOrder,
  isRelated,
  type PrivateMessages,
  type Relation,
  withPrivate,
  writtenTo,
} from './contacts.ts';
import type { DirectMessage } from './rumor.ts';

/** The last message of a conversation, as the list shows it. */
export interface LastLine {
  readonly id: string;
  readonly at: Seconds;
  readonly isMine: boolean;
  /** True for an encrypted file, which has no text. */
  readonly isFile: boolean;
  /** Its beginning. */
  readonly text: Secret<string>;
}

export type LastLines = ReadonlyMap<string, LastLine>;

/** A contact from an earlier page. `isPrivate`: only private messages were exchanged. */
export interface KeptContact extends Contact {
  readonly isPrivate: boolean;
}

/** The list as this device keeps it: `msgContacts`, and of `dmConversations` the last lines. */
export interface KeptList {
  readonly contacts: ReadonlyMap<string, KeptContact>;
  readonly lines: LastLines;
}

interface KeptRule {
  readonly relation: Relation;
  readonly follows: ReadonlySet<string>;
  readonly isRead: boolean;
}

export const NO_LIST: KeptList = { contacts: new Map(), lines: new Map() };

/** UTF-16 units of a kept line. */
const LONGEST_LINE = 200;
/** UTF-8 bytes. The text is encrypted once, and a payload of NIP-44 holds 65,535. */
const LONGEST_LIST = 48_000;

/** Return a message as the last line of its conversation. */
export function lineOf(
  { id, created_at, pubkey, file }: DirectMessage,
  text: string,
  account: string,
): LastLine {
  return {
    id,
    at: created_at,
    isMine: pubkey === account,
    isFile: file !== undefined,
    text: secretOf(clip(text, LONGEST_LINE)),
  };
}

/** Add lines. Of two lines of one conversation, the later one stays. */
export function withLines(
  known: LastLines,
  more: Iterable<readonly [string, LastLine]>,
): LastLines {
  const all = new Map(known);
  let isNews = false;
  for (const [peer, line] of more) {
    const before = all.get(peer);
    if (before && (before.id === line.id || before.at > line.at)) continue;
    all.set(peer, line);
    isNews = true;
  }
  return isNews ? all : known;
}

/** Return the last line of each conversation that changed since `before`. */
export function privateLines(
  opened: PrivateMessages,
  before: PrivateMessages,
  account: string,
): ReadonlyArray<readonly [string, LastLine]> {
  return [...opened].flatMap(([peer, all]) => {
    if (before.get(peer) === all) return [];
    const last = all.reduce((one, other) =>
      other.message.created_at >= one.message.created_at ? other : one,
    );
    return [[peer, lineOf(last.message, last.text.reveal() ?? '', account)] as const];
  });
}

/** Merge the kept contacts with those that are known now. */
export function mergedContacts(
  kept: KeptList['contacts'],
  contacts: Contacts,
  privately: Contacts,
): KeptList['contacts'] {
  const all = new Map(kept);
  for (const [peer, one] of privately)
    all.set(peer, { ...one, ...writtenTo(one, kept.get(peer)), isPrivate: true });
  for (const [peer, one] of contacts) {
    const more = privately.get(peer);
    all.set(peer, {
      ...one,
      unread: one.unread + (more?.unread ?? 0),
      latestAt: more && more.latestAt > one.latestAt ? more.latestAt : one.latestAt,
      ...writtenTo(one, more, kept.get(peer)),
      isPrivate: false,
    });
  }
  return all;
}

/**
 * Return the contacts of one relation that are known now, with those of an earlier page that stay:
 * until they are loaded, or known to be gone (STATE-03). `listed` is `undefined` until the service
 * has answered. `isRead`: all private messages were read.
 */
export function withKept(
  kept: KeptList['contacts'],
  listed: Contacts | undefined,
  privately: Contacts,
  { relation, follows, isRead }: KeptRule,
): Contacts {
  const now = withPrivate(listed ?? NO_LIST.contacts, privately, relation, follows);
  const earlier = [...kept].filter(
    ([peer, { isPrivate }]) =>
      !now.has(peer) &&
      isRelated(peer, relation, follows) &&
      (listed === undefined || (isPrivate && !isRead)),
  );
  return new Map([...now, ...earlier]);
}

/**
 * Return the number of known conversations with people whom the account does not follow. `senders`:
 * those of unread messages, whose list may not be loaded yet.
 */
export function countOthers(
  contacts: Contacts,
  lines: LastLines,
  senders: Iterable<string>,
  follows: ReadonlySet<string>,
  isHidden: (peer: string) => boolean,
): number {
  const peers = new Set([...contacts.keys(), ...lines.keys(), ...senders]);
  return [...peers].filter((peer) => isRelated(peer, 'other', follows) && !isHidden(peer)).length;
}

/** Return the list as text, which the caller must encrypt at once. The oldest contacts are cut. */
export function listText({ contacts, lines }: KeptList): string {
  const encoder = new TextEncoder();
  const rows: string[] = [];
  let left = LONGEST_LIST;
  for (const { peer, latestAt } of inOrder(contacts)) {
    const one = contacts.get(peer);
    const line = lines.get(peer);
    const row = JSON.stringify([
      peer,
      inSeconds(latestAt),
      one?.unread ?? 0,
      (one?.isWrittenTo ? 1 : 0) + (one?.isPrivate ? 2 : 0),
      ...(line
        ? [
            line.id,
            inSeconds(line.at),
            (line.isMine ? 1 : 0) + (line.isFile ? 2 : 0),
            line.text.reveal() ?? '',
          ]
        : []),
    ]);
    left -= encoder.encode(row).length + 1;
    if (left < 0) break;
    rows.push(row);
  }
  return `[${rows.join()}]`;
}

/** Read a kept list. Malformed entries are left out (INV-ISOLATE). */
export function readList(text: string): KeptList {
  const rows = parseJson(text);
  const contacts = new Map<string, KeptContact>();
  const lines = new Map<string, LastLine>();
  for (const row of Array.isArray(rows) ? rows : []) {
    const [peer, latestAt, unread, flags, ...line]: readonly unknown[] = Array.isArray(row)
      ? row
      : [];
    if (typeof peer !== 'string' || !isHex(peer, 64)) continue;
    if (!isCount(latestAt) || !isCount(unread) || !isCount(flags)) continue;
    contacts.set(peer, {
      peer,
      unread,
      latestAt: seconds(latestAt),
      ...(flags & 1 ? { isWrittenTo: true as const } : {}),
      isPrivate: (flags & 2) > 0,
    });
    const last = readLine(line);
    if (last) lines.set(peer, last);
  }
  return { contacts, lines };
}

function readLine([id, at, flags, text]: readonly unknown[]): LastLine | undefined {
  if (typeof id !== 'string' || !isHex(id, 64) || typeof text !== 'string') return undefined;
  if (!isCount(at) || !isCount(flags)) return undefined;
  return {
    id,
    at: seconds(at),
    isMine: (flags & 1) > 0,
    isFile: (flags & 2) > 0,
    text: secretOf(clip(text, LONGEST_LINE)),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
