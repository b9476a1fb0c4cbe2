import type { Filter } from '../../../src/events/connection/filter.ts';
import type { FilterQuery } from './find-events.ts';
import { tagsOf } from './query-plans.ts';

/** Bounds of all filters of a query together: ids, index scans, and rows that these may read. */
const MOST_IDS = 200;
const MOST_SCANS = 60;
const MOST_ROWS = 3_000;

/**
 * True if a query takes less than a millisecond or two by its form alone, however many events are
 * stored. To send it to another thread would cost more than to run it.
 */
export function isNear({ filters, cap }: Pick<FilterQuery, 'filters' | 'cap'>): boolean {
  let [ids, scans, rows] = [0, 0, 0];
  for (const filter of filters) {
    if (isByIds(filter)) ids += filter.ids?.length ?? 0;
    else if (isByAuthors(filter) || isByOneTag(filter)) {
      const { authors = [''], kinds = [0], limit = cap } = filter;
      scans += authors.length * kinds.length;
      rows += authors.length * kinds.length * Math.min(limit, cap);
    } else return false;
  }
  return ids <= MOST_IDS && scans <= MOST_SCANS && rows <= MOST_ROWS;
}

function isByIds(filter: Filter): boolean {
  return filter.ids !== undefined && filter.search === undefined && tagsOf(filter).length === 0;
}

/** One scan for each pair of author and kind, each in order of time. */
function isByAuthors(filter: Filter): boolean {
  const { authors, kinds, search } = filter;
  return (
    authors !== undefined &&
    kinds !== undefined &&
    search === undefined &&
    tagsOf(filter).length === 0
  );
}

/** One scan in order of time. */
function isByOneTag(filter: Filter): boolean {
  const tags = tagsOf(filter);
  return (
    tags.length === 1 &&
    tags[0]?.[1].length === 1 &&
    filter.authors === undefined &&
    filter.kinds === undefined &&
    filter.search === undefined
  );
}
