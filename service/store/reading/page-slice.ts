import { FOR_ALL } from '../filters/private-kinds.ts';
import { int, type Row } from '../engine/row.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';

/** One entry of an ordered list: `key` is what it is ordered by, `seq` breaks ties. */
export interface Ordered {
  readonly seq: number;
  readonly key: number;
}

/** An event in an ordered list. */
export type Item = StoredEvent & Ordered;

/** A stretch of an ordered list: keys within the bounds, and of those equal to `until` only what stands behind `before`. */
export interface Slice {
  readonly since: number;
  readonly until: number;
  readonly before: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Whole events, private ones left out, for a query that gives `seq, key` of one page. The texts are read last, for what the page holds:
 * what is walked over and sorted before stays small, and most of it stands in an index.
 */
export function eventsOf(page: string): string {
  return `select ${STORED}, w.key as key from (${page}) w cross join events e on e.seq = w.seq and ${FOR_ALL} order by w.key desc, w.seq desc`;
}

export function readItem(row: Row): Item {
  return { ...readStored(row), key: int(row, 'key') };
}
