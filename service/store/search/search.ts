import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { SearchQuery } from '../../../src/events/reading/search/search-query.ts';
import { type Query, yieldTurn } from '../engine/statements.ts';
import { namesQuery, peopleNamed } from './account-search.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import type { TextQuery } from '../engine/dialect.ts';
import type { Condition } from '../filters/query-plans.ts';
import { int } from '../engine/row.ts';
import {
  allOf,
  conditionsOf,
  counter,
  IN,
  isOfSigns,
  type Searching,
  taggedWith,
  textConditions,
  textQuery,
} from './search-conditions.ts';
import { MOST_PARTS, partsOf } from '../../../src/events/reading/search/search-parts.ts';
import { scopeConditions } from './search-scope.ts';
import { eventsOf, type Item, readItem, type Slice } from '../reading/page-slice.ts';
import { forEachTimeWindow, type Span } from '../filters/walk-windows.ts';
import { authorsOf, isFew, pivotOf } from '../filters/query-strategy.ts';

/** Order of a search other than by time. */
export type SearchOrder =
  | 'score'
  | 'likes'
  | 'replies'
  | 'reposts'
  | 'zaps'
  | 'satszapped'
  | 'interactions';

/** An advanced search. `viewer` is the account whose network the scope means. */
interface SearchQuestion {
  readonly query: SearchQuery;
  readonly viewer: string | undefined;
  /** `undefined`: by time. Articles are ordered by first publication. */
  readonly order: SearchOrder | undefined;
}

/** Search in public events. */
export interface Search {
  /**
   * Newest first, or highest counter first. In the latter case the bounds of the slice are values
   * of that counter.
   */
  searchNotes(question: SearchQuestion, slice: Slice): Promise<Item[]>;
}

export const SEARCH: QueryHandlers<Search> = { searchNotes };

/** The rows of `events e` to scan, and their order. */
interface Walk {
  readonly from: Condition;
  readonly where: readonly Condition[];
  readonly key: string;
  /** The index by time whose windows bound a long scan. */
  readonly pivot?: Condition;
}

/** A search with resolved accounts and numbers. */
interface Prepared {
  readonly walks: readonly Walk[];
  readonly must: Condition;
  readonly pivot: Condition | undefined;
  readonly parts: number;
}

/** The kinds of a search without `kind:`. A comment is read as a note. */
const NOTES: readonly number[] = [KIND.Text, KIND.Poll, KIND.Comment, KIND.ZapPoll];
const ANSWERS: readonly number[] = [KIND.Text, KIND.Comment];
const FEW_HITS = 3_000;
const MOST_RANKED = 5_000;
/**
 * A search with this number of parts gets windows of half the size, because some parts are looked
 * up for each event.
 */
const PARTS_A_WINDOW = 4;
/**
 * Windows may grow by this factor, because some conditions are sets that are rebuilt in each
 * window.
 */
const MORE = 4;

const BY_NUMBER = `select k.seq as seq, k.created_at as key from json_each(?) j cross join events k on k.seq = cast(j.value as bigint)
  where k.state = 0`;
const ORDERS: Readonly<Record<SearchOrder, string>> = {
  score: 'score',
  likes: 'likes',
  replies: 'replies',
  reposts: 'reposts + s.quotes',
  zaps: 'zaps',
  satszapped: 'satszapped',
  interactions: 'likes + s.replies + s.reposts + s.quotes + s.zaps',
};

/** Cached, because a page may take several slices of one search. */
const prepared = new WeakMap<SearchQuestion, Prepared>();

