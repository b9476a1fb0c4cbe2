import type { VerifiedEvent } from '../../nostr/event.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';

/** What it answers, as far as that is shown: an id, or what was opened. */
interface Answering {
  readonly id: string;
  readonly to: string;
}

/** A reply with what it answers. */
export interface Reply extends Answering {
  readonly at: Seconds;
  /** Who wrote it. */
  readonly by: string;
}

/** A reply with all that hangs on it. `below`: how many replies that are, on all levels. */
export interface Branch {
  readonly id: string;
  readonly depth: number;
  readonly branches: readonly Branch[];
  readonly below: number;
}

/** What is known of events. */
interface Known {
  readonly repliesOf: (key: string) => readonly string[];
  /** Undefined: unknown, taken back, or given up. */
  readonly eventOf: (id: string) => VerifiedEvent | undefined;
  readonly isHidden: (event: VerifiedEvent) => boolean;
}

/** So many replies of one conversation are drawn (E-28, E-29). */
export const MOST_REPLIES = 1_000;
/** So many are looked at, those that are hidden among them: with every fact that comes this is done anew. */
const MOST_SEEN = 5_000;
/** Levels that are indented; what is deeper has a page of its own. */
export const MOST_DEPTH = 3;

/** Replies that are known, parents before what answers them. */
interface Found {
  readonly shown: readonly Reply[];
  /** Those that the reader's lists hide, on all levels; they take no place from others. */
  readonly hidden: readonly Answering[];
  /** Those that there is no room for. */
  readonly older: readonly Reply[];
}

/**
 * All replies that are known below something, in rings around it, each once, however they answer each other (E-29). `listed`: ids that the
 * service names as replies to it. What hangs on a reply that is gone hangs on what that one answered; below what is hidden nothing is shown.
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
  // they answer something that is not here, or answer in a way of their own
  walk(listed, root);
  follow();
  const newest = newestOf(root, found);
  if (!newest) return { shown: found, hidden, older: [] };
  return { shown: found.filter(({ id }) => newest.has(id)), hidden, older: found.filter(({ id }) => !newest.has(id)) };
}

/**
 * Which replies stay where there are too many: the newest of each level, each with all that hangs on it, so that what is missing is what is older,
 * and no branch but the last is cut. What is too deep to be drawn here takes no place. Undefined: all stay.
 */
function newestOf(root: string, replies: readonly Reply[]): ReadonlySet<string> | undefined {
  if (replies.length <= MOST_REPLIES) return undefined;
  const children = Map.groupBy(replies, ({ to }) => to);
  const taken = new Set<string>();
  let room = MOST_REPLIES;
  // the newest lies on top
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

/** How many replies to each are known, among them those that are hidden, or have no room. */
export function knownTo({ shown, hidden, older }: Found): ReadonlyMap<string, number> {
  return countsOf([...shown, ...hidden, ...older]);
}

/** How many of these answer each. */
export function countsOf(replies: readonly Answering[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { to } of replies) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

/** Whether two walks found the same. */
export function sameReplies(one: Found, other: Found): boolean {
  const same = (some: readonly Answering[], others: readonly Answering[]) =>
    some.length === others.length && some.every(({ id, to }, at) => id === others[at]?.id && to === others[at].to);
  return same(one.shown, other.shown) && same(one.hidden, other.hidden) && same(one.older, other.older);
}

/** The tree of some replies, siblings oldest first. A reply to one that is not among them hangs on the nearest that is. */
export function branchesOf(root: string, replies: readonly Reply[], among?: ReadonlySet<string>): readonly Branch[] {
  const answered = new Map(replies.map(({ id, to }) => [id, to]));
  const taken = among ? replies.filter(({ id }) => among.has(id)) : replies;
  const children = new Map<string, Reply[]>([root, ...taken.map(({ id }) => id)].map((id) => [id, []]));
  for (const reply of taken) {
    let { to } = reply;
    // what is answered was walked over before, so this ends
    while (!children.has(to)) to = answered.get(to) ?? root;
    children.get(to)?.push(reply);
  }
  return grown(root, children);
}

/** From the leaves up, without recursion: a conversation may be thousands deep. */
function grown(root: string, children: ReadonlyMap<string, readonly Reply[]>): readonly Branch[] {
  const order: { id: string; depth: number }[] = [{ id: root, depth: -1 }];
  for (const { id, depth } of order) for (const child of sorted(children.get(id))) order.push({ id: child.id, depth: depth + 1 });
  const done = new Map<string, Branch>();
  for (const { id, depth } of order.toReversed()) {
    const branches = sorted(children.get(id)).flatMap((child) => done.get(child.id) ?? []);
    done.set(id, { id, depth, branches, below: branches.reduce((sum, { below }) => sum + below + 1, 0) });
  }
  return done.get(root)?.branches ?? [];
}

function sorted(replies: readonly Reply[] = []): readonly Reply[] {
  return replies.toSorted((a, b) => inSeconds(a.at) - inSeconds(b.at) || (a.id < b.id ? -1 : 1));
}

/** The ids of what is drawn, from top to bottom: nothing below what is folded, and nothing that is too deep. */
export function drawnOf(branches: readonly Branch[], folded: ReadonlySet<string>): readonly string[] {
  return branches.flatMap(({ id, depth, branches: below }) =>
    folded.has(id) || depth >= MOST_DEPTH ? [id] : [id, ...drawnOf(below, folded)],
  );
}

/** Replies that whoever reads waits for: their own, and those below a reply of which `isOnItsWay` says so. */
export function awaitedIn(replies: readonly Reply[], me: string | undefined, isOnItsWay: (to: string) => boolean): ReadonlySet<string> {
  const below = new Set<string>();
  for (const { id, to } of replies) if (isOnItsWay(to) || below.has(to)) below.add(id);
  return new Set(replies.flatMap(({ id, by }) => (by === me || below.has(id) ? [id] : [])));
}

/** Which replies stand at their places, and which wait because they would move what is read. */
export interface Places {
  readonly placed: ReadonlySet<string>;
  readonly waiting: readonly string[];
}

/**
 * Places what has come (THREAD-01): what somebody asked for or wrote at once; others' at once, too, where they stand after all that is
 * there, as that moves nothing. `order`: all that is known, from top to bottom.
 */
export function placesAfter({ placed: before }: Places, order: readonly string[], asked: ReadonlySet<string>): Places {
  const there = new Set([...before, ...asked]);
  const last = order.findLastIndex((id) => there.has(id));
  const all = [...there, ...order.slice(last + 1)];
  const known = new Set(order);
  const placed = new Set(all.length > MOST_SEEN ? all.filter((id) => known.has(id)) : all);
  return { placed, waiting: order.filter((id) => !placed.has(id)) };
}
