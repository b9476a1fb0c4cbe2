import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isErrno, SQLITE } from '../../errors.ts';

/** Another process uses the data directory. The message says so. */
export class DirectoryInUse extends Error {}

const FILE = 'lock.db';

/**
 * Create a data directory and lock it for this process. Returns the function that unlocks it.
 * SQLite holds the lock, so the system releases it when the process ends in any way. Throws
 * `DirectoryInUse` if another process holds it.
 */
export function lockDirectory(data: string): () => void {
  mkdirSync(data, { recursive: true });
  const db = new DatabaseSync(join(data, FILE));
  try {
    db.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    db.close();
    throw isErrno(error, SQLITE.busy) ? new DirectoryInUse(data) : error;
  }
  return () => db.close();
}