function* searchNotes(database: Database, question: SearchQuestion, slice: Slice): Query<Item[]> {
  if (isOfSigns(question.query)) return [];
  const found = prepared.get(question) ?? (yield* prepare(database, question));
  const { limit, offset } = slice;
  if (!found.pivot) {
    yield* yieldTurn();
    const { sql, params } = pageOf(question, found, slice);
    return yield* database.all(eventsOf(sql), params, readItem);
  }
  const seqs: number[] = [];
  const { most } = database.window;
  const least = Math.ceil(most / (1 + found.parts / PARTS_A_WINDOW));
  const windows = {
    since: slice.since,
    until: slice.until,
    pivot: found.pivot,
    least,
    most: most * MORE,
  };
  yield* forEachTimeWindow(database, windows, function* (window) {
    yield* yieldTurn();
    const { sql, params } = pageOf(
      question,
      found,
      { ...slice, limit: limit + offset - seqs.length, offset: 0 },
      window,
    );
    seqs.push(...(yield* database.all(sql, params, (row) => int(row, 'seq'))));
    return seqs.length < limit + offset;
  });
  return yield* database.all(eventsOf(BY_NUMBER), [seqs.slice(offset)], readItem);
}

/** Return the query of a page: `seq` and `key`. `window` is the scanned part of the slice. */
function pageOf(
  { order }: SearchQuestion,
  { walks, must }: Prepared,
  slice: Slice,
  window: Span = slice,
): Condition {
  const { until, before, limit, offset } = slice;
  const parts = walks.map(({ from, where, key }) => {
    const all = allOf([...where, must]);
    const floor = order === undefined ? '' : `and ${key} > 0`;
    const sql = `select e.seq as seq, ${key} as key from ${from.sql} where e.state = 0 and ${all.sql} ${floor}
      and ${key} >= ? and ${key} <= ? and (${key} < ? or e.seq < ?)`;
    const params = [...from.params, ...all.params, window.since, window.until, until, before];
    // Each of several scans ends when it has filled the page.
    if (walks.length === 1) return { sql, params };
    return {
      sql: `select * from (${sql} order by 2 desc, 1 desc limit ?) k`,
      params: [...params, limit + offset],
    };
  });
  const sql = `${parts.map((part) => part.sql).join(' union all ')} order by 2 desc, 1 desc limit ? offset ?`;
  return { sql, params: [...parts.flatMap(({ params }) => params), limit, offset] };
}

function* prepare(database: Database, question: SearchQuestion): Query<Prepared> {
  const { query, viewer } = question;
  const searching: Searching = { database, viewer, articles: query.kind === KIND.LongForm };
  const must = allOf([
    ...(yield* conditionsOf(searching, query)),
    ...scopeConditions(searching, query),
  ]);
  const walks = yield* walksOf(database, question);
  const made = { walks, must, pivot: walks[0]?.pivot, parts: partsOf(query) };
  prepared.set(question, made);
  return made;
}

function* walksOf(database: Database, question: SearchQuestion): Query<Walk[]> {
  const { query } = question;
  const order = question.order && ORDERS[question.order];
  if (query.kind === KIND.LongForm) return [articles(database, query, order)];
  return order === undefined
    ? yield* byTimeOf(database, query)
    : yield* byCounter(database, query, order);
}

/**
 * Articles are few, so all are scanned. Their counters are stored under the address and under the
 * versions.
 */
function articles(database: Database, query: SearchQuery, order: string | undefined): Walk {
  const from = { sql: 'articles a cross join events e on e.seq = a.seq', params: [] };
  return {
    from,
    where: textConditions(database, query, 'hits'),
    key: order === undefined ? 'a.published_at' : counter(order),
  };
}

/**
 * Scan the text matches if there are few. Otherwise scan by authors, by a hashtag, or everything of
 * the kinds, newest first.
 */
