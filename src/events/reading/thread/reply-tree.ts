import type { VerifiedEvent } from '../../nostr/event.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';

/** The id of the nearest shown parent, or of the opened event. */
interface Answering {
  readonly id: string;
  readonly to: string;
}

export interface Reply extends Answering {
  readonly at: Seconds;
  readonly by: string;
}

/** A reply with all replies below it. `below`: their number, on all levels. */
export interface Branch {
  readonly id: string;
  readonly depth: number;
  readonly branches: readonly Branch[];
  readonly below: number;
}

interface Known {
  readonly repliesOf: (key: string) => readonly string[];
  /** `undefined`: unknown, deleted, or given up. */
  readonly eventOf: (id: string) => VerifiedEvent | undefined;
  readonly isHidden: (event: VerifiedEvent) => boolean;
}

/** Limit of rendered replies of one conversation (E-28, E-29). */
export const MOST_REPLIES = 1_000;
/**
 * Limit of replies that are read, including hidden ones, because the tree is rebuilt with every new
 * fact.
 */
const MOST_SEEN = 5_000;
/** Limit of indented levels. Deeper replies have a page of their own. */
export const MOST_DEPTH = 3;

/** The known replies, parents before their replies. */
interface Found {
  readonly shown: readonly Reply[];
  /** Replies that the reader's lists hide, on all levels. They do not count against the limit. */
  readonly hidden: readonly Answering[];
  /** Replies beyond the limit. */
  readonly older: readonly Reply[];
}

/**
 * Return all known replies below an event, in rings around it, each once, even in cycles (E-29).
 * `listed`: ids that the service names as replies to it. A reply to a missing reply moves to the
 * parent of that. Nothing below a hidden reply is shown.
 */
export function repliesBelow(root: string, listed: readonly string[], known: Known): Found {
  const found: Reply[] = [];
  const hidden: Answering[] = [];
  const seen = new Set([root]);
  const rings: { id: string; to: string; isOut: boolean }[] = [];
  const walk = (ids: readonly string[], to: string, isOut = false) => {
    const room = MOST_SEEN - seen.size;
    // the newest are last
    for (const id of room < ids.length ? ids.slice(ids.length - room) : ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      rings.push({ id, to, isOut });
    }
  };
  let at = 0;
  const follow = () => {
    for (; at < rings.length; at++) {
      const { id, to, isOut } = rings[at]!;
      const event = known.eventOf(id);
      const isHidden = event !== undefined && !isOut && known.isHidden(event);
      if (isHidden) hidden.push({ id, to });
      else if (event && !isOut) found.push({ id, to, at: event.created_at, by: event.pubkey });
      walk(known.repliesOf(id), event ? id : to, isOut || isHidden);
    }
  };
  walk(known.repliesOf(root), root);
  follow();
  // their parent is missing, or they refer to it in an unknown form
  walk(listed, root);
  follow();
  const newest = newestOf(root, found);
  if (!newest) return { shown: found, hidden, older: [] };
  return {
    shown: found.filter(({ id }) => newest.has(id)),
    hidden,
    older: found.filter(({ id }) => !newest.has(id)),
  };
}

/**
 * Return the replies within the limit: the newest of each level, each with everything below it. So
 * older ones are missing, and only the last branch is cut. Replies that are too deep to be rendered
 * do not count. `undefined`: all stay.
 */
