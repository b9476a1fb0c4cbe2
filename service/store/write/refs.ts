import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds, minus, plus, type Seconds, seconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { int, text, time } from '../engine/row.ts';
import { REF } from '../schema.ts';
import type { CounterChanges } from './counters.ts';
import { insertInto } from '../engine/insert.ts';

const POINTS: ReadonlyMap<number, number> = new Map([
  [REF.like, 1],
  [REF.zap, 5],
  [REF.repost, 7],
]);
/**
 * Types of `refs` up to this one are actions of an account on a target. The earliest of each type
 * is scored.
 */
export const LAST_ACTION = 4;
const PUT = insertInto('refs', 'on conflict do nothing');
const ROW = 'where target = ? and type = ? and created_at = ? and seq = ?';

/** Start and end of the day that score24h covers. */
export interface Day {
  readonly from: Seconds;
  readonly to: Seconds;
}

const DAY = seconds(86_400);
/** Maximum delay of a sweep. */
const LATE = seconds(600);

/** Return the day that score24h covers at a time. */
export function dayAt(now: Seconds): Day {
  return { from: minus(now, DAY), to: plus(now, LATE) };
}

export interface RefRow {
  readonly target: string;
  readonly type: number;
  readonly created_at: Seconds;
  readonly seq: number;
  readonly pubkey: string;
}

/**
 * Store that an event refers to a target. Of one account's actions on one target only the earliest
 * of a type is scored.
 */
export function* insertCountedRef(
  database: Database,
  tally: CounterChanges,
  ref: RefRow,
  day: Day,
): Query<void> {
  const before = ref.type <= LAST_ACTION ? yield* earliest(database, ref, 1) : undefined;
  const first = ref.type <= LAST_ACTION && (!before || ref.created_at < before.created_at);
  const counted = first && isOf(day, ref);
  if (first && before) {
    yield* database.put(`update refs set first = 0, day = 0 ${ROW}`, [
      ref.target,
      ref.type,
      inSeconds(before.created_at),
      before.seq,
    ]);
    countFirst(tally, ref, -1, before.counted);
  }
  yield* insertRef(database, ref, { first, counted });
  countEach(tally, ref, 1);
  if (first) countFirst(tally, ref, 1, counted);
}

/** Insert a row unless it exists. `first`: it is scored. `counted`: it counts for the day. */
export function* insertRef(
  database: Database,
  ref: RefRow,
  flags: { readonly first: boolean; readonly counted: boolean },
): Query<void> {
  const { target, type, created_at, seq, pubkey } = ref;
  const values = [
    target,
    type,
    inSeconds(created_at),
    seq,
    pubkey,
    flags.first ? 1 : 0,
    flags.counted ? 1 : 0,
  ];
  yield* database.put(PUT, values);
}

/**
 * Delete a reference. The account's next action of that type on the target, if any, is scored
 * instead.
 */
export function* deleteRef(
  database: Database,
  tally: CounterChanges,
  ref: RefRow,
  day: Day,
): Query<void> {
  const key = [ref.target, ref.type, inSeconds(ref.created_at), ref.seq];
  const flags = yield* database.one(`select first, day from refs ${ROW}`, key, (row) => ({
    first: row['first'] === 1,
    counted: row['day'] === 1,
  }));
  if (!flags) return;
  yield* database.put(`delete from refs ${ROW}`, key);
  countEach(tally, ref, -1);
  if (!flags.first) return;
  countFirst(tally, ref, -1, flags.counted);
  const heir = yield* earliest(database, ref, 0);
  if (!heir) return;
  const counted = isOf(day, heir);
  yield* database.put(`update refs set first = 1, day = ? ${ROW}`, [
    counted ? 1 : 0,
    ref.target,
    ref.type,
    inSeconds(heir.created_at),
    heir.seq,
  ]);
  countFirst(tally, ref, 1, counted);
}

/** Remove actions that are now older than a day from score24h. */
export function* expireDailyRefs(database: Database, tally: CounterChanges, day: Day): Query<void> {
  const faded = yield* database.all(
    'select target, type from refs where day = 1 and created_at <= ?',
    [inSeconds(day.from)],
    (row) => ({
      target: text(row, 'target'),
      type: int(row, 'type'),
    }),
  );
  for (const { target, type } of faded) {
    const points = POINTS.get(type);
    tally.stat(target, points ? { points24h: -points } : { repliers24h: -1 });
  }
  if (faded.length > 0)
    yield* database.put('update refs set day = 0 where day = 1 and created_at <= ?', [
      inSeconds(day.from),
    ]);
}

function isOf(day: Day, { created_at }: { readonly created_at: Seconds }): boolean {
  return created_at > day.from && created_at <= day.to;
}

function earliest(
  database: Database,
  ref: RefRow,
  first: 0 | 1,
): Query<{ created_at: Seconds; seq: number; counted: boolean } | undefined> {
  return database.one(
    'select created_at, seq, day from refs where pubkey = ? and target = ? and type = ? and type <= 4 and first = ? order by created_at limit 1',
    [ref.pubkey, ref.target, ref.type, first],
    (row) => ({
      created_at: time(row, 'created_at'),
      seq: int(row, 'seq'),
      counted: int(row, 'day') === 1,
    }),
  );
}

/** Replies and quotes count individually. */
function countEach(tally: CounterChanges, { type, target }: RefRow, by: 1 | -1): void {
  if (type === REF.reply) tally.stat(target, { replies: by });
  else if (type === REF.quote) tally.stat(target, { quotes: by });
}

/** Likes, reposts and scores count accounts. */
function countFirst(
  tally: CounterChanges,
  { type, target }: RefRow,
  by: 1 | -1,
  counted: boolean,
): void {
  const points = (POINTS.get(type) ?? 0) * by;
  if (type === REF.reply)
    return tally.stat(target, { repliers: by, repliers24h: counted ? by : 0 });
  tally.stat(target, {
    points,
    points24h: counted ? points : 0,
    likes: type === REF.like ? by : 0,
    reposts: type === REF.repost ? by : 0,
  });
}

export function refRow(
  event: SignedEvent,
  seq: number,
  ref: { type: number; target: string },
  actor = event.pubkey,
): RefRow {
  return { target: ref.target, type: ref.type, created_at: event.created_at, seq, pubkey: actor };
}
