import type { Filter } from '../../src/events/connection/filter.ts';
import { inSeconds, type Seconds, seconds } from '../../src/events/time.ts';
import { type Asked, together } from './asked.ts';
import type { Database } from './database.ts';
import { compile, type Condition, emptyIn, many, type Plan, plansOf, when } from './plan.ts';
import { onlyFor, PRIVATE_KINDS } from './private.ts';
import { int, type Row, text, time } from './row.ts';
import { readStored, type StoredEvent, STORED } from './stored.ts';

/** How far back in a kind the events of many authors are looked for before their own lists are. */
const DENSE_ROWS = 3_000;
const MANY_AUTHORS = 20;

/** At most `cap` events for each filter; where readers are named, private events are left out but for theirs. */
export interface Asking extends Omit<Question, 'filter'> {
  readonly filters: readonly Filter[];
}

/** Numbers (`seq`) of the events that answer any of the filters: newest first, at one second the lower id first (NIP-01), none twice. */
export function* findMatches(database: Database, { filters, cap, readers }: Asking): Asked<number[]> {
  const found = new Map<number, Place>();
  const answers = yield* together(filters.map((filter) => findByFilter(database, { filter, cap, readers })));
  for (const place of answers.flat()) found.set(place.seq, place);
  const places = [...found.values()];
  return (filters.length > 1 ? places.sort(byTime) : places).map(({ seq }) => seq);
}

/** Where a found event stands in an answer. */
interface Place {
  readonly seq: number;
  readonly created_at: Seconds;
  readonly id: string;
}

/** Events by their numbers, in the order asked, without those that are gone. */
export function readEvents(database: Database, seqs: readonly number[]): Asked<StoredEvent[]> {
  const sql = `select ${STORED} from json_each(?) j cross join events e on e.seq = cast(j.value as bigint) where e.state = 0 order by j.key`;
  return database.all(sql, [seqs], readStored);
}

/** How many events answer any of the filters (NIP-45); limits are not looked at. */
export function* countMatches(database: Database, filters: readonly Filter[], readers?: readonly string[]): Asked<number> {
  const plans = filters
    .filter((filter) => !emptyIn(filter))
    .flatMap((filter) => restrict(plansOf(filter, database.dialect), filter, readers));
  if (plans.length === 0) return 0;
  const sql = `select count(*) as n from (${plans.map((plan) => compile(plan, 'e.seq')).join(' union ')}) c`;
  return (
    (yield* database.one(
      sql,
      plans.flatMap((plan) => plan.params),
      (row) => int(row, 'n'),
    )) ?? 0
  );
}

interface Question {
  readonly filter: Filter;
  readonly cap: number;
  readonly readers: readonly string[] | undefined;
}

function* findByFilter(database: Database, { filter, cap, readers }: Question): Asked<Place[]> {
  const limit = Math.min(filter.limit ?? cap, cap);
  if (limit === 0 || emptyIn(filter)) return [];
  const crowd = (filter.authors?.length ?? 0) > MANY_AUTHORS && filter.kinds !== undefined && !filter.ids && !hasTags(filter);
  const near = crowd && filter.search === undefined ? yield* findInCrowd(database, filter, limit, readers) : [];
  return near.length >= limit ? near : yield* runPlans(database, restrict(plansOf(filter, database.dialect), filter, readers), limit);
}

/** The walks of a filter, where there are readers only to what they may read. */
function restrict(plans: readonly Plan[], filter: Filter, readers: readonly string[] | undefined): readonly Plan[] {
  if (!readers || (filter.kinds && !filter.kinds.some((kind) => PRIVATE_KINDS.includes(kind)))) return plans;
  const { sql, params } = onlyFor(readers);
  return plans.map((plan) => ({ ...plan, where: [...plan.where, sql], params: [...plan.params, ...params] }));
}

/** The newest of many authors: most often they are found among the newest events of everybody. */
function* findInCrowd(database: Database, filter: Filter, limit: number, readers: readonly string[] | undefined): Asked<Place[]> {
  const until = filter.until === undefined ? Number.MAX_SAFE_INTEGER : inSeconds(filter.until);
  const nth = 'select created_at from events where state = 0 and kind = ? and created_at <= ? order by created_at desc limit 1 offset ?';
  const starts = yield* together(
    filter.kinds!.map((kind) => database.one(nth, [kind, until, DENSE_ROWS], (row) => int(row, 'created_at'))),
  );
  const since = seconds(Math.max(inSeconds(filter.since ?? seconds(0)), ...starts.map((start) => start ?? 0)));
  const authors = many('e.pubkey', filter.authors!);
  const plans = filter.kinds!.map((kind): Plan => walkKind(kind, [authors, ...when({ since, until: seconds(until) })]));
  return yield* runPlans(database, restrict(plans, filter, readers), limit);
}

function walkKind(kind: number, conditions: readonly Condition[]): Plan {
  return {
    from: 'events e indexed by events_kind',
    where: ['e.kind = ?', ...conditions.map((condition) => condition.sql)],
    params: [kind, ...conditions.flatMap((condition) => condition.params)],
    order: 'e.created_at',
  };
}

/** The plans are walked for places only: they stand in the indexes. */
function* runPlans(database: Database, plans: readonly Plan[], limit: number): Asked<Place[]> {
  if (plans.length === 0) return [];
  const walks = plans.map(
    (plan) => `select * from (${compile(plan, 'e.seq, e.created_at, e.id')} order by ${plan.order} desc, e.id limit ?) w`,
  );
  const sql = `select seq, created_at, id from (${walks.join(' union ')}) order by created_at desc, id limit ?`;
  return yield* database.all(sql, [...plans.flatMap((plan) => [...plan.params, limit]), limit], readPlace);
}

function readPlace(row: Row): Place {
  return { seq: int(row, 'seq'), created_at: time(row, 'created_at'), id: text(row, 'id') };
}

function hasTags(filter: Filter): boolean {
  return Object.keys(filter).some((key) => key.startsWith('#'));
}

function byTime(one: Place, other: Place): number {
  return inSeconds(other.created_at) - inSeconds(one.created_at) || (one.id < other.id ? -1 : 1);
}