function newestOf(root: string, replies: readonly Reply[]): ReadonlySet<string> | undefined {
  if (replies.length <= MOST_REPLIES) return undefined;
  const children = Map.groupBy(replies, ({ to }) => to);
  const taken = new Set<string>();
  let room = MOST_REPLIES;
  // the newest is on top
  const stack = [{ id: root, depth: -1 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { id, depth } = next;
    const isDrawn = depth >= 0 && depth <= MOST_DEPTH;
    if (isDrawn && room === 0) continue;
    if (isDrawn) room--;
    taken.add(id);
    for (const child of sorted(children.get(id))) stack.push({ id: child.id, depth: depth + 1 });
  }
  return taken;
}

/**
 * Return the number of known replies to each event, including hidden ones and those beyond the
 * limit.
 */
export function knownTo({ shown, hidden, older }: Found): ReadonlyMap<string, number> {
  return countsOf([...shown, ...hidden, ...older]);
}

/** Return the number of these replies by parent. */
export function countsOf(replies: readonly Answering[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { to } of replies) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

/** True if two walks found the same. */
export function sameReplies(one: Found, other: Found): boolean {
  const same = (some: readonly Answering[], others: readonly Answering[]) =>
    some.length === others.length &&
    some.every(({ id, to }, at) => id === others[at]?.id && to === others[at].to);
  return (
    same(one.shown, other.shown) && same(one.hidden, other.hidden) && same(one.older, other.older)
  );
}

/**
 * Return the tree of some replies, siblings oldest first. A reply whose parent is not among them
 * moves to the nearest ancestor that is.
 */
export function branchesOf(
  root: string,
  replies: readonly Reply[],
  among?: ReadonlySet<string>,
): readonly Branch[] {
  const answered = new Map(replies.map(({ id, to }) => [id, to]));
  const taken = among ? replies.filter(({ id }) => among.has(id)) : replies;
  const children = new Map<string, Reply[]>(
    [root, ...taken.map(({ id }) => id)].map((id) => [id, []]),
  );
  for (const reply of taken) {
    let { to } = reply;
    // parents come before their replies, so this ends
    while (!children.has(to)) to = answered.get(to) ?? root;
    children.get(to)?.push(reply);
  }
  return grown(root, children);
}

/**
 * Builds from the leaves up, without recursion, because a conversation may be thousands of levels
 * deep.
 */
function grown(root: string, children: ReadonlyMap<string, readonly Reply[]>): readonly Branch[] {
  const order: { id: string; depth: number }[] = [{ id: root, depth: -1 }];
  for (const { id, depth } of order)
    for (const child of sorted(children.get(id))) order.push({ id: child.id, depth: depth + 1 });
  const done = new Map<string, Branch>();
  for (const { id, depth } of order.toReversed()) {
    const branches = sorted(children.get(id)).flatMap((child) => done.get(child.id) ?? []);
    done.set(id, {
      id,
      depth,
      branches,
      below: branches.reduce((sum, { below }) => sum + below + 1, 0),
    });
  }
  return done.get(root)?.branches ?? [];
}

function sorted(replies: readonly Reply[] = []): readonly Reply[] {
  return replies.toSorted((a, b) => inSeconds(a.at) - inSeconds(b.at) || (a.id < b.id ? -1 : 1));
}

/**
 * Return the ids of rendered replies, from top to bottom, without those below folded ones or too
 * deep ones.
 */
export function drawnOf(
  branches: readonly Branch[],
  folded: ReadonlySet<string>,
): readonly string[] {
  return branches.flatMap(({ id, depth, branches: below }) =>
    folded.has(id) || depth >= MOST_DEPTH ? [id] : [id, ...drawnOf(below, folded)],
  );
}

/**
 * Return the replies that the reader expects: their own, and those below a reply for which
 * `isOnItsWay` is true.
 */
export function awaitedIn(
  replies: readonly Reply[],
  me: string | undefined,
  isOnItsWay: (to: string) => boolean,
): ReadonlySet<string> {
  const below = new Set<string>();
  for (const { id, to } of replies) if (isOnItsWay(to) || below.has(to)) below.add(id);
  return new Set(replies.flatMap(({ id, by }) => (by === me || below.has(id) ? [id] : [])));
}

/** The placed replies, and those that wait because they would move the text being read. */
export interface Places {
  readonly placed: ReadonlySet<string>;
  readonly waiting: readonly string[];
}

/**
 * Place new replies (THREAD-01). Requested and own ones are placed at once. Others are placed at
 * once only after all present ones, which moves nothing. `order`: all known replies, from top to
 * bottom.
 */
export function placesAfter(
  { placed: before }: Places,
  order: readonly string[],
  asked: ReadonlySet<string>,
): Places {
  const there = new Set([...before, ...asked]);
  const last = order.findLastIndex((id) => there.has(id));
  const all = [...there, ...order.slice(last + 1)];
  const known = new Set(order);
  const placed = new Set(all.length > MOST_SEEN ? all.filter((id) => known.has(id)) : all);
  return { placed, waiting: order.filter((id) => !placed.has(id)) };
}
