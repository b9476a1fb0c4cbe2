import type { Filter } from '../../../src/events/connection/filter.ts';
import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import { type Query, inSequence, type Param, yieldTurn } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { compile, emptyIn, many, type Plan } from './query-plans.ts';
import { PUBLIC_CONDITION, readableByCondition, PRIVATE_KINDS } from './private-kinds.ts';
import { int, type Row, text, time } from '../engine/row.ts';
import { openSeqSet, type SeqSet } from './seq-set.ts';
import { readStored, type StoredEvent, STORED } from '../stored-event.ts';
import { forEachSeqRange, forEachTimeWindow } from './walk-windows.ts';
import { spanOf, within, chooseStrategy } from './query-strategy.ts';

/** Events of several filters that are read in one window when counting. */
const MOST_COUNTED = 20_000;

/**
 * At most `cap` events for each filter. If `readers` is given, other accounts' private events are
 * left out.
 */
export interface FilterQuery extends Omit<Question, 'filter'> {
  readonly filters: readonly Filter[];
}

/**
 * Return the numbers (`seq`) of events that match any filter, without duplicates. Newest first,
 * then by lower id (NIP-01).
 */
export function* findMatches(database: Database, asked: FilterQuery): Query<number[]> {
  return (yield* findPlaces(database, asked)).map(({ seq }) => seq);
}

/** Ids, 32 bytes each, and times in seconds of events. */
export interface PackedIds {
  readonly ids: Uint8Array;
  readonly times: Float64Array;
}

const ID_BYTES = 32;
const PACKED_AT_ONCE = 10_000;

/** The same as ids and times, packed, so that a hundred thousand cross threads in a moment. */
export function* findIds(database: Database, asked: FilterQuery): Query<PackedIds> {
  const places = yield* findPlaces(database, asked);
  const ids = Buffer.alloc(places.length * ID_BYTES);
  const times = new Float64Array(places.length);
  for (const [n, { id, created_at }] of places.entries()) {
    if (n % PACKED_AT_ONCE === 0) yield* yieldTurn();
    ids.write(id, n * ID_BYTES, 'hex');
    times[n] = inSeconds(created_at);
  }
  return { ids, times };
}

/** Return some of the packed ids and times. */
export function unpackIds({ ids, times }: PackedIds, from: number, to: number): IdAndTime[] {
  const bytes = Buffer.from(ids.buffer, ids.byteOffset, ids.byteLength);
  return [...times.subarray(from, to)].map((time, n) => ({
    id: bytes.toString('hex', (from + n) * ID_BYTES, (from + n + 1) * ID_BYTES),
    time,
  }));
}

/** The id of an event, and its time in seconds. */
export interface IdAndTime {
  readonly id: string;
  readonly time: number;
}

function* findPlaces(
  database: Database,
  { filters, cap, readers }: FilterQuery,
): Query<readonly Place[]> {
  const [first = [], ...others] = yield* database.each(
    filters.map((filter) => findByFilter(database, { filter, cap, readers })),
  );
  if (others.length === 0) return first;
  const found = new Map<number, Place>();
  for (const places of [first, ...others]) for (const place of places) found.set(place.seq, place);
  return [...found.values()].sort(byTime);
}

/** A match and its sort key. */
interface Place {
  readonly seq: number;
  readonly created_at: Seconds;
  readonly id: string;
}

/** Return events by number, in the given order, without deleted ones. */
export function readEvents(database: Database, seqs: readonly number[]): Query<StoredEvent[]> {
  const sql = `select ${STORED} from json_each(?) j cross join events e on e.seq = cast(j.value as bigint) where e.state = 0 order by j.key`;
  return database.all(sql, [seqs], readStored);
}

/** Count the events that match any of the filters (NIP-45). Limits are ignored. */
export function* countMatches(
  database: Database,
  filters: readonly Filter[],
  readers?: readonly string[],
): Query<number> {
  const [filter, ...others] = filters;
  if (filter && others.length === 0) return yield* countByFilter(database, filter, readers);
  const seqs = openSeqSet();
  // One window at a time is in memory, on every engine.
  const small = {
    ...database,
    window: { ...database.window, most: Math.min(database.window.most, MOST_COUNTED) },
  };
  yield* inSequence(
    filters.map((each) => collect(small, { filter: each, cap: Infinity, readers }, seqs)),
  );
  return seqs.size;
}

interface Question {
  readonly filter: Filter;
  readonly cap: number;
  readonly readers: readonly string[] | undefined;
}

function* findByFilter(database: Database, question: Question): Query<Place[]> {
  const { filter, cap } = question;
  const limit = Math.min(filter.limit ?? cap, cap);
  const found: Place[] = [];
  if (limit === 0) return found;
  yield* eachPart(database, { ...question, cap: limit }, function* (plans, isInOrder) {
    found.push(...(yield* runPlans(database, plans, isInOrder ? limit - found.length : limit)));
    if (isInOrder) return found.length < limit;
    found.sort(byTime).splice(limit);
    return true;
  });
  return found;
}

