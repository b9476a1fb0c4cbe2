import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { int, text } from '../engine/row.ts';

/** Milliseconds that a copy waits for a concurrent writer. */
const TIMEOUT_MS = 10_000;

/**
 * Copy a consistent snapshot of a database, even during writes, and replace `target`. Returns true
 * if the copy passes the integrity check.
 */
export function copyDatabase(source: string, target: string): boolean {
  for (const end of ['', '-journal']) rmSync(target + end, { force: true });
  const db = new DatabaseSync(source, { readOnly: true });
  try {
    db.exec(`pragma busy_timeout = ${TIMEOUT_MS}`);
    db.prepare('vacuum into ?').run(target);
  } finally {
    db.close();
  }
  return withCopy(
    target,
    (copy) => copy.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok',
  );
}

/** Return the hashes of the files that a copy names, with their sizes in bytes. */
export function filesIn(copy: string): ReadonlyMap<string, number> {
  return withCopy(copy, (db) => {
    const rows = db.prepare('select hash, size from blobs').all();
    return new Map(rows.map((row) => [text(row, 'hash'), int(row, 'size')]));
  });
}

function withCopy<T>(path: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
