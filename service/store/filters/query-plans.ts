import type { Filter } from '../../../src/events/connection/filter.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { Param } from '../engine/statements.ts';
import type { Dialect } from '../engine/dialect.ts';
import { matchQuery } from '../search/parse-query.ts';

/** One index scan that finds events of a filter, or a part of them. */
export interface Plan {
  readonly from: string;
  readonly where: readonly string[];
  readonly params: readonly Param[];
  /** The column that gives the scan its order of time. */
  readonly order: string;
}

/** One term of a where clause. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly Param[];
}

/**
 * Up to this many values of a tag are looked up for each row. More values are gathered once, as a
 * set.
 */
export const FEW_VALUES = 4;
/**
 * From this number of accounts, the contact list is read once instead of a lookup for each account.
 */
const MANY_FOLLOWED = 30;

/** A range of event numbers (`seq`), both ends inclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** One tag condition of a filter. */
export type TagValues = readonly [name: string, values: readonly string[]];

/** Return the select of a plan, without its order. */
export function compile(plan: Plan, columns: string): string {
  return `select ${columns} from ${plan.from} where e.state = 0 and ${plan.where.join(' and ') || '1 = 1'}`;
}

/**
 * Return a condition that a column has one of several values. It uses one parameter, so that the
 * SQL is the same for any number of values.
 */
export function many(column: string, values: readonly string[] | readonly number[]): Condition {
  return { sql: `${column} in (select value from json_each(?))`, params: [values] };
}

/** Bounds of time, both inclusive. */
function when(filter: Pick<Filter, 'since' | 'until'>, column = 'e.created_at'): Condition[] {
  const bounds: Condition[] = [];
  if (filter.since !== undefined)
    bounds.push({ sql: `${column} >= ?`, params: [inSeconds(filter.since)] });
  if (filter.until !== undefined)
    bounds.push({ sql: `${column} <= ?`, params: [inSeconds(filter.until)] });
  return bounds;
}

/** True if some list of the filter is empty: no event matches it. */
export function emptyIn(filter: Filter): boolean {
  return Object.values(filter).some((value) => Array.isArray(value) && value.length === 0);
}

/**
 * Return the tag conditions of a filter. Only single-letter tags are indexed, so other names match
 * no event.
 */
export function tagsOf(filter: Filter): TagValues[] {
  const found: TagValues[] = [];
  for (const [key, values] of Object.entries(filter))
    if (key.startsWith('#') && Array.isArray(values)) found.push([key.slice(1), values]);
  return found;
}

/**
 * True if a tag condition also matches contact lists, which are stored in `follows` and not in
 * `tags`.
 */
export function meansContacts(name: string, { kinds }: Filter): boolean {
  return name === 'p' && (kinds === undefined || kinds.includes(KIND.Contacts));
}

/** Scan by ids. */
export function planByIds(filter: Filter): Plan[] {
  const from = 'json_each(?) j cross join events e on e.id = j.value';
  return [
    plan(
      from,
      [filter.ids ?? []],
      [...restOf(filter), ...when(filter), ...tagsOf(filter).map((tag) => hasTag(tag, filter))],
    ),
  ];
}

/**
 * Scan by search words, in texts and in names, since NIP-50 may mean profiles. `stretch` limits the
 * scan to a range of events.
 */
export function plansBySearch(filter: Filter, dialect: Dialect, stretch?: Stretch): Plan[] {
  const query = matchQuery(filter.search ?? '');
  if (query === undefined) return [];
  const params = [dialect.query(query), ...(stretch ? [stretch.from, stretch.to] : [])];
  const rest = [
    ...restOf(filter),
    ...when(filter),
    ...tagsOf(filter).map((tag) => hasTag(tag, filter, stretch)),
  ];
  return [dialect.notes, dialect.names].map(({ hits, hitsBetween }) =>
    plan(
      'events e not indexed',
      [],
      [{ sql: `e.seq in (${stretch ? hitsBetween : hits})`, params }, ...rest],
      '+e.created_at',
    ),
  );
}

/** Scan by one tag condition. The other tags are checked for each row. */
export function plansByTag(filter: Filter, [name, values]: TagValues): Plan[] {
  const others = tagsOf(filter).filter(([other]) => other !== name);
  const rest = [...restOf(filter), ...others.map((tag) => hasTag(tag, filter))];
  const [only] = values;
  const plans =
    values.length === 1 && only !== undefined
      ? [walkTag(name, only, filter, rest)]
      : [gatherTag(name, values, filter, rest)];
  return meansContacts(name, filter) ? [...plans, contactsOf(values, filter, rest)] : plans;
}

/**
 * Scan by one tag condition within a short time. Contact lists are found by time, because an
 * account may have many followers.
 */
export function plansByTagInTime(filter: Filter, tag: TagValues): Plan[] {
  const [name, values] = tag;
  const plans = plansByTag(filter, tag).slice(0, 1);
  if (!meansContacts(name, filter)) return plans;
  const others = tagsOf(filter).filter(([other]) => other !== name);
  const conditions = [
    { sql: `e.kind = ${KIND.Contacts}`, params: [] },
    follows(values),
    ...restOf(filter.authors ? { authors: filter.authors } : {}),
  ];
  const rest = [...conditions, ...when(filter), ...others.map((other) => hasTag(other, filter))];
  return [...plans, plan('events e indexed by events_kind', [], rest)];
}

