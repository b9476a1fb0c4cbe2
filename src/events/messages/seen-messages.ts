import { isHex } from '../core/hex.ts';
import { field, isRecord } from '../core/json.ts';
import { inSeconds, later, type Seconds, seconds } from '../core/time.ts';
import type { PrivateMessages } from './contacts.ts';
import type { OpenedMessage } from './unwrap.ts';

/**
 * State of a conversation when it was last viewed. A message that arrives later is unread,
 * regardless of its date (DM-10, E-59).
 */
interface Look {
  /** Messages up to this date count as read, except those in `late`. */
  readonly floor: Seconds;
  /** Messages of both sides with a later date: ids and dates. */
  readonly ids: ReadonlyMap<string, Seconds>;
}

/**
 * Private messages that were read on this device. `from`: all messages before this date count as
 * read.
 */
export interface Seen {
  readonly from: Seconds;
  /** Date of the newest read message, by peer. */
  readonly peers: ReadonlyMap<string, Seconds>;
  readonly looks?: ReadonlyMap<string, Look>;
  /**
   * Ids of messages that arrived after messages with later dates had been read. A look at the
   * conversation marks them as read.
   */
  readonly late?: ReadonlySet<string>;
}

/**
 * Return the markers without a start in the future, which comes from a first use with a fast clock.
 */
export function notAhead(seen: Seen, now: Seconds): Seen {
  return seen.from > now ? { ...seen, from: now } : seen;
}

const NEVER = seconds(0);
const MOST_PEERS = 5_000;
const MOST_IDS_OF_ONE = 100;
const MOST_IDS = 4_000;
const MOST_LATE = 1_000;
const NOBODY: ReadonlySet<string> = new Set();

/** Count the unread messages of a peer; 0 while the read state is unknown. */
export function unreadOf(
  all: readonly OpenedMessage[],
  account: string,
  peer: string,
  seen: Seen | undefined,
): number {
  return seen ? all.filter(unreadBy(all, account, peer, seen)).length : 0;
}

/**
 * A reply from another device shows that messages dated before it were read, but not messages of
 * the same second.
 */
function unreadBy(
  all: readonly OpenedMessage[],
  account: string,
  peer: string,
  seen: Seen,
): (one: OpenedMessage) => boolean {
  const { floor, ids } = lookOf(seen, peer);
  const { late = NOBODY } = seen;
  const answered = newestOf(
    all.filter(({ message }) => message.pubkey === account && !ids.has(message.id)),
  );
  return ({ message: { id, pubkey, created_at } }) => {
    if (pubkey === account || ids.has(id)) return false;
    return late.has(id) || (created_at > floor && created_at >= answered);
  };
}

/**
 * Mark messages that just arrived as unread, even if their date suggests that they were read.
 * Returns the same `seen` if none are late.
 */
export function withArrived(
  seen: Seen,
  opened: PrivateMessages,
  account: string,
  arrived: ReadonlySet<string>,
): Seen {
  const late = [...opened].flatMap(([peer, all]) => {
    const some = all.filter(({ message }) => message.pubkey !== account && arrived.has(message.id));
    if (some.length === 0) return [];
    const isUnread = unreadBy(all, account, peer, seen);
    const { ids } = lookOf(seen, peer);
    return some.flatMap((one) =>
      isUnread(one) || ids.has(one.message.id) ? [] : [one.message.id],
    );
  });
  return late.length === 0
    ? seen
    : { ...seen, late: new Set([...(seen.late ?? []), ...late].slice(-MOST_LATE)) };
}

/**
 * Mark all opened messages of a peer as read, or of all peers if `peer` is `undefined`. Returns the
 * same `seen` if nothing changes.
 */
export function withSeen(seen: Seen, opened: PrivateMessages, peer: string | undefined): Seen {
  const looked = [...opened].flatMap(([one, all]) => {
    const look = peer === undefined || one === peer ? lookAt(seen, one, all) : undefined;
    return look
      ? [{ one, look, all, theirs: newestOf(all.filter(({ message }) => message.pubkey === one)) }]
      : [];
  });
  if (looked.length === 0) return seen;
  const peers = looked.flatMap(({ one, theirs }) =>
    theirs > NEVER ? [[one, later(theirs, seen.peers.get(one) ?? NEVER)] as const] : [],
  );
  const others = [...(seen.looks ?? [])].filter(
    ([one]) => !looked.some((each) => each.one === one),
  );
  const looks = bounded([...others, ...looked.map(({ one, look }) => [one, look] as const)]);
  const read = new Set(looked.flatMap(({ all }) => all.map(({ message }) => message.id)));
  const late = [...(seen.late ?? [])].filter((id) => !read.has(id));
  return {
    from: seen.from,
    peers: new Map([...seen.peers, ...peers].slice(-MOST_PEERS)),
    looks,
    ...(late.length > 0 ? { late: new Set(late) } : {}),
  };
}

/** Return the state of a viewed conversation; `undefined` if nothing came since the last look. */
function lookAt(seen: Seen, peer: string, all: readonly OpenedMessage[]): Look | undefined {
  const { floor, ids } = lookOf(seen, peer);
  const more = all.flatMap(({ message: { id, created_at } }) =>
    !ids.has(id) && (created_at > floor || seen.late?.has(id)) ? [[id, created_at] as const] : [],
  );
  return more.length === 0
    ? undefined
    : trimmed({ floor, ids: new Map([...ids, ...more]) }, MOST_IDS_OF_ONE);
}

