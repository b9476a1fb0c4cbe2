import type { Seconds } from '../../../src/events/core/time.ts';
import {
  type Query,
  type StatementResult,
  type Param,
  type Statement,
  inParallel,
} from './statements.ts';
import type { Dialect } from './dialect.ts';
import type { Row } from './row.ts';

/**
 * A database of either engine. The SQL is common to SQLite and PostgreSQL, except for planner
 * hints, `instr` and lists. Hints are `indexed by`, `not indexed` and `cross join ... on`. Lists
 * are `in (select value from json_each(?))`, or `json_each(?) j` with `j.key` and `j.value`. Each
 * engine translates these. `?` takes the next parameter, and `?1` is the first. In `do update set`,
 * a column of the table is qualified with the table's name.
 */
export interface Database {
  readonly now: () => Seconds;
  readonly dialect: Dialect;
  /** Number of events that a filter scans between two pauses: the initial size and the maximum. */
  readonly window: Window;
  /** Run several queries, one after the other if the engine runs in this thread. */
  readonly each: <T>(asked: readonly Query<T>[]) => Query<T[]>;
  readonly all: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => Query<T[]>;
  readonly one: <T>(
    sql: string,
    params: readonly Param[],
    read: (row: Row) => T,
  ) => Query<T | undefined>;
  /** Run a statement and return the number of changed rows. */
  readonly run: (sql: string, params: readonly Param[]) => Query<number>;
  /** Run a statement without waiting for it. It completes with its transaction, or fails it. */
  readonly put: (sql: string, params: readonly Param[]) => Query<void>;
  /** The same for each parameter list. Each changes one row. */
  readonly putEach: (sql: string, each: readonly (readonly Param[])[]) => Query<void>;
  /** Run a statement for each parameter list and return all rows together. */
  readonly allEach: <T>(
    sql: string,
    each: readonly (readonly Param[])[],
    read: (row: Row) => T,
  ) => Query<T[]>;
  /**
   * Insert each row in order into a table that is numbered by `seq`. Returns the numbers of the new
   * rows.
   */
  readonly insertEach: (
    sql: string,
    each: readonly (readonly Param[])[],
  ) => Query<readonly number[]>;
  /**
   * Run all of the work in a transaction. It may be retried, so it must have no side effects
   * outside the transaction.
   */
  readonly transaction: <T>(work: () => Query<T>) => Query<T>;
}

export interface Window {
  readonly first: number;
  readonly most: number;
}

/**
 * An engine in another process needs no pauses. After the newest events it scans all others at
 * once.
 */
const THEN_ALL: Window = { first: 3_000, most: Infinity };

/** A database for an asynchronous engine, whose driver runs the yielded steps. */
export function asynchronousDatabase(now: () => Seconds, dialect: Dialect): Database {
  return {
    now,
    dialect,
    window: THEN_ALL,
    each: inParallel,
    *all(sql, params, read) {
      return (yield* take(sql, params)).rows.map(read);
    },
    *one(sql, params, read) {
      const [row] = (yield* take(sql, params)).rows;
      return row === undefined ? undefined : read(row);
    },
    *run(sql, params) {
      return (yield* take(sql, params)).changed;
    },
    *put(sql, params) {
      yield [{ sql, params, isAwaited: false }];
    },
    *putEach(sql, each) {
      if (each.length > 0) yield each.map((params) => ({ sql, params, isAwaited: false }));
    },
    *allEach(sql, each, read) {
      if (each.length === 0) return [];
      return (yield each.map((params) => ({ sql, params, isAwaited: true }))).flatMap(({ rows }) =>
        rows.map(read),
      );
    },
    *insertEach(sql, each) {
      if (each.length === 0) return [];
      const outcomes = yield each.map((params) => ({
        sql: `${sql} returning seq`,
        params,
        isAwaited: true,
      }));
      return outcomes.map(({ rows: [row] }) => Number(row?.['seq']));
    },
    transaction: inSteps,
  };
}

function* take(sql: string, params: readonly Param[]): Query<StatementResult> {
  const statement: Statement = { sql, params, isAwaited: true };
  const [outcome] = yield [statement];
  if (!outcome) throw new Error('a statement without an outcome');
  return outcome;
}

function* inSteps<T>(work: () => Query<T>): Query<T> {
  let last: { readonly answer: T } | undefined;
  yield [
    {
      *work() {
        last = { answer: yield* work() };
      },
    },
  ];
  if (!last) throw new Error('a transaction was not done');
  return last.answer;
}
