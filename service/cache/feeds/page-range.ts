import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { Item, Ordered, Slice } from '../../store/reading/page-slice.ts';
import type { PageRequest } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';

/** Gives rows of a list, largest key first, at equal keys the one seen last first. */
export type Source<T extends Ordered> = (slice: Slice) => Promise<readonly T[]>;

/** One page: `orderBy` is the name of the key. */
export interface Page<T extends Ordered = Item> {
  readonly items: readonly T[];
  readonly orderBy: string;
}

const LAST = Number.MAX_SAFE_INTEGER;
const MOST_SCANNED = 20_000;
/** Rows beyond those that are wanted, in case some are not seen. */
const SPARE = 5;
const LEAST_AT_ONCE = 60;
const MOST_AT_ONCE = 500;

/**
 * The asked page of a list (2.5). Hidden entries are passed over before offset and limit count, so walking pages by
 * `until` = smallest key, `offset` = entries already held with that key gives every visible entry once.
 */
export async function takePage<T extends Ordered>(source: Source<T>, page: PageRequest, keep?: Keep<NoInfer<T>>): Promise<readonly T[]> {
  if (page.limit === 0 || page.since > page.until) return [];
  if (!page.forward) return take(source, page, keep);
  const rows = await take(source, { ...page, offset: 0 }, keep);
  const held = Math.min(page.offset, rows.filter(({ key }) => key === page.since).length);
  return rows.slice(0, rows.length - held);
}

/** Leaves out of a list what is not to be seen. */
export type Keep<T> = (rows: readonly T[]) => Promise<readonly T[]>;

async function take<T extends Ordered>(source: Source<T>, page: PageRequest, keep: Keep<T> | undefined): Promise<readonly T[]> {
  if (!keep) return source({ ...page, before: LAST });
  const found: T[] = [];
  let { until, offset } = page;
  let before = LAST;
  for (let scanned = 0; scanned < MOST_SCANNED; ) {
    // most lists hide little: the first look is not much larger than the page
    const least = scanned === 0 ? 0 : LEAST_AT_ONCE;
    const limit = Math.min(MOST_AT_ONCE, Math.max(least, page.limit - found.length + offset + SPARE));
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

/** A list that is held in memory, already in order. */
export function listSource<T extends Ordered>(rows: readonly T[]): Source<T> {
  return async ({ since, until, before, limit, offset }) =>
    rows.filter(({ key, seq }) => key >= since && (key < until || (key === until && seq < before))).slice(offset, offset + limit);
}

/** Order and cursor of a page (10000113); an empty page has no bounds. */
export function rangeResult(keys: readonly number[], elements: readonly string[], orderBy: string): Result {
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
