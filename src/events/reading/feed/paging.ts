import type { RangeClaim } from '../../connection/claims.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';

/**
 * Where the next page starts: payload fields of the request. Without `until` the service counts
 * from the top.
 */
export interface Cursor {
  readonly until?: number;
  readonly offset: number;
}

/**
 * Feeds in order of time are paged by time. Other orders change while the user reads, so they are
 * paged by count.
 */
function isByTime(orderBy: string): boolean {
  return orderBy === 'created_at' || orderBy === 'published_at';
}

/**
 * Return the cursor after a page. `undefined` at the end of the list (FEED-02). Bounds are
 * inclusive, so ties of the last value come again and are skipped by `offset`. Ties from earlier
 * pages count too. `valueOf` returns an item's sort value if its event is known. Elements are in
 * descending order, so all items between two ties are ties.
 */
export function nextCursor(
  range: RangeClaim | undefined,
  before: Cursor | undefined,
  valueOf: (id: string) => number | undefined,
): Cursor | undefined {
  if (!range || range.elements.length === 0) return undefined;
  if (!isByTime(range.orderBy)) return { offset: (before?.offset ?? 0) + range.elements.length };
  const { since, elements } = range;
  if (!since) return undefined;
  const first = elements.findIndex((id) => valueOf(id) === since);
  const ties = first < 0 ? 1 : elements.length - first;
  return { until: since, offset: before?.until === since ? before.offset + ties : ties };
}

/**
 * Return the bounds of a query for items newer than a page. They start at its newest value, but not
 * after `at`, its arrival. Otherwise an item with a future date would end the updates. `undefined`
 * if the order is not by creation time.
 */
export function newerThan(
  range: RangeClaim | undefined,
  at?: Seconds,
): { readonly since: number } | undefined {
  if (!range || range.orderBy !== 'created_at' || range.until === undefined) return undefined;
  return { since: noLater(range.until, at) };
}

/** Return the date in seconds, or `at` if it is earlier. */
export function noLater(date: number, at: Seconds | undefined): number {
  return at === undefined ? date : Math.min(date, inSeconds(at));
}
