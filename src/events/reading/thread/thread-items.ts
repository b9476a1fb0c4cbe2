import { addressOf } from '../../nostr/address.ts';
import type { Claim, RangeClaim } from '../../connection/claims.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { inSeconds, seconds } from '../../core/time.ts';
import { type Reference, replyTarget, rootOf } from '../../facts/references.ts';
import { REPLIES_ASKED } from './thread-query.ts';

/** The ids of a thread: parents with the root first, replies oldest first. */
export interface ThreadItems {
  readonly parents: readonly string[];
  readonly replies: readonly string[];
  /** Sort value of the oldest reply page, for earlier pages. `undefined` if there are no more. */
  readonly earlier: { readonly until: number; readonly offset: number } | undefined;
  /**
   * True if the service named a full page of replies, including withheld ones. Then there may be
   * earlier ones.
   */
  readonly isFull: boolean;
}

export const NO_THREAD: ThreadItems = {
  parents: [],
  replies: [],
  earlier: undefined,
  isFull: false,
};

interface Page {
  readonly events: readonly SignedEvent[];
  readonly claims: readonly Claim[];
}

/** Limit of ancestors, the nearest ones (E-29). */
const MAX_PARENTS = 100;

/**
 * Read the answer of a thread view. The tags of the events decide which are parents and which are
 * replies (NIP-10, NIP-22). The ranges of the service only decide which events are included, and
 * where earlier pages continue.
 */
export function threadItems(target: string, page: Page): ThreadItems {
  const byKey = new Map(
    page.events.flatMap((event) => keysOf(event).map((key) => [key, event] as const)),
  );
  const ranges = page.claims.filter((claim): claim is RangeClaim => claim.claim === 'range');
  const parents = ancestorsOf(target, byKey);
  const listed =
    ranges.length > 0
      ? ranges.flatMap(({ elements }) => elements)
      : page.events.map(({ id }) => id);
  const answering = descendantsOf(target, byKey);
  const below = new Set(
    listed.filter((id) => id !== target && !parents.includes(id) && answering.has(id)),
  );
  const paged = ranges.find(({ elements }) => !elements.includes(target));
  return {
    parents,
    replies: chronological([...below], byKey),
    earlier: earlierOf(paged, byKey),
    isFull: isFull(paged),
  };
}

type Lookup = ReadonlyMap<string, SignedEvent>;

/** Return the names of an event in its replies: its id, and its address if it has one. */
function keysOf(event: SignedEvent): readonly string[] {
  const address = addressOf(event);
  return address === undefined ? [event.id] : [event.id, address];
}

/**
 * Return the ancestors from the root down to the parent. If one is missing, the root follows. A
 * cycle ends the line.
 */
function ancestorsOf(target: string, byKey: Lookup): readonly string[] {
  const line = new Set([target]);
  for (let event = byKey.get(target); event && line.size <= MAX_PARENTS; ) {
    const parent = found(replyTarget(event), byKey) ?? found(rootOf(event), byKey);
    if (!parent || line.has(parent.id)) break;
    line.add(parent.id);
    event = parent;
  }
  return [...line].slice(1).toReversed();
}

/**
 * Return the ids of all replies to the target, on all levels. If a reply between is missing, the
 * target as root is enough.
 */
function descendantsOf(target: string, byKey: Lookup): ReadonlySet<string> {
  const answering = new Map<string, string[]>();
  for (const event of new Set(byKey.values())) {
    const parent = rootOf(event)?.key === target ? target : replyTarget(event)?.key;
    if (parent === undefined) continue;
    const list = answering.get(parent);
    if (list) list.push(event.id);
    else answering.set(parent, [event.id]);
  }
  const below = new Set<string>();
  // keys added in this loop are visited too
  const keys = new Set([target]);
  for (const key of keys) {
    for (const id of answering.get(key) ?? []) {
      below.add(id);
      keys.add(id);
    }
  }
  return below;
}

function found(reference: Reference | undefined, byKey: Lookup): SignedEvent | undefined {
  return reference && byKey.get(reference.key);
}

/**
 * Read the same for an article. Its single range may contain the article itself among the comments.
 * `target` is the article's event id.
 */
export function articleItems(target: string | undefined, page: Page): ThreadItems {
  const byId = new Map(page.events.map((event) => [event.id, event]));
  const range = page.claims.find((claim): claim is RangeClaim => claim.claim === 'range');
  const replies = (range?.elements ?? []).filter((id) => id !== target && byId.has(id));
  return {
    parents: [],
    replies: chronological(replies, byId),
    earlier: earlierOf(range, byId),
    isFull: isFull(range),
  };
}

/** Limit of listed replies: more than are rendered or read. */
export const MOST_LISTED = 5_000;

/**
 * Add the replies of a later answer. Each is shown once, and the newest stay if there are too many.
 */
export function withReplies(
  items: ThreadItems,
  page: ThreadItems,
  known: ReadonlyMap<string, SignedEvent>,
): ThreadItems {
  const fresh = page.replies.filter(
    (id) => !items.replies.includes(id) && !items.parents.includes(id),
  );
  if (fresh.length === 0) return items;
  return {
    ...items,
    replies: chronological([...items.replies, ...fresh], known).slice(-MOST_LISTED),
  };
}

function chronological(ids: readonly string[], byId: Lookup): readonly string[] {
  const at = (id: string) => inSeconds(byId.get(id)?.created_at ?? seconds(0));
  return ids.toSorted((a, b) => at(a) - at(b) || (a < b ? -1 : 1));
}

/** Deleted and muted replies are left out, but their ids stay in the range. */
function isFull(range: RangeClaim | undefined): boolean {
  return range !== undefined && range.elements.length >= REPLIES_ASKED;
}

function earlierOf(range: RangeClaim | undefined, byId: Lookup): ThreadItems['earlier'] {
  if (!range?.since || range.elements.length === 0) return undefined;
  const since = range.since;
  const ties = range.elements.filter((id) => byId.get(id)?.created_at === seconds(since)).length;
  return { until: since, offset: Math.max(1, ties) };
}
