import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Seconds } from '../../../src/events/core/time.ts';
import { isDiskFull } from '../../errors.ts';
import { type Query, runImmediately, inSequence, type Param } from '../engine/statements.ts';
import type { Database, Window } from '../engine/database.ts';
import { sqlOf } from '../engine/insert.ts';
import type { Row } from '../engine/row.ts';
import { SQLITE } from './sqlite-dialect.ts';
import { createTables } from './tables.ts';

/** A synchronous SQLite file with its clock and a cache of prepared statements. */
export interface SqliteDatabase {
  readonly db: DatabaseSync;
  readonly now: () => Seconds;
  readonly all: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => T[];
  readonly one: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => T | undefined;
  /** Run a statement and return the number of changed rows. */
  readonly run: (sql: string, params: readonly Param[]) => number;
  /** Run an insert and return the number of the new row. */
  readonly insert: (sql: string, params: readonly Param[]) => number;
  readonly transaction: <T>(work: () => T) => T;
}

const MOST_STATEMENTS = 500;
/** A window of 8,000 events takes about 20 ms. */
const WINDOW: Window = { first: 1_000, most: 8_000 };

/**
 * Open a file or `:memory:`. Each commit is flushed to the disk (synchronous = FULL), so an OK that
 * a relay sent survives a power failure. Writes are batched, so commits are few. `now` is the clock
 * in seconds. `onFull` is called when the disk is full. The caller then gets the error, and the
 * change is not written.
 */
export function openDatabase(
  path: string,
  now: () => Seconds,
  onFull: () => void = () => undefined,
): SqliteDatabase {
  const db = new DatabaseSync(path);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory; pragma wal_autocheckpoint = 16000;',
  );
  db.exec('pragma mmap_size = 268435456; pragma busy_timeout = 2000; pragma foreign_keys = off;');
  createTables(db);
  return wrapped(db, now, onFull);
}

/**
 * Open a second connection to a file that only reads, for another thread. It sees each commit that
 * ended before a statement began.
 */
export function openReadOnly(path: string, now: () => Seconds): SqliteDatabase {
  const db = new DatabaseSync(path, { readOnly: true });
  // a mapped file would count once more in the memory of the process
  db.exec(
    'pragma query_only = on; pragma cache_size = -8192; pragma temp_store = memory; pragma mmap_size = 0; pragma busy_timeout = 2000;',
  );
  return wrapped(db, now, () => undefined);
}

function wrapped(db: DatabaseSync, now: () => Seconds, onFull: () => void): SqliteDatabase {
  const prepare = keepStatements(db);
  return {
    db,
    now,
    all: (sql, params, read) =>
      prepare(sql)
        .all(...bound(params))
        .map(read),
    one(sql, params, read) {
      const row = prepare(sql).get(...bound(params));
      return row === undefined ? undefined : read(row);
    },
    run: (sql, params) => Number(prepare(sql).run(...bound(params)).changes),
    insert: (sql, params) => Number(prepare(sql).run(...bound(params)).lastInsertRowid),
    transaction: (work) => inTransaction(db, work, onFull),
  };
}

/** The database for queries, which run without yielding. */
export function synchronousDatabase(sqlite: SqliteDatabase): Database {
  return {
    now: sqlite.now,
    dialect: SQLITE,
    window: WINDOW,
    each: inSequence,
    all: (sql, params, read) => new AtOnce(() => sqlite.all(sql, params, read)),
    change: (sql, params, read) => new AtOnce(() => sqlite.all(sql, params, read)),
    one: (sql, params, read) => new AtOnce(() => sqlite.one(sql, params, read)),
    run: (sql, params) => new AtOnce(() => sqlite.run(sql, params)),
    put: (sql, params) => new AtOnce(() => void sqlite.run(sqlOf(sql), params)),
    putEach: (sql, each) =>
      new AtOnce(() => {
        for (const params of each) sqlite.run(sqlOf(sql), params);
      }),
    changeEach: ({ sql }, each, read) =>
      new AtOnce(() => each.flatMap((params) => sqlite.all(sql, params, read))),
    insertEach: (sql, each) =>
      new AtOnce(() => each.map((params) => sqlite.insert(sqlOf(sql), params))),
    transaction: (work) => new AtOnce(() => sqlite.transaction(() => runImmediately(work()))),
  };
}

/**
 * A generator that returns immediately, without the cost of creating one. Each event runs about a
 * dozen statements.
 */
class AtOnce<T> implements Query<T> {
  private readonly answer: () => T;
  constructor(answer: () => T) {
    this.answer = answer;
  }
  next(): IteratorReturnResult<T> {
    return { done: true, value: this.answer() };
  }
  return(value: T): IteratorReturnResult<T> {
    return { done: true, value };
  }
  throw(error: unknown): never {
    throw error;
  }
  [Symbol.iterator](): this {
    return this;
  }
  [Symbol.dispose](): void {}
}

/** Convert lists to JSON. */
function bound(params: readonly Param[]): readonly SQLInputValue[] {
  return isPlain(params)
    ? params
    : params.map((param) => (isList(param) ? JSON.stringify(param) : param));
}

function isPlain(
  params: readonly Param[],
): params is readonly Exclude<Param, readonly unknown[]>[] {
  return !params.some(isList);
}

function isList(param: Param): param is Extract<Param, readonly unknown[]> {
  return typeof param === 'object' && param !== null;
}

function keepStatements(db: DatabaseSync): (sql: string) => StatementSync {
  const kept = new Map<string, StatementSync>();
  return (sql) => {
    let statement = kept.get(sql);
    if (!statement) {
      // SQL built from relay filters is unbounded, so the cache is limited.
      if (kept.size >= MOST_STATEMENTS) kept.clear();
      statement = db.prepare(sql);
      kept.set(sql, statement);
    }
    return statement;
  };
}

function inTransaction<T>(db: DatabaseSync, work: () => T, onFull: () => void): T {
  if (db.isTransaction) return work();
  try {
    db.exec('begin immediate');
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    if (isDiskFull(error)) onFull();
    throw error;
  }
}
