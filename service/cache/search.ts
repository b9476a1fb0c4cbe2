import { KIND } from '../../src/events/kinds.ts';
import { parseSearch, type SearchQuery } from '../../src/events/reading/search-query.ts';
import { int } from '../store/row.ts';
import type { Store } from '../store/store.ts';
import { type Asked, byRank, byTime } from './feeds.ts';
import { type Item, eventsOf, type Page, readItem, type Source } from './range.ts';
import { allOf, type Condition, conditionsOf, counter, type Searching, textConditions, textQuery } from './search-conditions.ts';
import { namesQuery, peopleNamed } from './search-people.ts';
import { scopeConditions } from './search-scope.ts';

/** Rows of `events e` to look through, and what they are ordered by. */
interface Walk {
  readonly from: Condition;
  readonly where: readonly Condition[];
  readonly key: string;
}

const NOTES: readonly number[] = [KIND.Text, KIND.Poll, KIND.ZapPoll];
const ANSWERS: readonly number[] = [KIND.Text, KIND.Comment];
const FEW_HITS = 3_000;
const MOST_RANKED = 5_000;
const ORDERS: ReadonlyMap<string, string> = new Map([
  ['score', 'score'],
  ['likes', 'likes'],
  ['replies', 'replies'],
  ['reposts', 'reposts + s.quotes'],
  ['zaps', 'zaps'],
  ['satszapped', 'satszapped'],
  ['interactions', 'likes + s.replies + s.reposts + s.quotes + s.zaps'],
]);

/**
 * The page of an advanced search (section 13): newest first, articles by when they were published, or by a counter where the search
 * says `orderby:`; the bounds of the page are then values of that counter.
 */
export function searchFeed(asked: Asked, text: string): Page {
  const query = parseSearch(unescaped(text));
  const { orderBy } = query;
  const order = orderBy === undefined ? undefined : ORDERS.get(orderBy);
  const source = searchSource(
    { store: asked.context.store, viewer: asked.view.viewer, articles: query.kind === KIND.LongForm },
    query,
    order,
  );
  if (orderBy !== undefined) return order === undefined ? { items: [], orderBy } : byRank(asked, source, orderBy);
  return byTime(asked, source, query.kind === KIND.LongForm ? 'published_at' : 'created_at');
}

/** What a search finds, by time or by a counter (`order`). */
export function searchSource(searching: Searching, query: SearchQuery, order: string | undefined): Source<Item> {
  const { store } = searching;
  const walks =
    query.kind === KIND.LongForm ? [articles(query, order)] : order === undefined ? byTimeOf(store, query) : byCounter(store, query, order);
  const must = allOf([...conditionsOf(searching, query), ...scopeConditions(searching, query)]);
  return ({ since, until, before, limit, offset }) => {
    const parts = walks.map(({ from, where, key }) => {
      const all = allOf([...where, must]);
      const floor = order === undefined ? '' : `and ${key} > 0`;
      const sql = `select e.seq as seq, ${key} as key from ${from.sql} where e.state = 0 and ${all.sql} ${floor}
        and ${key} >= ? and ${key} <= ? and (${key} < ? or e.seq < ?)`;
      return { sql, params: [...from.params, ...all.params, since, until, until, before] };
    });
    const sql = `${parts.map((part) => part.sql).join(' union all ')} order by 2 desc, 1 desc limit ? offset ?`;
    return store.all(eventsOf(sql), [...parts.flatMap(({ params }) => params), limit, offset], readItem);
  };
}

/** Articles are few: all are looked through. Their counters stand with the address and with the versions. */
function articles(query: SearchQuery, order: string | undefined): Walk {
  const from = { sql: 'articles a cross join events e on e.seq = a.seq', params: [] };
  return { from, where: textConditions(query), key: order === undefined ? 'a.published_at' : counter(order) };
}

/** From the few hits of the text, else from the authors, a hashtag, or everything of the kinds, newest first. */
function byTimeOf(store: Store, query: SearchQuery): Walk[] {
  const kinds = kindsOf(query);
  const ofKinds: Condition = { sql: 'e.kind in (select value from json_each(?))', params: [JSON.stringify(kinds)] };
  const hits = hitsOf(store, query);
  if (hits) return [{ from: hits, where: [ofKinds], key: 'e.created_at' }];
  const [tag] = query.hashtags;
  if (query.from.length > 0) {
    const authors = JSON.stringify(peopleNamed(store, query.from));
    const from = { sql: 'events e indexed by events_author', params: [] };
    const where = [{ sql: 'e.pubkey in (select value from json_each(?))', params: [authors] }, ofKinds, ...textConditions(query)];
    return [{ from, where, key: 'e.created_at' }];
  }
  if (tag !== undefined) {
    const from = { sql: "tags t cross join events e on e.seq = t.seq and t.name = 't' and t.value = ?", params: [tag] };
    return [{ from, where: [ofKinds, ...textConditions(query)], key: 't.created_at' }];
  }
  const from = { sql: 'events e indexed by events_kind', params: [] };
  return kinds.map((kind) => ({ from, where: [{ sql: 'e.kind = ?', params: [kind] }, ...textConditions(query)], key: 'e.created_at' }));
}

/** From the few hits of the text, else from the events that lead by the counter. */
function byCounter(store: Store, query: SearchQuery, order: string): Walk[] {
  const ofKinds: Condition = { sql: 'e.kind in (select value from json_each(?))', params: [JSON.stringify(kindsOf(query))] };
  const hits = hitsOf(store, query);
  if (hits) {
    const from = { sql: `${hits.sql} cross join stats s on s.target = e.id`, params: hits.params };
    return [{ from, where: [ofKinds], key: `(s.${order})` }];
  }
  const leaders = `(select s.target, s.${order} as n from stats s where s.${order} > 0 order by n desc limit ${MOST_RANKED})`;
  const from = { sql: `${leaders} l cross join events e on e.id = l.target`, params: [] };
  return [{ from, where: [ofKinds, ...textConditions(query)], key: 'l.n' }];
}

/** What the text of a search finds, if that is little enough to begin with; accounts are found by their names. */
function hitsOf(store: Store, query: SearchQuery): Condition | undefined {
  const people = query.kind === KIND.Metadata;
  const table = people ? 'name_text' : 'note_text';
  const text = people ? namesQuery([...query.includes, ...query.phrases].join(' ')) : textQuery(query);
  if (text === undefined) return undefined;
  const count = `select count(*) as n from (select 1 from ${table} where ${table} match ? limit ${FEW_HITS + 1})`;
  const few = people || (store.one(count, [text], (row) => int(row, 'n')) ?? 0) <= FEW_HITS;
  const hits = `(select rowid as hit from ${table} where ${table} match ? limit ${FEW_HITS})`;
  return few ? { sql: `${hits} h cross join events e on e.seq = h.hit`, params: [text] } : undefined;
}

function kindsOf({ kind, repliesToKind }: SearchQuery): readonly number[] {
  if (repliesToKind !== undefined && (kind === undefined || kind === KIND.Text)) return ANSWERS;
  return kind === undefined ? NOTES : [kind];
}

/** A well-known client writes angle brackets as entities (6.1). */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}
