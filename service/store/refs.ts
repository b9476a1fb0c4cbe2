import type { SignedEvent } from '../../src/events/event.ts';
import type { Database } from './database.ts';
import { REF } from './schema.ts';
import type { StatChange, Tally } from './tally.ts';

const POINTS: ReadonlyMap<number, number> = new Map([
  [REF.like, 1],
  [REF.zap, 5],
  [REF.repost, 7],
]);
const LAST_ACTION = 4;

/** Where the day that score24h looks at begins and ends, in seconds. */
export interface Day {
  readonly from: number;
  readonly to: number;
}

/** One reference as it stands in its table. */
export interface RefRow {
  readonly target: string;
  readonly type: number;
  readonly created_at: number;
  readonly seq: number;
  readonly pubkey: string;
}

/** Notes that an event refers to a target. Of the actions of one account on one target only the first of a type is scored (16.3). */
export function putRef(database: Database, tally: Tally, ref: RefRow, day: Day): void {
  const acts = ref.type <= LAST_ACTION;
  const first = acts && !findOther(database, ref, 1);
  const counted = first && ref.created_at > day.from && ref.created_at <= day.to;
  const flags = [first ? 1 : 0, counted ? 1 : 0];
  database.run('insert or ignore into refs (target, type, created_at, seq, pubkey, first, day) values (?, ?, ?, ?, ?, ?, ?)', [
    ref.target,
    ref.type,
    ref.created_at,
    ref.seq,
    ref.pubkey,
    ...flags,
  ]);
  countRef(tally, ref, 1, { first, counted });
}

/** Takes a reference out again; another action of the same account and type on the target, if there is one, is scored in its place. */
export function takeRef(database: Database, tally: Tally, ref: RefRow, day: Day): void {
  const key = [ref.target, ref.type, ref.created_at, ref.seq];
  const where = 'where target = ? and type = ? and created_at = ? and seq = ?';
  const flags = database.one(`select first, day from refs ${where}`, key, (row) => ({
    first: row['first'] === 1,
    counted: row['day'] === 1,
  }));
  if (!flags) return;
  database.run(`delete from refs ${where}`, key);
  countRef(tally, ref, -1, flags);
  const heir = flags.first ? findOther(database, ref, 0) : undefined;
  if (!heir) return;
  const counted = heir.created_at > day.from && heir.created_at <= day.to;
  database.run(`update refs set first = 1, day = ? ${where}`, [counted ? 1 : 0, ref.target, ref.type, heir.created_at, heir.seq]);
  tally.stat(ref.target, scoreOf(ref.type, 1, counted));
  if (ref.type === REF.like) tally.stat(ref.target, { likes: 1 });
  if (ref.type === REF.repost) tally.stat(ref.target, { reposts: 1 });
}

/** Lets the actions that are now older than a day go out of score24h. */
export function fadeRefs(database: Database, tally: Tally, day: Day): void {
  const faded = database.all('select target, type from refs where day = 1 and created_at <= ?', [day.from], (row) => ({
    target: String(row['target']),
    type: Number(row['type']),
  }));
  for (const { target, type } of faded) {
    const points = POINTS.get(type);
    tally.stat(target, points ? { points24h: -points } : { repliers24h: -1 });
  }
  if (faded.length > 0) database.run('update refs set day = 0 where day = 1 and created_at <= ?', [day.from]);
}

function findOther(database: Database, ref: RefRow, first: 0 | 1): { created_at: number; seq: number } | undefined {
  return database.one(
    'select created_at, seq from refs where pubkey = ? and target = ? and type = ? and first = ? limit 1',
    [ref.pubkey, ref.target, ref.type, first],
    (row) => ({ created_at: Number(row['created_at']), seq: Number(row['seq']) }),
  );
}

function countRef(tally: Tally, ref: RefRow, by: 1 | -1, flags: { first: boolean; counted: boolean }): void {
  if (ref.type === REF.reply) tally.stat(ref.target, { replies: by });
  else if (ref.type === REF.quote) tally.stat(ref.target, { quotes: by });
  if (!flags.first) return;
  if (ref.type === REF.like) tally.stat(ref.target, { likes: by });
  if (ref.type === REF.repost) tally.stat(ref.target, { reposts: by });
  tally.stat(ref.target, scoreOf(ref.type, by, flags.counted));
}

function scoreOf(type: number, by: number, counted: boolean): Partial<StatChange> {
  const points = (POINTS.get(type) ?? 0) * by;
  if (type === REF.reply) return { repliers: by, repliers24h: counted ? by : 0 };
  return { points, points24h: counted ? points : 0 };
}

/** The row of `refs` for one reference of an event. */
export function refRow(event: SignedEvent, seq: number, ref: { type: number; target: string }, actor = event.pubkey): RefRow {
  return { target: ref.target, type: ref.type, created_at: event.created_at, seq, pubkey: actor };
}