function lookOf({ from, peers, looks }: Seen, peer: string): Look {
  return looks?.get(peer) ?? { floor: peers.get(peer) ?? from, ids: new Map() };
}

/** Drop the ids of the oldest messages above the limit. Their date then marks them as read. */
function trimmed({ floor, ids }: Look, most: number): Look {
  if (ids.size <= most) return { floor, ids };
  const byDate = [...ids].toSorted(([, one], [, other]) => inSeconds(other) - inSeconds(one));
  return { floor: later(floor, byDate[most]?.[1] ?? NEVER), ids: new Map(byDate.slice(0, most)) };
}

/** Keep the ids of the conversations that were viewed last. */
function bounded(looks: ReadonlyArray<readonly [string, Look]>): ReadonlyMap<string, Look> {
  let room = MOST_IDS;
  const kept = looks
    .slice(-MOST_PEERS)
    .toReversed()
    .map(([peer, look]) => {
      const one = trimmed(look, room);
      room -= one.ids.size;
      return [peer, one] as const;
    });
  return new Map(kept.toReversed());
}

/**
 * Merge the read states of several tabs, which each store their own; `undefined` if there are none.
 * A message is read if any of them says so.
 */
export function mergeSeen(all: readonly Seen[]): Seen | undefined {
  const [first, ...others] = all;
  if (!first) return undefined;
  const peers = new Map(first.peers);
  for (const one of others)
    for (const [peer, at] of one.peers) peers.set(peer, later(at, peers.get(peer) ?? NEVER));
  const from = others.reduce((least, one) => (one.from < least ? one.from : least), first.from);
  const named = new Set(all.flatMap((one) => [...(one.looks?.keys() ?? [])]));
  const looks = [...named].map((peer) => [peer, mergedLook(all, peer)] as const);
  const read = new Set(looks.flatMap(([, { ids }]) => [...ids.keys()]));
  const late = all.flatMap((one) => [...(one.late ?? [])]).filter((id) => !read.has(id));
  return {
    from,
    peers,
    ...(looks.length > 0 ? { looks: bounded(looks) } : {}),
    ...(late.length > 0 ? { late: new Set(late.slice(-MOST_LATE)) } : {}),
  };
}

function mergedLook(all: readonly Seen[], peer: string): Look {
  const looks = all.flatMap((one) =>
    one.looks?.has(peer) || one.peers.has(peer) ? [lookOf(one, peer)] : [],
  );
  const floor = looks.reduce((at, one) => later(at, one.floor), NEVER);
  return trimmed({ floor, ids: new Map(looks.flatMap(({ ids }) => [...ids])) }, MOST_IDS_OF_ONE);
}

/** Return plain JSON, which the caller must seal at once. */
export function plainSeen({ from, peers, looks, late }: Seen): Readonly<Record<string, unknown>> {
  return {
    from,
    seen: [...peers],
    ...(looks
      ? { looks: [...looks].map(([peer, { floor, ids }]) => [peer, floor, [...ids]]) }
      : {}),
    ...(late ? { late: [...late] } : {}),
  };
}

/** Read a stored state; `undefined` if it is invalid. */
export function readSeen(value: unknown): Seen | undefined {
  if (!isRecord(value)) return undefined;
  const [from, seen] = [field(value, 'from'), field(value, 'seen')];
  if (!isTime(from) || !Array.isArray(seen)) return undefined;
  const peers = seen.slice(0, MOST_PEERS).flatMap((one: unknown) => {
    const [peer, at]: readonly unknown[] = Array.isArray(one) ? one : [];
    return typeof peer === 'string' && isHex(peer, 64) && isTime(at)
      ? [[peer, seconds(at)] as const]
      : [];
  });
  const looks = listIn(value, 'looks').slice(0, MOST_PEERS).flatMap(readLook);
  const late = listIn(value, 'late').flatMap((id) => (typeof id === 'string' ? [id] : []));
  return {
    from: seconds(from),
    peers: new Map(peers),
    ...(looks.length > 0 ? { looks: bounded(looks) } : {}),
    ...(late.length > 0 ? { late: new Set(late.slice(-MOST_LATE)) } : {}),
  };
}

function readLook(value: unknown): ReadonlyArray<readonly [string, Look]> {
  const [peer, floor, ids]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (typeof peer !== 'string' || !isHex(peer, 64) || !isTime(floor) || !Array.isArray(ids))
    return [];
  const found = ids.flatMap((one: unknown) => {
    const [id, at]: readonly unknown[] = Array.isArray(one) ? one : [];
    return typeof id === 'string' && isTime(at) ? [[id, seconds(at)] as const] : [];
  });
  return [[peer, trimmed({ floor: seconds(floor), ids: new Map(found) }, MOST_IDS_OF_ONE)]];
}

function listIn(value: Readonly<Record<string, unknown>>, name: string): readonly unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list : [];
}

function newestOf(all: readonly OpenedMessage[]): Seconds {
  return all.reduce((at, { message }) => later(at, message.created_at), NEVER);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
