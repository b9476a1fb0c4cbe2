import { type Filter, valuesOf } from '../../../src/events/connection/filter.ts';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import {
  type Condition,
  FEW_VALUES,
  many,
  meansContacts,
  type Plan,
  planByAuthors,
  planByIds,
  plansByKinds,
  plansByPairs,
  plansBySearch,
  plansByTag,
  plansByTagInTime,
  planByTime,
  type Stretch,
  tagsOf,
  type TagValues,
} from './query-plans.ts';
import { int } from '../engine/row.ts';
import { inParts } from '../parts.ts';
import type { Span, Windows } from './walk-windows.ts';

/** Rows that one statement may gather and sort. */
const FEW_ROWS = 3_000;
/** Rows that scans in order of time may read before their limits end them. */
const MOST_WALKED = 10_000;
/**
 * Each window looks up all values of the filter again. One row for every few values keeps that a
 * small part of the cost.
 */
const VALUES_A_ROW = 4;
const MOST_WALKS = 100;
const MOST_IDS = 5_000;
const AUTHORS_A_PART = 50;
const MOST_KINDS = 20;

/**
 * Strategy that bounds the cost of each statement. The filter is read by its most selective
 * condition, or by event number if many events match the words. Otherwise it is read in windows of
 * time. `pivot` is the index that counts the rows of a window.
 */
export type Strategy =
  | { readonly by: 'part'; readonly parts: ReadonlyArray<readonly Plan[]> }
  | { readonly by: 'number'; readonly plansIn: (stretch: Stretch) => readonly Plan[] }
  | (Omit<Windows, keyof Span> & {
      readonly by: 'time';
      readonly plansIn: (filter: Filter) => readonly Plan[];
    });

/** A tag condition and its number of rows, counted up to `FEW_ROWS` + 1. */
interface Sized {
  readonly tag: TagValues;
  readonly size: number;
}

/** Choose the strategy with the lowest bound. `limit` is the maximum number of wanted events. */
export function* chooseStrategy(
  database: Database,
  filter: Filter,
  limit: number,
): Query<Strategy> {
  const tags = tagsOf(filter);
  if (filter.ids) return yield* wayByIds(database, filter, filter.ids);
  if (filter.search !== undefined) return yield* wayBySearch(database, filter, tags);
  if (tags.length > 0) return yield* wayByTags(database, filter, tags, limit);
  if (filter.authors) return yield* wayByAuthors(database, filter, limit);
  const { kinds = [] } = filter;
  if (filter.kinds && kinds.length <= MOST_KINDS && kinds.length * limit <= MOST_WALKED)
    return once(plansByKinds(filter));
  const rare = yield* wayByRareKinds(database, filter);
  if (rare) return rare;
  return !filter.kinds && limit <= MOST_WALKED
    ? once(planByTime(filter))
    : inTime(database, filter, planByTime);
}

/**
 * Scan all events of the kinds if there are few, as the stored counts of kinds say. For filters
 * that would be read in windows otherwise, and whose tags are cheap to check.
 */
function* wayByRareKinds(database: Database, filter: Filter): Query<Strategy | undefined> {
  if (!filter.kinds) return undefined;
  const counts = yield* countsOfKinds(database, filter.kinds);
  const kinds = [...counts.keys()];
  if (kinds.length === 0) return once([]);
  const size = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return size <= FEW_ROWS && kinds.length <= MOST_KINDS
    ? once(plansByKinds({ ...filter, kinds }))
    : undefined;
}

/** Return the stored number of events of each kind that has any. */
function* countsOfKinds(
  database: Database,
  kinds: readonly number[],
): Query<ReadonlyMap<number, number>> {
  const asked = many('k.kind', kinds);
  const sql = `select k.kind as kind, k.n as n from kinds k where ${asked.sql} and k.n > 0`;
  const rows = yield* database.all(
    sql,
    asked.params,
    (row) => [int(row, 'kind'), int(row, 'n')] as const,
  );
  return new Map(rows);
}

function* wayByIds(database: Database, filter: Filter, given: readonly string[]): Query<Strategy> {
  if (!(yield* areCheap(database, filter, tagsOf(filter))))
    return inTime(database, filter, planByIds);
  const parts = inParts([...new Set(given)], MOST_IDS);
  return { by: 'part', parts: parts.map((part) => planByIds({ ...filter, ids: part })) };
}

function* wayBySearch(
  database: Database,
  filter: Filter,
  tags: readonly TagValues[],
): Query<Strategy> {
  const [plan] = plansBySearch(filter, database.dialect);
  if (!plan) return once([]);
  const { notes } = database.dialect;
  const few = yield* isFew(database, { sql: notes.hits, params: plan.params.slice(0, 1) });
  if (few && (yield* areCheap(database, filter, tags)))
    return once(plansBySearch(filter, database.dialect));
  return { by: 'number', plansIn: (stretch) => plansBySearch(filter, database.dialect, stretch) };
}

