import type { RangeClaim } from '../../connection/claims.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';

/** Where the next page starts: payload fields of the request. Without `until` the service counts from the top. */
export interface Cursor {
  readonly until?: number;
  readonly offset: number;
}

/** Feeds in order of time are paged by time; whatever is ranked otherwise moves under the reader and is paged by count alone. */
function isByTime(orderBy: string): boolean {
  return orderBy === 'created_at' || orderBy === 'published_at';
}

/**
 * The cursor after a page, or undefined at the end of the list (FEED-02). Bounds are inclusive, so what ties with the last value comes again
 * and is skipped by `offset`; ties that began on an earlier page count too. `valueOf` gives an item's sort value where its event is known;
 * elements are in descending order, so what lies between two ties is one.
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
 * Bounds for asking what is newer than a page: from its newest value on, but none after `at`, when it came, or what is dated ahead would end the
 * look. Undefined where the order is not by creation time.
 */
export function newerThan(range: RangeClaim | undefined, at?: Seconds): { readonly since: number } | undefined {
  if (!range || range.orderBy !== 'created_at' || range.until === undefined) return undefined;
  return { since: noLater(range.until, at) };
}

/** A date in seconds, but none after `at`. */
export function noLater(date: number, at: Seconds | undefined): number {
  return at === undefined ? date : Math.min(date, inSeconds(at));
}
