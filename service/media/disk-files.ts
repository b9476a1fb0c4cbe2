import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Files, type Incoming, LEFT_BEHIND, type IsReferenced } from './files.ts';
import { isErrorOf } from '../errors.ts';

const INCOMING = 'incoming';
/** Name of a file that is being deleted: its hash and the deleting process. */
const GONE = /^gone-([0-9a-f]{64})-/;
/** Errors of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Files under `dir`, in folders by the first two digits of their hash. `isShared`: other processes
 * use the directory, too.
 */
export function diskFiles(dir: string, { isShared = false } = {}): Files {
  const fileOf = (hash: string) => join(dir, hash.slice(0, 2), hash);
  const incoming = join(dir, INCOMING);
  if (!isShared) rmSync(incoming, { recursive: true, force: true });
  const settle = (part: string, hash: string) => place(part, fileOf(hash));
  const judge = async (gone: string, hash: string, isWanted: IsReferenced) => {
    if (await isWanted(hash)) await settle(gone, hash);
    await rm(gone, { force: true });
  };
  return {
    async write(hash, bytes) {
      if (existsSync(fileOf(hash))) return;
      const part = await newPart(incoming);
      // Atomic, even if the process dies.
      await writeFile(part, bytes);
      await settle(part, hash);
      await rm(part, { force: true });
    },
    stream: (hash, start, end) => createReadStream(fileOf(hash), { start, end }),
    begin: () => receivePart(incoming, settle),
    async remove(hash, isWanted) {
      await mkdir(incoming, { recursive: true });
      const gone = join(incoming, `gone-${hash}-${unique()}`);
      const isThere = await unlessMissing(rename(fileOf(hash), gone).then(() => true));
      if (isThere) await judge(gone, hash, isWanted);
    },
    async sweep(isWanted) {
      const names = (await unlessMissing(readdir(incoming))) ?? [];
      for (const name of names) {
        const path = join(incoming, name);
        // The time of the last write, rename or link. Another process may have swept it meanwhile.
        const changed = (await unlessMissing(stat(path)))?.ctimeMs ?? Infinity;
        if (changed > Date.now() - LEFT_BEHIND) continue;
        const hash = GONE.exec(name)?.[1];
        await (hash === undefined ? rm(path, { force: true }) : judge(path, hash, isWanted));
      }
    },
  };
}

/** Receive bytes into a temporary file under `dir`. `settle` gets that file and the hash. */
export async function receivePart(
  dir: string,
  settle: (part: string, hash: string) => Promise<void>,
): Promise<Incoming> {
  const part = await newPart(dir);
  const handle = await open(part, 'wx');
  return {
    append: (bytes) => handle.writeFile(bytes),
    async whole() {
      await handle.sync();
      await handle.close();
      return { settle: (hash) => settle(part, hash), end: () => rm(part, { force: true }) };
    },
    async drop() {
      await handle.close();
      await rm(part, { force: true });
    },
  };
}

async function newPart(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  return join(dir, unique());
}

function unique(): string {
  return randomBytes(16).toString('hex');
}

/** Put a complete file in its place in one step, and keep `part`. An existing file stays. */
async function place(part: string, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  try {
    await link(part, file);
  } catch (error) {
    if (isErrorOf(error, ['EEXIST'])) return;
    if (!isErrorOf(error, NO_LINKS)) throw error;
    const copy = `${part}-${unique()}`;
    await copyFile(part, copy);
    await rename(copy, file);
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isErrorOf(error, ['ENOENT'])) return undefined;
    throw error;
  }
}
