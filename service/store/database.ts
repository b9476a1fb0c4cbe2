import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Seconds } from '../../src/events/time.ts';
import { isDiskFull } from '../trouble.ts';
import { SCHEMA } from './schema.ts';
import type { Row } from './row.ts';

/** A database with its clock, and its statements kept by their text. */
export interface Database {
  readonly db: DatabaseSync;
  /** The service's clock. */
  readonly now: () => Seconds;
  readonly all: <T>(sql: string, params: readonly SQLInputValue[], read: (row: Row) => T) => T[];
  readonly one: <T>(sql: string, params: readonly SQLInputValue[], read: (row: Row) => T) => T | undefined;
  /** Runs a statement; gives the number of rows it changed. */
  readonly run: (sql: string, params: readonly SQLInputValue[]) => number;
  /** Runs an insert; gives the number of the new row. */
  readonly insert: (sql: string, params: readonly SQLInputValue[]) => number;
  readonly transaction: <T>(work: () => T) => T;
}

const MOST_STATEMENTS = 500;

/**
 * Opens a file or `:memory:`. The log is flushed to the disk at each commit (synchronous = FULL): an OK that a relay gave is kept
 * even when the power fails, and commits are few because writes come in batches. `now` is the clock, in seconds. `onFull` is told when the
 * disk took a change no more; whoever asked for the change is thrown the error, and nothing of it is written.
 */
export function openDatabase(path: string, now: () => Seconds, onFull: () => void = () => undefined): Database {
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
        .all(...params)
        .map(read),
    one(sql, params, read) {
      const row = prepare(sql).get(...params);
      return row === undefined ? undefined : read(row);
    },
    run: (sql, params) => Number(prepare(sql).run(...params).changes),
    insert: (sql, params) => Number(prepare(sql).run(...params).lastInsertRowid),
    transaction: (work) => inTransaction(db, work, onFull),
  };
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
