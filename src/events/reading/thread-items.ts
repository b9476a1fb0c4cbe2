import type { Claim, RangeClaim } from '../connection/claims.ts';
import type { SignedEvent } from '../event.ts';

/** What a thread shows, as ids: parents with the root first, replies oldest first. */
export interface ThreadItems {
  readonly parents: readonly string[];
  readonly replies: readonly string[];
  /** Sort value of the oldest reply page, for asking earlier ones; undefined when there are no more. */
  readonly earlier: { readonly until: number; readonly offset: number } | undefined;
}

export const NO_THREAD: ThreadItems = { parents: [], replies: [], earlier: undefined };

interface Page {
  readonly events: readonly SignedEvent[];
  readonly claims: readonly Claim[];
}

/**
 * Reads the answer of a thread view: two ranges arrive, the one that holds the asked event is that of its ancestors (newest first), the
 * other pages the replies. Without ranges the events themselves tell. An id without an event is left out.
 */
export function threadItems(target: string, page: Page): ThreadItems {
  const byId = new Map(page.events.map((event) => [event.id, event]));
  const ranges = page.claims.filter((claim): claim is RangeClaim => claim.claim === 'range');
  const lineage = ranges.find((range) => range.elements.includes(target));
  const direct = ranges.find((range) => range !== lineage);
  const parents = (lineage?.elements ?? []).filter((id) => id !== target && byId.has(id) && !direct?.elements.includes(id)).toReversed();
  const replies = direct ? direct.elements.filter((id) => byId.has(id) && id !== target && !parents.includes(id)) : [];
  return { parents, replies: chronological(replies, byId), earlier: earlierOf(direct, byId) };
}

/** As `threadItems` for an article: its one range may hold the article itself among the comments. `target` is the article's event id. */
export function articleItems(target: string | undefined, page: Page): ThreadItems {
  const byId = new Map(page.events.map((event) => [event.id, event]));
  const range = page.claims.find((claim): claim is RangeClaim => claim.claim === 'range');
  const replies = (range?.elements ?? []).filter((id) => id !== target && byId.has(id));
  return { parents: [], replies: chronological(replies, byId), earlier: earlierOf(range, byId) };
}

/** Adds replies of a later answer. Nothing is shown twice, nothing shown is taken away. */
export function withReplies(items: ThreadItems, page: ThreadItems, known: ReadonlyMap<string, SignedEvent>): ThreadItems {
  const fresh = page.replies.filter((id) => !items.replies.includes(id) && !items.parents.includes(id));
  if (fresh.length === 0) return items;
  return { ...items, replies: chronological([...items.replies, ...fresh], known) };
}

function chronological(ids: readonly string[], byId: ReadonlyMap<string, SignedEvent>): readonly string[] {
  const at = (id: string) => byId.get(id)?.created_at ?? 0;
  return ids.toSorted((a, b) => at(a) - at(b) || (a < b ? -1 : 1));
}

function earlierOf(range: RangeClaim | undefined, byId: ReadonlyMap<string, SignedEvent>): ThreadItems['earlier'] {
  if (!range?.since || range.elements.length === 0) return undefined;
  const since = range.since;
  const ties = range.elements.filter((id) => byId.get(id)?.created_at === since).length;
  return { until: since, offset: Math.max(1, ties) };
}
