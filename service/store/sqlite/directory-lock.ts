import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isErrno, SQLITE } from '../../errors.ts';

/** Somebody else works in a data directory, which is what the message says. */
export class InUse extends Error {}

const FILE = 'lock.db';

/**
 * Makes a data directory and takes it for this process alone; gives the way to let it go. The lock is SQLite's, so the system takes it
 * back when the process ends, however it ends. Throws `InUse` where another process has it.
 */
export function lockDirectory(data: string): () => void {
  mkdirSync(data, { recursive: true });
  const db = new DatabaseSync(join(data, FILE));
  try {
    db.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    db.close();
    throw isErrno(error, SQLITE.busy) ? new InUse(data) : error;
  }
  return () => db.close();
}
