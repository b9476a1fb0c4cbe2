import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Seconds } from '../../src/events/time.ts';
import { isDiskFull } from '../trouble.ts';
import { finish, type Param } from './asked.ts';
import type { Database } from './database.ts';
import type { Row } from './row.ts';
import { SCHEMA } from './schema.ts';
import { SQLITE } from './sqlite-dialect.ts';

/** A file of SQLite with its clock, and its statements kept by their text. It answers at once. */
export interface SqliteDatabase {
  readonly db: DatabaseSync;
  /** The service's clock. */
  readonly now: () => Seconds;
  readonly all: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => T[];
  readonly one: <T>(sql: string, params: readonly Param[], read: (row: Row) => T) => T | undefined;
  /** Runs a statement; gives the number of rows it changed. */
  readonly run: (sql: string, params: readonly Param[]) => number;
  /** Runs an insert; gives the number of the new row. */
  readonly insert: (sql: string, params: readonly Param[]) => number;
  readonly transaction: <T>(work: () => T) => T;
}

const MOST_STATEMENTS = 500;

/**
 * Opens a file or `:memory:`. The log is flushed to the disk at each commit (synchronous = FULL): an OK that a relay gave is kept
 * even when the power fails, and commits are few because writes come in batches. `now` is the clock, in seconds. `onFull` is told when the
 * disk took a change no more; whoever asked for the change is thrown the error, and nothing of it is written.
 */
export function openDatabase(path: string, now: () => Seconds, onFull: () => void = () => undefined): SqliteDatabase {
  const db = new DatabaseSync(path);
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory; pragma wal_autocheckpoint = 16000;',
  );
  db.exec('pragma mmap_size = 268435456; pragma busy_timeout = 2000; pragma foreign_keys = off;');
  db.exec(SCHEMA);
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

/** The database that questions are asked of: they are answered without a step. */
export function databaseAtOnce(sqlite: SqliteDatabase): Database {
  /* oxlint-disable require-yield */
  return {
    now: sqlite.now,
    dialect: SQLITE,
    *all(sql, params, read) {
      return sqlite.all(sql, params, read);
    },
    *one(sql, params, read) {
      return sqlite.one(sql, params, read);
    },
    *run(sql, params) {
      return sqlite.run(sql, params);
    },
    *put(sql, params) {
      sqlite.run(sql, params);
    },
    *insert(sql, params) {
      return sqlite.insert(sql, params);
    },
    *transaction(work) {
      return sqlite.transaction(() => finish(work()));
    },
  };
  /* oxlint-enable require-yield */
}

/** Lists are given as JSON. */
function bound(params: readonly Param[]): readonly SQLInputValue[] {
  return isPlain(params) ? params : params.map((param) => (isList(param) ? JSON.stringify(param) : param));
}

function isPlain(params: readonly Param[]): params is readonly Exclude<Param, readonly unknown[]>[] {
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
      // built texts (relay filters) must not pile up for ever
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
