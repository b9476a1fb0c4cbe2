import type { Filter } from '../../src/events/connection/filter.ts';
import { KIND } from '../../src/events/kinds.ts';
import { inSeconds } from '../../src/events/time.ts';
import type { Param } from './asked.ts';
import type { Dialect } from './dialect.ts';
import { matchQuery } from './match-query.ts';

/** One walk over an index that finds (a part of) what a filter asks for. */
export interface Plan {
  readonly from: string;
  readonly where: readonly string[];
  readonly params: readonly Param[];
  /** The column by which the walk is in order of time. */
  readonly order: string;
}

/** One term of a where clause. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly Param[];
}

const MOST_WALKS = 100;
const MOST_KINDS = 20;

/** The text of a plan's select, without order. */
export function compile(plan: Plan, columns: string): string {
  return `select ${columns} from ${plan.from} where e.state = 0 and ${plan.where.join(' and ') || '1 = 1'}`;
}

/** A column that is one of several values; one parameter whatever their number, so that the statement's text stays the same. */
export function many(column: string, values: readonly string[] | readonly number[]): Condition {
  return { sql: `${column} in (select value from json_each(?))`, params: [values] };
}

/** Bounds of time, both included. */
export function when(filter: Pick<Filter, 'since' | 'until'>, column = 'e.created_at'): Condition[] {
  const bounds: Condition[] = [];
  if (filter.since !== undefined) bounds.push({ sql: `${column} >= ?`, params: [inSeconds(filter.since)] });
  if (filter.until !== undefined) bounds.push({ sql: `${column} <= ?`, params: [inSeconds(filter.until)] });
  return bounds;
}

/** Whether some list of the filter is empty: nothing answers it. */
export function emptyIn(filter: Filter): boolean {
  return Object.values(filter).some((value) => Array.isArray(value) && value.length === 0);
}

/** The walks whose results together answer a filter: from ids, else words, else tags, else authors, else kinds, else time. */
export function plansOf(filter: Filter, dialect: Dialect): Plan[] {
  const { ids, authors, kinds } = filter;
  const tags = tagsOf(filter);
  const rest = [...restOf(filter), ...tags.map(([name, values]) => hasTag(name, values, filter))];
  if (ids) return [plan('json_each(?) j cross join events e on e.id = j.value', [ids], rest)];
  if (filter.search !== undefined) return searchPlans(filter.search, rest, dialect);
  if (tags.length > 0) return tagPlans(filter, tags);
  if (authors && kinds && authors.length * kinds.length <= MOST_WALKS) {
    const pairs = authors.flatMap((pubkey) =>
      kinds.map((kind): Condition => ({ sql: 'e.pubkey = ? and e.kind = ?', params: [pubkey, kind] })),
    );
    return pairs.map((pair) => plan('events e indexed by events_author', [], [pair, ...when(filter)]));
  }
  if (authors) return [plan('events e indexed by events_author', [], rest)];
  if (kinds && kinds.length <= MOST_KINDS) {
    return kinds.map((kind) => plan('events e indexed by events_kind', [], [{ sql: 'e.kind = ?', params: [kind] }, ...when(filter)]));
  }
  return [plan('events e indexed by events_time', [], rest)];
}

function plan(from: string, params: readonly Param[], conditions: readonly Condition[], order = 'e.created_at'): Plan {
  return {
    from,
    where: conditions.map((condition) => condition.sql),
    params: [...params, ...conditions.flatMap((condition) => condition.params)],
    order,
  };
}

/** Words are looked for in texts, and in names where profiles may be meant (NIP-50). */
function searchPlans(search: string, rest: readonly Condition[], dialect: Dialect): Plan[] {
  const query = matchQuery(search);
  if (query === undefined) return [];
  const params = [dialect.query(query)];
  return [dialect.notes, dialect.names].map(({ hits }) =>
    plan('events e not indexed', [], [{ sql: `e.seq in (${hits})`, params }, ...rest], '+e.created_at'),
  );
}

/** Walks along the tag with the fewest values; the other tags are looked up. */
function tagPlans(filter: Filter, tags: ReadonlyArray<readonly [string, readonly string[]]>): Plan[] {
  const [first, ...others] = [...tags].sort((one, other) => one[1].length - other[1].length);
  const [name, values] = first!;
  const rest = [...restOf(filter, false), ...others.map(([key, list]) => hasTag(key, list, filter))];
  const [only] = values;
  const plans = values.length === 1 && only !== undefined ? [walkTag(name, only, filter, rest)] : [gatherTag(name, values, filter, rest)];
  if (name === 'p' && asksForContacts(filter)) {
    const followers = many('f.followed', values);
    const sql = `e.address in (select '${KIND.Contacts}:' || f.follower || ':' from follows f where ${followers.sql})`;
    plans.push(plan('events e', [], [{ sql, params: followers.params }, ...when(filter), ...rest], '+e.created_at'));
  }
  return plans;
}

/** Events with one value of a tag, in the order in which the index has them. */
function walkTag(name: string, value: string, filter: Filter, rest: readonly Condition[]): Plan {
  const tag: Condition = { sql: 't.name = ? and t.value = ?', params: [name, value] };
  return plan('tags t cross join events e on e.seq = t.seq', [], [tag, ...when(filter, 't.created_at'), ...rest], 't.created_at');
}

/** Events with any of several values of a tag, each once. */
function gatherTag(name: string, values: readonly string[], filter: Filter, rest: readonly Condition[]): Plan {
  const inside = [{ sql: 't.name = ?', params: [name] }, many('t.value', values), ...when(filter, 't.created_at')];
  const sql = `e.seq in (select t.seq from tags t where ${inside.map((condition) => condition.sql).join(' and ')})`;
  return plan('events e not indexed', [], [{ sql, params: inside.flatMap((condition) => condition.params) }, ...rest], '+e.created_at');
}

function hasTag(name: string, values: readonly string[], filter: Filter): Condition {
  const tagged =
    'exists (select 1 from tags x where x.name = ? and x.value in (select value from json_each(?)) and x.created_at = e.created_at and x.seq = e.seq)';
  const params = [name, values];
  if (name !== 'p' || !asksForContacts(filter)) return { sql: tagged, params };
  const followed = `(e.kind = ${KIND.Contacts} and exists (select 1 from follows x where x.follower = e.pubkey and x.followed in (select value from json_each(?))))`;
  return { sql: `(${tagged} or ${followed})`, params: [...params, values] };
}

function asksForContacts(filter: Filter): boolean {
  return filter.kinds === undefined || filter.kinds.includes(KIND.Contacts);
}

function restOf(filter: Filter, timed = true): Condition[] {
  const { authors, kinds } = filter;
  return [...(authors ? [many('e.pubkey', authors)] : []), ...(kinds ? [many('e.kind', kinds)] : []), ...(timed ? when(filter) : [])];
}

/** The tag conditions of a filter; names that are no single letter are not indexed, so nothing has them. */
function tagsOf(filter: Filter): Array<readonly [name: string, values: readonly string[]]> {
  const found: Array<readonly [string, readonly string[]]> = [];
  for (const [key, values] of Object.entries(filter)) if (key.startsWith('#') && Array.isArray(values)) found.push([key.slice(1), values]);
  return found;
}
