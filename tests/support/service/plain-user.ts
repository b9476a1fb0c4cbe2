import { accessSync, constants, cpSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** User and group that a child process runs as. Empty: those of this process. */
export interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const NOBODY = 65_534;
/** Length in bytes of the longest socket path, less PostgreSQL's own file name. */
const LONGEST_SOCKET_FOLDER = 80;

/** A user without rights, for programs that refuse to run as root or must not need it. */
export const PLAIN_USER: Owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** True if the plain user can enter `path` and every folder above it. */
function isOpen(path: string): boolean {
  if (PLAIN_USER.uid === undefined) return true;
  const folder = resolve(path);
  return (
    (statSync(folder).mode & 0o005) === 0o005 &&
    (folder === dirname(folder) || isOpen(dirname(folder)))
  );
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Create a temporary folder that the plain user can enter once its mode or owner allows it, and
 * that may hold sockets.
 */
export function openFolder(prefix: string): string {
  const fits = (path: string) =>
    isWritable(path) &&
    isOpen(path) &&
    Buffer.byteLength(join(path, prefix)) < LONGEST_SOCKET_FOLDER;
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(fits);
  if (parent === undefined)
    throw new Error(`No temporary folder is open to user ${NOBODY}: set TMPDIR to one.`);
  return mkdtempSync(join(parent, prefix));
}

/** Return `path` if the plain user can read it, else the path of a copy in `folder`. */
export function readableBy(path: string, folder: string): string {
  if (isOpen(path)) return path;
  const copy = join(folder, basename(path));
  cpSync(path, copy, { recursive: true, dereference: true });
  return copy;
}
