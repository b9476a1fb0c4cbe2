import type { Seconds } from '../../../src/events/core/time.ts';
import { type Asked, type Outcome, type Param, type Statement, together } from './statements.ts';
import type { Dialect } from './dialect.ts';
import type { Row } from './row.ts';

/**
 * What questions are asked of, whichever engine it is. Their SQL is what SQLite and PostgreSQL both read, but for hints (`indexed by`,
 * `not indexed`, `cross join ... on`) and for lists (`in (select value from json_each(?))`, `json_each(?) j` with `j.key` and `j.value`),
 * which another engine writes its own way, as it does `instr`; `?` counts on, `?1` is the first. Columns of a table that `do update set`
 * reads are named with it.
 */
export interface Database {
  /** The service's clock. */
  readonly now: () => Seconds;
  readonly dialect: Dialect;
  /** How many events a filter looks through between two pauses: at first, and at most. */
  readonly window: Window;
  /** Asks several things, one after the other where the engine answers in this thread. */
  readonly each: <T>(asked: readonly Asked<T>[]) => Asked<T[]>;
  readonly all: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => Asked<T[]>;
  readonly one: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => Asked<T | undefined>;
  /** Runs a statement; gives the number of rows it changed. */
  readonly run: (sql: string, params: readonly Param[]) => Asked<number>;
  /** Runs a statement that nobody waits for: it is done when its transaction is, or fails it. */
  readonly put: (sql: string, params: readonly Param[]) => Asked<void>;
  /** The same for each of these, which change a row each. */
  readonly putEach: (sql: string, each: readonly (readonly Param[])[]) => Asked<void>;
  /** The same, of statements that give rows: all of them together. */
  readonly allEach: <T>(sql: string, each: readonly (readonly Param[])[], read: (row: Row) => T) => Asked<T[]>;
  /** Runs an insert for each of these, in their order, into a table whose rows are numbered by `seq`; gives the numbers of the new rows. */
  readonly insertEach: (sql: string, each: readonly (readonly Param[])[]) => Asked<readonly number[]>;
  /** Does all of the work or nothing; it may be begun several times, so it changes nothing but what it makes itself. */
  readonly transaction: <T>(work: () => Asked<T>) => Asked<T>;
}

export interface Window {
  readonly first: number;
  readonly most: number;
}

/** An engine in another process needs no pauses: after the newest events it looks through all others at once. */
const THEN_ALL: Window = { first: 3_000, most: Infinity };

/** The database of an engine that takes time: whoever runs its questions takes their steps. */
export function databaseInSteps(now: () => Seconds, dialect: Dialect): Database {
  return {
    now,
    dialect,
    window: THEN_ALL,
    each: together,
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
      return (yield each.map((params) => ({ sql, params, isAwaited: true }))).flatMap(({ rows }) => rows.map(read));
    },
    *insertEach(sql, each) {
      if (each.length === 0) return [];
      const outcomes = yield each.map((params) => ({ sql: `${sql} returning seq`, params, isAwaited: true }));
      return outcomes.map(({ rows: [row] }) => Number(row?.['seq']));
    },
    transaction: inSteps,
  };
}

function* take(sql: string, params: readonly Param[]): Asked<Outcome> {
  const statement: Statement = { sql, params, isAwaited: true };
  const [outcome] = yield [statement];
  if (!outcome) throw new Error('a statement without an outcome');
  return outcome;
}

function* inSteps<T>(work: () => Asked<T>): Asked<T> {
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