/** Scan by authors. */
export function planByAuthors(filter: Filter): Plan[] {
  const rest = [
    ...restOf(filter),
    ...when(filter),
    ...tagsOf(filter).map((tag) => hasTag(tag, filter)),
  ];
  return [plan('events e indexed by events_author', [], rest)];
}

/** One scan for each pair of author and kind. Each is in order of time, so that it ends early. */
export function plansByPairs(filter: Filter): Plan[] {
  const { authors = [], kinds = [] } = filter;
  const pairs = authors.flatMap((pubkey) =>
    kinds.map(
      (kind): Condition => ({ sql: 'e.pubkey = ? and e.kind = ?', params: [pubkey, kind] }),
    ),
  );
  return pairs.map((pair) =>
    plan('events e indexed by events_author', [], [pair, ...when(filter)]),
  );
}

/** One scan for each kind, in order of time. */
export function plansByKinds(filter: Filter): Plan[] {
  const { kinds = [], authors } = filter;
  const rest = [
    ...(authors ? [many('e.pubkey', authors)] : []),
    ...when(filter),
    ...tagsOf(filter).map((tag) => hasTag(tag, filter)),
  ];
  return kinds.map((kind) =>
    plan('events e indexed by events_kind', [], [{ sql: 'e.kind = ?', params: [kind] }, ...rest]),
  );
}

/** Scan all events in order of time. */
export function planByTime(filter: Filter): Plan[] {
  return [
    plan(
      'events e indexed by events_time',
      [],
      [...restOf(filter), ...when(filter), ...tagsOf(filter).map((tag) => hasTag(tag, filter))],
    ),
  ];
}

function plan(
  from: string,
  params: readonly Param[],
  conditions: readonly Condition[],
  order = 'e.created_at',
): Plan {
  return {
    from,
    where: conditions.map((condition) => condition.sql),
    params: [...params, ...conditions.flatMap((condition) => condition.params)],
    order,
  };
}

/** Events with one value of a tag, in index order. */
function walkTag(name: string, value: string, filter: Filter, rest: readonly Condition[]): Plan {
  const tag: Condition = { sql: 't.name = ? and t.value = ?', params: [name, value] };
  return plan(
    'tags t cross join events e on e.seq = t.seq',
    [],
    [tag, ...when(filter, 't.created_at'), ...rest],
    't.created_at',
  );
}

/** Events with any of several values of a tag, each once. */
function gatherTag(
  name: string,
  values: readonly string[],
  filter: Filter,
  rest: readonly Condition[],
): Plan {
  return plan(
    'events e not indexed',
    [],
    [tagged(name, values, when(filter, 'x.created_at')), ...rest],
    '+e.created_at',
  );
}

/** Contact lists that name any of these accounts, found through their followers. */
function contactsOf(values: readonly string[], filter: Filter, rest: readonly Condition[]): Plan {
  const followers = many('f.followed', values);
  const sql = `e.address in (select '${KIND.Contacts}:' || f.follower || ':' from follows f where ${followers.sql})`;
  return plan(
    'events e',
    [],
    [{ sql, params: followers.params }, ...when(filter), ...rest],
    '+e.created_at',
  );
}

/**
 * Condition that an event has a tag with one of these values. Few values are looked up for each
 * row. Many are gathered once as a set.
 */
function hasTag([name, values]: TagValues, filter: Filter, stretch?: Stretch): Condition {
  const bounds = [
    ...when(filter, 'x.created_at'),
    ...(stretch ? [{ sql: 'x.seq between ? and ?', params: [stretch.from, stretch.to] }] : []),
  ];
  const has =
    values.length > FEW_VALUES ? asSet(tagged(name, values, bounds)) : lookedUp(name, values);
  if (!meansContacts(name, filter)) return has;
  const followed = follows(values);
  return {
    sql: `(${has.sql} or (e.kind = ${KIND.Contacts} and ${followed.sql}))`,
    params: [...has.params, ...followed.params],
  };
}

/**
 * `is true` makes engines build the set once and probe it for each row. Otherwise they would join
 * each row with each value.
 */
export function asSet({ sql, params }: Condition): Condition {
  return { sql: `(${sql}) is true`, params };
}

function tagged(name: string, values: readonly string[], bounds: readonly Condition[]): Condition {
  const inside = [{ sql: 'x.name = ?', params: [name] }, many('x.value', values), ...bounds];
  const sql = `e.seq in (select x.seq from tags x where ${inside.map((condition) => condition.sql).join(' and ')})`;
  return { sql, params: inside.flatMap((condition) => condition.params) };
}

function lookedUp(name: string, values: readonly string[]): Condition {
  const any = many('x.value', values);
  const sql = `exists (select 1 from tags x where x.name = ? and ${any.sql} and x.created_at = e.created_at and x.seq = e.seq)`;
  return { sql, params: [name, ...any.params] };
}

/**
 * Condition that the author of a row follows one of these accounts. With many accounts the contact
 * list is read instead, without the index.
 */
function follows(values: readonly string[]): Condition {
  const followed = many(
    values.length < MANY_FOLLOWED ? 'f.followed' : "(f.followed || '')",
    values,
  );
  return {
    sql: `exists (select 1 from follows f where f.follower = e.pubkey and ${followed.sql})`,
    params: followed.params,
  };
}

function restOf({ authors, kinds }: Pick<Filter, 'authors' | 'kinds'>): Condition[] {
  return [
    ...(authors ? [many('e.pubkey', authors)] : []),
    ...(kinds ? [many('e.kind', kinds)] : []),
  ];
}
