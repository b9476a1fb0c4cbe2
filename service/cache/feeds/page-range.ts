import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { Item, Ordered, Slice } from '../../store/reading/page-slice.ts';
import type { PageRequest } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';

/** Returns rows of a list, largest key first. Of equal keys the one seen last comes first. */
export type Source<T extends Ordered> = (slice: Slice) => Promise<readonly T[]>;

/** One page: `orderBy` is the name of the key. */
export interface Page<T extends Ordered = Item> {
  readonly items: readonly T[];
  readonly orderBy: string;
}

const LAST = Number.MAX_SAFE_INTEGER;
const MOST_SCANNED = 20_000;
/** Extra rows, in case some are filtered. */
const SPARE = 5;
const LEAST_AT_ONCE = 60;
const MOST_AT_ONCE = 500;

/**
 * Return the requested page of a list. Hidden entries are skipped before offset and limit count. A
 * client pages by `until` = smallest key and `offset` = entries already received with that key. It
 * then gets every visible entry once.
 * Pass a source with a declared type: of an inline function the wrong type is inferred.
 */
export async function readPage<T extends Ordered>(
  source: Source<T>,
  page: PageRequest,
  keep?: KeepVisible<NoInfer<T>>,
): Promise<readonly T[]> {
  if (page.limit === 0 || page.since > page.until) return [];
  if (!page.forward) return take(source, page, keep);
  const rows = await take(source, { ...page, offset: 0 }, keep);
  const held = Math.min(page.offset, rows.filter(({ key }) => key === page.since).length);
  return rows.slice(0, rows.length - held);
}

/** Filters hidden entries. */
export type KeepVisible<T> = (rows: readonly T[]) => Promise<readonly T[]>;

async function take<T extends Ordered>(
  source: Source<T>,
  page: PageRequest,
  keep: KeepVisible<T> | undefined,
): Promise<readonly T[]> {
  if (!keep) return source({ ...page, before: LAST });
  const found: T[] = [];
  let { until, offset } = page;
  let before = LAST;
  for (let scanned = 0; scanned < MOST_SCANNED; ) {
    // Most lists hide little, so the first query is not much larger than the page.
    const least = scanned === 0 ? 0 : LEAST_AT_ONCE;
    const limit = Math.min(
      MOST_AT_ONCE,
      Math.max(least, page.limit - found.length + offset + SPARE),
    );
    const rows = await source({ since: page.since, until, before, limit, offset: 0 });
    const kept = await keep(rows);
    found.push(...kept.slice(offset, offset + page.limit - found.length));
    offset = Math.max(0, offset - kept.length);
    const last = rows.at(-1);
    if (!last || rows.length < limit || found.length >= page.limit) break;
    until = last.key;
    before = last.seq;
    scanned += rows.length;
  }
  return found;
}

/** A list in memory, already sorted. */
export function listSource<T extends Ordered>(rows: readonly T[]): Source<T> {
  return async ({ since, until, before, limit, offset }) =>
    rows
      .filter(({ key, seq }) => key >= since && (key < until || (key === until && seq < before)))
      .slice(offset, offset + limit);
}

/** Return order and cursor of a page (10000113). An empty page has no bounds. */
export function rangeResult(
  keys: readonly number[],
  elements: readonly string[],
  orderBy: string,
): Result {
  const bounds = keys.length > 0 ? { since: Math.min(...keys), until: Math.max(...keys) } : {};
  return synthetic(RESULT.Range, { ...bounds, order_by: orderBy, elements });
}

export function pageRange({ items, orderBy }: Page): Result {
  return rangeResult(
    items.map((item) => item.key),
    items.map((item) => item.id),
    orderBy,
  );
}
