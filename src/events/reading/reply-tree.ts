import type { VerifiedEvent } from '../event.ts';
import { inSeconds, type Seconds } from '../time.ts';

/** A reply with what it answers, as far as that is shown: an id, or what was opened. */
export interface Reply {
  readonly id: string;
  readonly to: string;
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

/** So many replies of one conversation are drawn, those nearest to what was opened (E-28, E-29). */
const MOST_REPLIES = 1_000;
/** Levels that are indented; what is deeper has a page of its own. */
export const MOST_DEPTH = 3;

/**
 * All replies that are known below something, in rings around it, each once, however they answer each other (E-29). `listed`: ids that the
 * service names as replies to it. What hangs on a reply that is gone hangs on what that one answered; below what is hidden nothing is shown.
 */
export function repliesBelow(
  root: string,
  listed: readonly string[],
  known: Known,
): { shown: readonly Reply[]; hidden: readonly string[] } {
  const shown: Reply[] = [];
  const hidden: string[] = [];
  const seen = new Set([root]);
  const rings: { id: string; to: string }[] = [];
  const walk = (ids: readonly string[], to: string) => {
    for (const id of ids) {
      if (seen.has(id) || seen.size > MOST_REPLIES) continue;
      seen.add(id);
      rings.push({ id, to });
    }
  };
  let at = 0;
  const follow = () => {
    for (; at < rings.length; at++) {
      const { id, to } = rings[at]!;
      const event = known.eventOf(id);
      if (event && known.isHidden(event)) {
        hidden.push(id);
        continue;
      }
      if (event) shown.push({ id, to, at: event.created_at, by: event.pubkey });
      walk(known.repliesOf(id), event ? id : to);
    }
  };
  walk(known.repliesOf(root), root);
  follow();
  // they answer something that is not here, or answer in a way of their own
  walk(listed, root);
  follow();
  return { shown, hidden };
}

/** Whether two walks found the same. */
export function sameReplies(one: ReturnType<typeof repliesBelow>, other: ReturnType<typeof repliesBelow>): boolean {
  return (
    one.shown.length === other.shown.length &&
    one.hidden.length === other.hidden.length &&
    one.shown.every(({ id, to }, at) => id === other.shown[at]?.id && to === other.shown[at].to) &&
    one.hidden.every((id, at) => id === other.hidden[at])
  );
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
  const placed = new Set([...there, ...order.slice(last + 1)]);
  return { placed, waiting: order.filter((id) => !placed.has(id)) };
}
