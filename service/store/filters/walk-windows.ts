import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import type { Condition, Stretch } from './query-plans.ts';
import { int } from '../engine/row.ts';

/** A window that took less is doubled, one that took more is halved. */
const SHORT_MS = 8;
const LONG_MS = 20;

/** Bounds of time in seconds, both inclusive. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/**
 * A time range, scanned in windows of `least` to `most` rows of `pivot`, an index in order of time.
 */
export interface Windows extends Span {
  readonly pivot: Condition;
  readonly least: number;
  readonly most: number;
}

/** Scan all events by number, in bounded ranges. */
export function* forEachSeqRange(
  database: Database,
  look: (stretch: Stretch) => Query<boolean>,
): Query<void> {
  const last =
    (yield* database.one('select coalesce(max(seq), 0) as n from events', [], (row) =>
      int(row, 'n'),
    )) ?? 0;
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

/**
 * Scan a time range in windows with a bounded number of rows, newest first, until `look` returns
 * false.
 */
export function* forEachTimeWindow(
  database: Database,
  { since, until, pivot, least, most }: Windows,
  look: (window: Span) => Query<boolean>,
): Query<void> {
  let rows = least;
  for (let end = until; end >= since; ) {
    const started = performance.now();
    const params = [...pivot.params, end, rows];
    const nth =
      rows === Infinity
        ? undefined
        : yield* database.one(nthTime(pivot), params, (row) => int(row, 'created_at'));
    const from = Math.max(since, nth ?? since);
    if (!(yield* look({ since: from, until: end })) || nth === undefined) return;
    end = from - 1;
    rows = nextSize(rows, performance.now() - started, { least, most });
  }
}

/** Adjust the window size to the measured cost. */
function nextSize(
  rows: number,
  took: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (most === Infinity || took < SHORT_MS) return Math.min(most, rows * 2);
  return took > LONG_MS ? Math.max(least, rows >> 1) : rows;
}

/**
 * SQL for the time of the row at an offset before `until`. Its last two parameters are `until` and
 * the offset.
 */
function nthTime(pivot: Condition): string {
  return `select created_at from ${pivot.sql} and created_at <= ? order by created_at desc limit 1 offset ?`;
}
