import { isDiskFull } from '../../errors.ts';
import { runImmediately } from '../engine/statements.ts';
import { fillOnce } from '../migrations.ts';
import { synchronousDatabase, type SqliteDatabase } from './sqlite-database.ts';
import { numberNotifications } from './tables.ts';

/** Bring the tables and data of a file of an earlier version up to date. */
export function upgrade(sqlite: SqliteDatabase): void {
  try {
    sqlite.transaction(() => numberNotifications(sqlite.db));
  } catch (error) {
    // The next start tries again.
    if (!isDiskFull(error)) throw error;
  }
  runImmediately(fillOnce(synchronousDatabase(sqlite), 'sqlite'));
}
