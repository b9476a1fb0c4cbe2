import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { diskFiles } from '../media/disk-files.ts';
import type { Files } from '../media/files.ts';
import { type FilesLocation, openFiles } from '../media/open-files.ts';
import { copyDatabase, filesIn } from '../store/sqlite/copy-database.ts';
import { lockDirectory } from '../store/sqlite/directory-lock.ts';
import { isErrorOf } from '../errors.ts';
import { BLOBS, DATABASE, isUnfinished } from './data-directory.ts';

export class BackupError extends Error {}

/** The data directory to back up, and the place of its files if that is elsewhere. */
interface BackedUp {
  readonly data: string;
  readonly place?: FilesLocation | undefined;
  /** True if files are copied, too. */
  readonly files: boolean;
}

/**
 * Bytes of the database, number of files that it names (0 if they are left out), and number of
 * newly copied files.
 */
interface Copied {
  readonly bytes: number;
  readonly files: number;
  readonly copied: number;
}

/**
 * Copy a data directory into another one, even while it is served. The database is copied as a
 * snapshot (VACUUM INTO). Then missing files are copied, and files that it does not name are
 * deleted. The previous copy is complete until the new one replaces it. Rejects with
 * `DirectoryInUse` while a process uses `target`.
 */
export async function backUp(
  { data, place, files }: BackedUp,
  target: string,
  told: (done: number, total: number) => void,
): Promise<Copied> {
  const source = join(data, DATABASE);
  if (resolve(data) === resolve(target))
    throw new BackupError('the back-up would be what it is to be made of');
  if (!existsSync(source)) throw new BackupError(`there is nothing in ${data}`);
  if (isUnfinished(data)) throw new BackupError('the demo town is being built');
  const unlock = lockDirectory(target);
  try {
    const part = join(target, `${DATABASE}.part`);
    if (!copyDatabase(source, part))
      throw new BackupError('what was copied does not hold together');
    const named = files ? filesIn(part) : new Map<string, number>();
    const copied = files
      ? await copyFiles(place ?? { dir: join(data, BLOBS) }, named, target, told)
      : 0;
    await flush(part);
    // Left by an earlier copy that was served.
    for (const end of ['-wal', '-shm']) rmSync(join(target, DATABASE + end), { force: true });
    renameSync(part, join(target, DATABASE));
    // Only now, because the previous copy named them.
    if (files) forget(join(target, BLOBS), named);
    return { bytes: statSync(join(target, DATABASE)).size, files: named.size, copied };
  } finally {
    unlock();
  }
}

async function copyFiles(
  place: FilesLocation,
  named: ReadonlyMap<string, number>,
  target: string,
  told: (done: number, total: number) => void,
): Promise<number> {
  const dir = join(target, BLOBS);
  const there = new Set(hashesIn(dir));
  const missing = [...named].filter(([hash]) => !there.has(hash));
  const { files, close } = await openFiles(place, undefined);
  const copies = diskFiles(dir);
  let done = 0;
  let copied = 0;
  try {
    for (const [hash, size] of missing) {
      if (await copyFile(files, copies, hash, size)) copied++;
      told(++done, missing.length);
    }
  } finally {
    close();
  }
  return copied;
}

/** Returns false if the file was deleted meanwhile. */
async function copyFile(from: Files, to: Files, hash: string, size: number): Promise<boolean> {
  const incoming = await to.begin();
  try {
    if (size > 0)
      for await (const chunk of from.stream(hash, 0, size - 1))
        if (chunk instanceof Uint8Array) await incoming.append(chunk);
    const whole = await incoming.whole();
    await whole.settle(hash);
    await whole.end();
    return true;
  } catch (error) {
    await incoming.drop();
    if (isErrorOf(error, ['ENOENT'])) return false;
    throw error;
  }
}

function hashesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir).flatMap((name) =>
    /^[0-9a-f]{2}$/.test(name) ? readdirSync(join(dir, name)) : [],
  );
}

function forget(dir: string, named: ReadonlyMap<string, number>): void {
  for (const hash of hashesIn(dir))
    if (!named.has(hash)) rmSync(join(dir, hash.slice(0, 2), hash), { force: true });
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
