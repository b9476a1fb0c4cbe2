import { PUBLIC_CONDITION } from '../filters/private-kinds.ts';
import { int, type Row } from '../engine/row.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';

/** An item of an ordered list. `key` is the sort key, `seq` breaks ties. */
export interface Ordered {
  readonly seq: number;
  readonly key: number;
}

export type Item = StoredEvent & Ordered;

/**
 * A page of an ordered list, in descending order of `key`, then of `seq`. Keys are within the
 * bounds. Of items with the key `until`, only those with a `seq` below `before`.
 */
export interface Slice {
  readonly since: number;
  readonly until: number;
  readonly before: number;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Return SQL for the public events of a page, from a query for its `seq, key`. The JSON is read
 * last and only for the page, so that scans and sorts stay small and mostly within an index.
 */
export function eventsOf(page: string): string {
  return `select ${STORED}, w.key as key from (${page}) w cross join events e on e.seq = w.seq and ${PUBLIC_CONDITION} order by w.key desc, w.seq desc`;
}

export function readItem(row: Row): Item {
  return { ...readStored(row), key: int(row, 'key') };
}