function* wayByTags(
  database: Database,
  filter: Filter,
  tags: readonly TagValues[],
  limit: number,
): Query<Strategy> {
  const [first] = tags;
  const isAlone = tags.length === 1 && first?.[1].length === 1 && !filter.authors && !filter.kinds;
  if (first && isAlone && !meansContacts(first[0], filter) && limit <= MOST_WALKED)
    return once(plansByTag(filter, first));
  const sized = (yield* sizesOf(database, filter, tags)).toSorted(
    (one, other) => one.size - other.size || one.tag[1].length - other.tag[1].length,
  );
  const [lead, ...others] = sized;
  if (!lead || lead.size === 0) return once([]);
  if (lead.size <= FEW_ROWS && others.every(isCheap)) return once(plansByTag(filter, lead.tag));
  if (
    lead.size > FEW_ROWS &&
    filter.authors &&
    sized.every(isCheap) &&
    (yield* isFew(database, authorsOf(filter)))
  ) {
    return once(planByAuthors(filter));
  }
  const rare = sized.every(isCheap) ? yield* wayByRareKinds(database, filter) : undefined;
  if (rare) return rare;
  const [name, values] = lead.tag;
  const [only] = values;
  const isOne = values.length === 1 && only !== undefined && !meansContacts(name, filter);
  const pivot = isOne
    ? { sql: 'tags where name = ? and value = ?', params: [name, only] }
    : undefined;
  return inTime(database, filter, (each) => plansByTagInTime(each, lead.tag), pivot);
}

function* wayByAuthors(database: Database, filter: Filter, limit: number): Query<Strategy> {
  const { authors = [], kinds } = filter;
  const pairs = authors.length * (kinds?.length ?? Infinity);
  if (kinds && pairs <= MOST_WALKS && pairs * limit <= MOST_WALKED)
    return once(plansByPairs(filter));
  if (yield* isFew(database, authorsOf(filter))) return once(planByAuthors(filter));
  const rare = yield* wayByRareKinds(database, filter);
  if (rare) return rare;
  // all are wanted, and their index alone answers
  if (limit === Infinity) {
    const parts = inParts([...new Set(authors)], AUTHORS_A_PART);
    return { by: 'part', parts: parts.map((part) => planByAuthors({ ...filter, authors: part })) };
  }
  return inTime(database, filter, kinds && kinds.length <= MOST_KINDS ? plansByKinds : planByTime);
}

function once(plans: readonly Plan[]): Strategy {
  return { by: 'part', parts: [plans] };
}

/** Windows with a bounded number of events of the only requested kind, or of all kinds. */
function inTime(
  { window }: Database,
  filter: Filter,
  plansIn: (filter: Filter) => readonly Plan[],
  pivot = pivotOf(filter.kinds),
): Strategy {
  const least = Math.max(window.first, Math.ceil(valuesOf(filter) / VALUES_A_ROW));
  return { by: 'time', plansIn, pivot, least, most: Math.max(window.most, least) };
}

/** The index by time of the only requested kind, or of all events. */
export function pivotOf(kinds: readonly number[] | undefined): Condition {
  const [kind] = kinds?.length === 1 ? kinds : [];
  return kind === undefined
    ? { sql: 'events where state = 0', params: [] }
    : { sql: 'events where state = 0 and kind = ?', params: [kind] };
}

/**
 * True if it is cheap to check tag conditions for each row: they have few values or match few rows.
 */
function* areCheap(database: Database, filter: Filter, tags: readonly TagValues[]): Query<boolean> {
  const long = tags.filter(([, values]) => values.length > FEW_VALUES);
  return (yield* sizesOf(database, filter, long)).every(isCheap);
}

function isCheap({ tag: [, values], size }: Sized): boolean {
  return values.length <= FEW_VALUES || size <= FEW_ROWS;
}

function* sizesOf(database: Database, filter: Filter, tags: readonly TagValues[]): Query<Sized[]> {
  return yield* inParallel(tags.map((tag) => sizeOf(database, filter, tag)));
}

function* sizeOf(database: Database, filter: Filter, tag: TagValues): Query<Sized> {
  const [name, values] = tag;
  const value = many('value', values);
  const tagged = {
    sql: `select 1 from tags where name = ? and ${value.sql}`,
    params: [name, ...value.params],
  };
  const followed = many('followed', values);
  const parts = meansContacts(name, filter)
    ? [tagged, { sql: `select 1 from follows where ${followed.sql}`, params: followed.params }]
    : [tagged];
  const counts = yield* inParallel(parts.map((part) => rowsOf(database, part)));
  return { tag, size: counts.reduce((sum, each) => sum + each, 0) };
}

/** True if there are so few rows that one statement may gather them. */
export function* isFew(database: Database, rows: Condition): Query<boolean> {
  return (yield* rowsOf(database, rows)) <= FEW_ROWS;
}

/** Count rows, up to `FEW_ROWS` + 1. */
function* rowsOf(database: Database, { sql, params }: Condition): Query<number> {
  const count = `select count(*) as n from (${sql} limit ${FEW_ROWS + 1}) r`;
  return (yield* database.one(count, params, (row) => int(row, 'n'))) ?? 0;
}

/** The events of some authors. */
export function authorsOf({ authors = [], kinds }: Pick<Filter, 'authors' | 'kinds'>): Condition {
  const conditions = [many('pubkey', authors), ...(kinds ? [many('kind', kinds)] : [])];
  const where = conditions.map(({ sql }) => sql).join(' and ');
  return {
    sql: `select 1 from events indexed by events_author where state = 0 and ${where}`,
    params: conditions.flatMap(({ params }) => params),
  };
}

/** A window of time within a filter. */
export function within(filter: Filter, since: number, until: number): Filter {
  return { ...filter, since: seconds(since), until: seconds(until) };
}

/** The time range of a filter. */
export function spanOf({ since, until }: Filter): Span {
  return {
    since: since === undefined ? 0 : inSeconds(since),
    until: until === undefined ? Number.MAX_SAFE_INTEGER : inSeconds(until),
  };
}
