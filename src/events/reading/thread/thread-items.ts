import { addressOf } from '../../nostr/address.ts';
import type { Claim, RangeClaim } from '../../connection/claims.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { inSeconds, seconds } from '../../core/time.ts';
import { type Reference, replyTarget, rootOf } from '../../facts/references.ts';
import { REPLIES_ASKED } from './thread-query.ts';

/** What a thread shows, as ids: parents with the root first, replies oldest first. */
export interface ThreadItems {
  readonly parents: readonly string[];
  readonly replies: readonly string[];
  /** Sort value of the oldest reply page, for asking earlier ones; undefined when there are no more. */
  readonly earlier: { readonly until: number; readonly offset: number } | undefined;
  /** Whether the service named as many replies as were asked for, also those that it withheld: then there may be earlier ones. */
  readonly isFull: boolean;
}

export const NO_THREAD: ThreadItems = { parents: [], replies: [], earlier: undefined, isFull: false };

interface Page {
  readonly events: readonly SignedEvent[];
  readonly claims: readonly Claim[];
}

/** As many ancestors are looked for: the nearest ones (E-29). */
const MAX_PARENTS = 100;

/**
 * Reads the answer of a thread view. What stands above and what stands below the asked note is decided by the events' own tags (NIP-10,
 * NIP-22), whatever ranges the service names and in whatever order; ranges only say which events are meant, and where earlier pages go on.
 */
export function threadItems(target: string, page: Page): ThreadItems {
  const byKey = new Map(page.events.flatMap((event) => keysOf(event).map((key) => [key, event] as const)));
  const ranges = page.claims.filter((claim): claim is RangeClaim => claim.claim === 'range');
  const parents = ancestorsOf(target, byKey);
  const listed = ranges.length > 0 ? ranges.flatMap(({ elements }) => elements) : page.events.map(({ id }) => id);
  const answering = descendantsOf(target, byKey);
  const below = new Set(listed.filter((id) => id !== target && !parents.includes(id) && answering.has(id)));
  const paged = ranges.find(({ elements }) => !elements.includes(target));
  return { parents, replies: chronological([...below], byKey), earlier: earlierOf(paged, byKey), isFull: isFull(paged) };
}

type Lookup = ReadonlyMap<string, SignedEvent>;

/** Under what an event is named by those that answer it: its id, and its address where it has one. */
function keysOf(event: SignedEvent): readonly string[] {
  const address = addressOf(event);
  return address === undefined ? [event.id] : [event.id, address];
}

/** From the root down to what the event answers. Where one of them is missing the root follows; what answers itself in a circle ends there. */
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

/** Ids of all that answer the target, or something that does. Where what lies between is missing, naming the target as root is enough. */
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
  // what is added is walked over in its turn
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

/** As `threadItems` for an article: its one range may hold the article itself among the comments. `target` is the article's event id. */
export function articleItems(target: string | undefined, page: Page): ThreadItems {
  const byId = new Map(page.events.map((event) => [event.id, event]));
  const range = page.claims.find((claim): claim is RangeClaim => claim.claim === 'range');
  const replies = (range?.elements ?? []).filter((id) => id !== target && byId.has(id));
  return { parents: [], replies: chronological(replies, byId), earlier: earlierOf(range, byId), isFull: isFull(range) };
}

/** So many replies are listed: more than are drawn, or looked at. */
export const MOST_LISTED = 5_000;

/** Adds replies of a later answer. Nothing is shown twice, and of too many the newest stay, whatever a service goes on to send. */
export function withReplies(items: ThreadItems, page: ThreadItems, known: ReadonlyMap<string, SignedEvent>): ThreadItems {
  const fresh = page.replies.filter((id) => !items.replies.includes(id) && !items.parents.includes(id));
  if (fresh.length === 0) return items;
  return { ...items, replies: chronological([...items.replies, ...fresh], known).slice(-MOST_LISTED) };
}

function chronological(ids: readonly string[], byId: Lookup): readonly string[] {
  const at = (id: string) => inSeconds(byId.get(id)?.created_at ?? seconds(0));
  return ids.toSorted((a, b) => at(a) - at(b) || (a < b ? -1 : 1));
}

/** What is deleted or muted is left out, and its id stays in the range (2.4). */
function isFull(range: RangeClaim | undefined): boolean {
  return range !== undefined && range.elements.length >= REPLIES_ASKED;
}

function earlierOf(range: RangeClaim | undefined, byId: Lookup): ThreadItems['earlier'] {
  if (!range?.since || range.elements.length === 0) return undefined;
  const since = range.since;
  const ties = range.elements.filter((id) => byId.get(id)?.created_at === seconds(since)).length;
  return { until: since, offset: Math.max(1, ties) };
}