function* countByFilter(
  database: Database,
  filter: Filter,
  readers: readonly string[] | undefined,
): Query<number> {
  if (emptyIn(filter)) return 0;
  if (isOfKinds(filter) && (!readers || readers.length === 0))
    return yield* countKinds(database, filter, readers !== undefined);
  let sum = 0;
  yield* eachPart(database, { filter, cap: Infinity, readers }, function* (plans) {
    const count = `select count(*) as n from (${unionOf(plans)}) c`;
    sum += (yield* database.one(count, paramsOf(plans), (row) => int(row, 'n'))) ?? 0;
    return true;
  });
  return sum;
}

function* collect(database: Database, question: Question, seqs: Pick<SeqSet, 'add'>): Query<void> {
  yield* eachPart(database, question, function* (plans) {
    for (const seq of yield* database.all(unionOf(plans), paramsOf(plans), (row) =>
      int(row, 'seq'),
    ))
      seqs.add(seq);
    return true;
  });
}

/**
 * Processes the plans of one part, and returns false to stop. In order, each part is older than the
 * one before.
 */
type PartVisitor = (plans: readonly Plan[], isInOrder: boolean) => Query<boolean>;

/** Scan a filter part by part. No event is in two parts, and the cost of each part is bounded. */
function* eachPart(
  database: Database,
  { filter, cap, readers }: Question,
  look: PartVisitor,
): Query<void> {
  if (emptyIn(filter)) return;
  const way = yield* chooseStrategy(database, filter, cap);
  function* lookAt(plans: readonly Plan[], isInOrder = false) {
    yield* yieldTurn();
    return plans.length === 0 || (yield* look(restrict(plans, filter, readers), isInOrder));
  }
  if (way.by === 'part') for (const plans of way.parts) yield* lookAt(plans);
  else if (way.by === 'number')
    yield* forEachSeqRange(database, (stretch) => lookAt(way.plansIn(stretch)));
  else
    yield* forEachTimeWindow(database, { ...spanOf(filter), ...way }, ({ since, until }) =>
      lookAt(way.plansIn(within(filter, since, until)), true),
    );
}

/** True if a filter has no condition but kinds, whose counts are stored. */
function isOfKinds(filter: Filter): boolean {
  return Object.keys(filter).every((key) => key === 'kinds' || key === 'limit');
}

function* countKinds(database: Database, { kinds }: Filter, isPublic: boolean): Query<number> {
  const asked = kinds ? many('e.kind', kinds) : { sql: '1 = 1', params: [] };
  const sql = `select coalesce(sum(e.n), 0) as n from kinds e where ${asked.sql}${isPublic ? ` and ${PUBLIC_CONDITION}` : ''}`;
  return (yield* database.one(sql, asked.params, (row) => int(row, 'n'))) ?? 0;
}

function unionOf(plans: readonly Plan[]): string {
  return plans.map((plan) => compile(plan, 'e.seq')).join(' union ');
}

function paramsOf(plans: readonly Plan[]): Param[] {
  return plans.flatMap((plan) => plan.params);
}

/** Restrict the plans of a filter to events that the readers may read. */
function restrict(
  plans: readonly Plan[],
  filter: Filter,
  readers: readonly string[] | undefined,
): readonly Plan[] {
  if (!readers || (filter.kinds && !filter.kinds.some((kind) => PRIVATE_KINDS.includes(kind))))
    return plans;
  const { sql, params } = readableByCondition(readers);
  return plans.map((plan) => ({
    ...plan,
    where: [...plan.where, sql],
    params: [...plan.params, ...params],
  }));
}

/** The plans select only sort keys, which the indexes contain. */
function* runPlans(database: Database, plans: readonly Plan[], limit: number): Query<Place[]> {
  if (plans.length === 0) return [];
  const most = Math.min(limit, Number.MAX_SAFE_INTEGER);
  const walks = plans.map(
    (plan) =>
      `select * from (${compile(plan, 'e.seq, e.created_at, e.id')} order by ${plan.order} desc, e.id limit ?) w`,
  );
  const sql = `select seq, created_at, id from (${walks.join(' union ')}) found order by created_at desc, id limit ?`;
  return yield* database.all(
    sql,
    [...plans.flatMap((plan) => [...plan.params, most]), most],
    readPlace,
  );
}

function readPlace(row: Row): Place {
  return { seq: int(row, 'seq'), created_at: time(row, 'created_at'), id: text(row, 'id') };
}

function byTime(one: Place, other: Place): number {
  return inSeconds(other.created_at) - inSeconds(one.created_at) || (one.id < other.id ? -1 : 1);
}
