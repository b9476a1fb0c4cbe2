import type { Filter } from '../../src/events/connection/filter.ts';
import type { Database } from './database.ts';
import { compile, type Condition, emptyIn, many, type Plan, plansOf, when } from './plan.ts';
import { onlyFor, PRIVATE_KINDS } from './private.ts';
import { int } from './row.ts';
import { readStored, type StoredEvent, STORED } from './stored.ts';

/** How far back in a kind the events of many authors are looked for before their own lists are. */
const DENSE_ROWS = 3_000;
const MANY_AUTHORS = 20;

/** Events that answer any of the filters: newest first, at one second the lower id first (NIP-01), none twice. */
export function findMatches(database: Database, filters: readonly Filter[], cap: number, readers?: readonly string[]): StoredEvent[] {
  const found = new Map<number, StoredEvent>();
  for (const filter of filters) for (const event of findByFilter(database, { filter, cap, readers })) found.set(event.seq, event);
  const events = [...found.values()];
  return filters.length > 1 ? events.sort(byTime) : events;
}

/** How many events answer any of the filters (NIP-45); limits are not looked at. */
export function countMatches(database: Database, filters: readonly Filter[], readers?: readonly string[]): number {
  const plans = filters.filter((filter) => !emptyIn(filter)).flatMap((filter) => restrict(plansOf(filter), filter, readers));
  if (plans.length === 0) return 0;
  const sql = `select count(*) as n from (${plans.map((plan) => compile(plan, 'e.seq')).join(' union ')})`;
  return (
    database.one(
      sql,
      plans.flatMap((plan) => plan.params),
      (row) => int(row, 'n'),
    ) ?? 0
  );
}

interface Question {
  readonly filter: Filter;
  readonly cap: number;
  readonly readers: readonly string[] | undefined;
}

function findByFilter(database: Database, { filter, cap, readers }: Question): StoredEvent[] {
  const limit = Math.min(filter.limit ?? cap, cap);
  if (limit === 0 || emptyIn(filter)) return [];
  const crowd = (filter.authors?.length ?? 0) > MANY_AUTHORS && filter.kinds !== undefined && !filter.ids && !hasTags(filter);
  const near = crowd && filter.search === undefined ? findInCrowd(database, filter, limit, readers) : [];
  return near.length >= limit ? near : runPlans(database, restrict(plansOf(filter), filter, readers), limit);
}

/** The walks of a filter, where there are readers only to what they may read. */
function restrict(plans: readonly Plan[], filter: Filter, readers: readonly string[] | undefined): readonly Plan[] {
  if (!readers || (filter.kinds && !filter.kinds.some((kind) => PRIVATE_KINDS.includes(kind)))) return plans;
  const { sql, params } = onlyFor(readers);
  return plans.map((plan) => ({ ...plan, where: [...plan.where, sql], params: [...plan.params, ...params] }));
}

/** The newest of many authors: most often they are found among the newest events of everybody. */
function findInCrowd(database: Database, filter: Filter, limit: number, readers: readonly string[] | undefined): StoredEvent[] {
  const until = filter.until ?? Number.MAX_SAFE_INTEGER;
  const nth = 'select created_at from events where state = 0 and kind = ? and created_at <= ? order by created_at desc limit 1 offset ?';
  const starts = filter.kinds!.map((kind) => database.one(nth, [kind, until, DENSE_ROWS], (row) => int(row, 'created_at')) ?? 0);
  const since = Math.max(filter.since ?? 0, ...starts);
  const authors = many('e.pubkey', filter.authors!);
  const plans = filter.kinds!.map((kind): Plan => walkKind(kind, [authors, ...when({ since, until })]));
  return runPlans(database, restrict(plans, filter, readers), limit);
}

function walkKind(kind: number, conditions: readonly Condition[]): Plan {
  return {
    from: 'events e indexed by events_kind',
    where: ['e.kind = ?', ...conditions.map((condition) => condition.sql)],
    params: [kind, ...conditions.flatMap((condition) => condition.params)],
    order: 'e.created_at',
  };
}

/** The plans are walked for numbers and times only; the events themselves are read when it is known which ones are wanted. */
function runPlans(database: Database, plans: readonly Plan[], limit: number): StoredEvent[] {
  if (plans.length === 0) return [];
  const walks = plans.map(
    (plan) => `select * from (${compile(plan, 'e.seq, e.created_at, e.id')} order by ${plan.order} desc, e.id limit ?)`,
  );
  const found = `select seq from (${walks.join(' union ')}) order by created_at desc, id limit ?`;
  const sql = `select ${STORED} from events e where e.seq in (${found}) order by e.created_at desc, e.id`;
  return database.all(sql, [...plans.flatMap((plan) => [...plan.params, limit]), limit], readStored);
}

function hasTags(filter: Filter): boolean {
  return Object.keys(filter).some((key) => key.startsWith('#'));
}

function byTime(one: StoredEvent, other: StoredEvent): number {
  return other.created_at - one.created_at || (one.id < other.id ? -1 : 1);
}
