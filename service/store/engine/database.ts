import type { Seconds } from '../../../src/events/core/time.ts';
import {
  type Query,
  type StatementResult,
  type Param,
  type Statement,
  inParallel,
} from './statements.ts';
import type { Dialect } from './dialect.ts';
import { type Insert, returning } from './insert.ts';
import type { Row } from './row.ts';

/**
 * A database of either engine. The SQL is common to SQLite and PostgreSQL, except for planner
 * hints, `instr` and lists. Hints are `indexed by`, `not indexed` and `cross join ... on`. Lists
 * are `in (select value from json_each(?))`, or `json_each(?) j` with `j.key` and `j.value`.
 * PostgreSQL has other words for these (`translate-sql.ts`), so they are written exactly so. `?`
 * takes the next parameter, and `?1` is the first. In `do update set`, a column of the table is
 * qualified with the table's name.
 */
export interface Database {
  readonly now: () => Seconds;
  readonly dialect: Dialect;
  /** Number of events that a filter scans between two pauses: the initial size and the maximum. */
  readonly window: Window;
  /** Run several queries, one after the other if the engine runs in this thread. */
  readonly each: <T>(asked: readonly Query<T>[]) => Query<T[]>;
  readonly all: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => Query<T[]>;
  /** Run a statement that changes rows, and return those that it names (`returning`). */
  readonly change: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => Query<T[]>;
  readonly one: <T>(
    sql: string,
    params: readonly Param[],
    read: (row: Row) => T,
  ) => Query<T | undefined>;
  /** Run a statement and return the number of changed rows. */
  readonly run: (sql: string, params: readonly Param[]) => Query<number>;
  /** Run a statement without waiting for it. It completes with its transaction, or fails it. */
  readonly put: (sql: string | Insert, params: readonly Param[]) => Query<void>;
  /** The same for each parameter list. Each changes one row. */
  readonly putEach: (sql: string | Insert, each: readonly (readonly Param[])[]) => Query<void>;
  /** Insert each row and return all rows that the insert names (`returning`). */
  readonly changeEach: <T>(
    insert: Insert,
    each: readonly (readonly Param[])[],
    read: (row: Row) => T,
  ) => Query<T[]>;
  /**
   * Insert each row in order into a table that is numbered by `seq`. Returns the numbers of the new
   * rows.
   */
  readonly insertEach: (
    sql: string | Insert,
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
      return (yield* take(sql, params, true)).rows.map(read);
    },
    *change(sql, params, read) {
      return (yield* take(sql, params, false)).rows.map(read);
    },
    *one(sql, params, read) {
      const [row] = (yield* take(sql, params, true)).rows;
      return row === undefined ? undefined : read(row);
    },
    *run(sql, params) {
      return (yield* take(sql, params, false)).changed;
    },
    *put(sql, params) {
      yield [changeOf(sql, params, false)];
    },
    *putEach(sql, each) {
      if (each.length > 0) yield each.map((params) => changeOf(sql, params, false));
    },
    *changeEach(insert, each, read) {
      if (each.length === 0) return [];
      const outcomes = yield each.map((params) => changeOf(insert, params, true));
      return outcomes.flatMap(({ rows }) => rows.map(read));
    },
    *insertEach(sql, each) {
      if (each.length === 0) return [];
      const numbered = typeof sql === 'string' ? `${sql} returning seq` : returning(sql, 'seq');
      const outcomes = yield each.map((params) => changeOf(numbered, params, true));
      return outcomes.map(({ rows: [row] }) => Number(row?.['seq']));
    },
    transaction: inSteps,
  };
}

function changeOf(sql: string | Insert, params: readonly Param[], isAwaited: boolean): Statement {
  return typeof sql === 'string'
    ? { sql, params, isAwaited, isRead: false }
    : { sql: sql.sql, params, isAwaited, isRead: false, insert: sql };
}

function* take(sql: string, params: readonly Param[], isRead: boolean): Query<StatementResult> {
  const statement: Statement = { sql, params, isAwaited: true, isRead };
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
