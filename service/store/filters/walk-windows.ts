import type { Asked } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import type { Condition, Stretch } from './query-plans.ts';
import { int } from '../engine/row.ts';

/** A window that was faster is doubled, one that was slower is halved. */
const SHORT_MS = 8;
const LONG_MS = 20;

/** Bounds of time in seconds, both included. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** A span in windows of `least` to `most` rows of `pivot`, an index in order of time. */
export interface Windows extends Span {
  readonly pivot: Condition;
  readonly least: number;
  readonly most: number;
}

/** Look at all events by their numbers, a bounded stretch after the other. */
export function* eachStretch(database: Database, look: (stretch: Stretch) => Asked<boolean>): Asked<void> {
  const last = (yield* database.one('select coalesce(max(seq), 0) as n from events', [], (row) => int(row, 'n'))) ?? 0;
  const { first: least } = database.window;
  const most = Math.max(database.window.most, last);
  let rows = database.window.most;
  for (let from = 0; from <= last; ) {
    const started = performance.now();
    const to = Math.min(last, from + rows);
    yield* look({ from, to });
    from = to + 1;
    rows = nextSize(rows, performance.now() - started, { least, most });
  }
}

/** Look at a span of time, a window with a bounded number of rows after the other, the newest first, until `look` returns false. */
export function* eachWindow(
  database: Database,
  { since, until, pivot, least, most }: Windows,
  look: (window: Span) => Asked<boolean>,
): Asked<void> {
  let rows = least;
  for (let end = until; end >= since; ) {
    const started = performance.now();
    const params = [...pivot.params, end, rows];
    const nth = rows === Infinity ? undefined : yield* database.one(nthTime(pivot), params, (row) => int(row, 'created_at'));
    const from = Math.max(since, nth ?? since);
    if (!(yield* look({ since: from, until: end })) || nth === undefined) return;
    end = from - 1;
    rows = nextSize(rows, performance.now() - started, { least, most });
  }
}

/** Adapts windows to what they cost here. */
function nextSize(rows: number, took: number, { least, most }: { readonly least: number; readonly most: number }): number {
  if (most === Infinity || took < SHORT_MS) return Math.min(most, rows * 2);
  return took > LONG_MS ? Math.max(least, rows >> 1) : rows;
}

/** The query that finds the time of the row so many rows behind `until`, both of which are its last parameters. */
function nthTime(pivot: Condition): string {
  return `select created_at from ${pivot.sql} and created_at <= ? order by created_at desc limit 1 offset ?`;
}
