import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the database in the data directory. */
export const DATABASE = 'starling.db';
/** Name of the folder of files beside it. */
export const BLOBS = 'blobs';

const MARKER = 'building';

/** Create the data directory, and delete a partly built town from it. */
export function prepareDirectory(data: string): void {
  mkdirSync(data, { recursive: true });
  const marker = join(data, MARKER);
  if (!existsSync(marker)) return;
  for (const name of [DATABASE, `${DATABASE}-wal`, `${DATABASE}-shm`, BLOBS])
    rmSync(join(data, name), { recursive: true, force: true });
  rmSync(marker);
}

/** True if a town is being built in a data directory, or building was interrupted. */
export function isUnfinished(data: string): boolean {
  return existsSync(join(data, MARKER));
}

/** Marks the data directory as unfinished until the work is done. */
export async function markUnfinishedWhile<T>(
  data: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (data === undefined) return work();
  writeFileSync(
    join(data, MARKER),
    'The demo town is being built. If this file is found at the next start, it is built anew.\n',
  );
  const result = await work();
  rmSync(join(data, MARKER));
  return result;
}