function* byTimeOf(database: Database, query: SearchQuery): Query<Walk[]> {
  const kinds = kindsOf(query);
  const ofKinds: Condition = { sql: `e.kind ${IN}`, params: [kinds] };
  const hits = yield* hitsOf(database, query);
  if (hits) return [{ from: hits, where: [ofKinds], key: 'e.created_at' }];
  const texts = textConditions(database, query);
  if (query.from.length > 0) {
    const authors = yield* peopleNamed(database, query.from);
    const byAuthors: Condition = { sql: `e.pubkey ${IN}`, params: [authors] };
    if (yield* isFew(database, authorsOf({ authors, kinds }))) {
      const from = { sql: 'events e indexed by events_author', params: [] };
      return [{ from, where: [byAuthors, ofKinds, ...texts], key: 'e.created_at' }];
    }
    texts.push(byAuthors);
  }
  const [tag] = query.hashtags;
  if (tag !== undefined) {
    const from = {
      sql: "tags t cross join events e on e.seq = t.seq and t.name = 't' and t.value = ?",
      params: [tag],
    };
    const pivot = { sql: "tags where name = 't' and value = ?", params: [tag] };
    const { sql, params } = taggedWith(tag);
    const written = yield* fewHits(database, { all: [tag] });
    const untagged = [{ sql: `not ${sql}`, params }, ofKinds, ...texts];
    return [
      { from, where: [ofKinds, ...texts], key: 't.created_at', pivot },
      // a common word has enough notes with the tag
      ...(written ? [{ from: written, where: untagged, key: 'e.created_at' }] : []),
    ];
  }
  const from = { sql: 'events e indexed by events_kind', params: [] };
  const pivot = pivotOf(kinds);
  return kinds.map((kind) => ({
    from,
    where: [{ sql: 'e.kind = ?', params: [kind] }, ...texts],
    key: 'e.created_at',
    pivot,
  }));
}

/** Scan the text matches if there are few. Otherwise scan the events with the highest counters. */
function* byCounter(database: Database, query: SearchQuery, order: string): Query<Walk[]> {
  const ofKinds: Condition = { sql: `e.kind ${IN}`, params: [kindsOf(query)] };
  const hits = yield* hitsOf(database, query);
  if (hits) {
    const from = { sql: `${hits.sql} cross join stats s on s.target = e.id`, params: hits.params };
    return [{ from, where: [ofKinds], key: `(s.${order})` }];
  }
  const leaders = `(select s.target, s.${order} as n from stats s where s.${order} > 0 order by n desc limit ${Math.ceil(MOST_RANKED / (1 + partsOf(query) / MOST_PARTS))})`;
  const from = { sql: `${leaders} l cross join events e on e.id = l.target`, params: [] };
  // SQLite would check other conditions of each event before it looks up the text
  const by = partsOf(query) <= PARTS_A_WINDOW ? 'holdsEach' : 'holds';
  const texts = textConditions(database, query, by);
  return [{ from, where: [ofKinds, ...texts], key: 'l.n' }];
}

/**
 * Return the text matches of a search if there are few enough to start from. Accounts are matched
 * by name.
 */
function* hitsOf(database: Database, query: SearchQuery): Query<Condition | undefined> {
  const people = query.kind === KIND.Metadata;
  const wanted = people
    ? namesQuery([...query.includes, ...query.phrases].join(' '))
    : textQuery(query);
  return wanted && (yield* fewHits(database, wanted, people));
}

/** Return the matches of a text query, joined with their events, if there are few. */
function* fewHits(
  database: Database,
  wanted: TextQuery,
  people = false,
): Query<Condition | undefined> {
  const { names, notes, query: written } = database.dialect;
  const { hits } = people ? names : notes;
  const text = written(wanted);
  const count = `select count(*) as n from (${hits} limit ${FEW_HITS + 1}) h`;
  const few =
    people || ((yield* database.one(count, [text], (row) => int(row, 'n'))) ?? 0) <= FEW_HITS;
  return few
    ? { sql: `(${hits} limit ${FEW_HITS}) h cross join events e on e.seq = h.seq`, params: [text] }
    : undefined;
}

function kindsOf({ kind, repliesToKind }: SearchQuery): readonly number[] {
  if (repliesToKind !== undefined && (kind === undefined || kind === KIND.Text)) return ANSWERS;
  return kind === undefined ? NOTES : [kind];
}
