import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { inSeconds, type Seconds, seconds } from '../../../src/events/core/time.ts';
import { isDiskFull } from '../../errors.ts';

/**
 * A copy or an original, as it is sent. `at`: the time of its download. `isFixed`: its bytes never
 * change, because its address names their hash.
 */
export interface CachedPicture {
  readonly mime: string;
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly at: Seconds;
  readonly isFixed: boolean;
}

/** Copies and originals by a key, within a limit of bytes. The least recently used go first. */
export interface PictureCache {
  find(key: string): Promise<CachedPicture | undefined>;
  keep(key: string, picture: CachedPicture): Promise<void>;
}

/** Where the cache's files are. */
interface Storage {
  /** Keys with their bytes, the least recently used first. */
  list(): Promise<readonly (readonly [key: string, bytes: number])[]>;
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  touch(key: string): Promise<void>;
}

/** Without a directory the cache is in memory, and smaller. */
const MOST_IN_MEMORY = 64 * 2 ** 20;
/** If the cache is full, it shrinks to this share, so that not every picture removes another. */
const KEPT_SHARE = 0.9;
const KEY = /^[0-9a-f]{64}$/;
/** Header and body of a file are separated by a line break. */
const LINE = 10;

/** Open the cache in a directory, or in memory. Nothing is read before its first use. */
export function openPictureCache(dir: string | undefined, limit: number): PictureCache {
  const storage = dir === undefined ? memory() : folder(dir);
  const most = dir === undefined ? Math.min(limit, MOST_IN_MEMORY) : limit;
  let sum = 0;
  // Insertion order is order of use.
  const loadSizes = async () => {
    const sizes = new Map(await storage.list());
    for (const bytes of sizes.values()) sum += bytes;
    return sizes;
  };
  let loaded: Promise<Map<string, number>> | undefined;
  const known = () => (loaded ??= loadSizes());
  const forget = async (sizes: Map<string, number>, key: string) => {
    sum -= sizes.get(key) ?? 0;
    sizes.delete(key);
    await storage.remove(key);
  };
  const note = (sizes: Map<string, number>, key: string, bytes: number) => {
    sum += bytes - (sizes.get(key) ?? 0);
    sizes.delete(key);
    sizes.set(key, bytes);
  };
  return {
    async find(key) {
      const sizes = await known();
      const size = sizes.get(key);
      if (size === undefined) return undefined;
      const file = await storage.read(key);
      const picture = file && unpack(file);
      if (!picture) {
        await forget(sizes, key);
        return undefined;
      }
      note(sizes, key, size);
      void storage.touch(key);
      return picture;
    },
    async keep(key, picture) {
      const file = pack(picture);
      if (file.byteLength > most * KEPT_SHARE) return;
      const sizes = await known();
      try {
        await storage.write(key, file);
      } catch (error) {
        // The picture is served all the same.
        if (isDiskFull(error)) return;
        throw error;
      }
      note(sizes, key, file.byteLength);
      if (sum <= most) return;
      for (const oldest of sizes.keys()) {
        if (sum <= most * KEPT_SHARE) break;
        await forget(sizes, oldest);
      }
    },
  };
}

function pack({ bytes, at, ...head }: CachedPicture): Uint8Array {
  const line = JSON.stringify({ ...head, at: inSeconds(at), size: bytes.byteLength });
  return Buffer.concat([Buffer.from(`${line}\n`), bytes]);
}

/** Returns `undefined` for a file that is not whole. */
function unpack(file: Uint8Array): CachedPicture | undefined {
  const end = file.indexOf(LINE);
  const head = parseJson(Buffer.from(file.subarray(0, Math.max(end, 0))).toString('utf8'));
  if (end < 0 || !isRecord(head)) return undefined;
  const { mime, etag, at, size, isFixed } = head;
  const bytes = file.subarray(end + 1);
  const isWhole =
    typeof mime === 'string' &&
    typeof etag === 'string' &&
    typeof at === 'number' &&
    typeof isFixed === 'boolean' &&
    size === bytes.byteLength;
  return isWhole ? { mime, etag, at: seconds(at), bytes, isFixed } : undefined;
}

function memory(): Storage {
  const kept = new Map<string, Uint8Array>();
  return {
    list: () => Promise.resolve([]),
    read: (key) => Promise.resolve(kept.get(key)),
    write: async (key, bytes) => void kept.set(key, bytes),
    remove: async (key) => void kept.delete(key),
    touch: () => Promise.resolve(),
  };
}

/** A file is written beside its place and moved there, so that no part of one is ever read. */
function folder(dir: string): Storage {
  const fileOf = (key: string) => join(dir, key.slice(0, 2), key);
  const incoming = join(dir, 'incoming');
  return {
    async list() {
      await rm(incoming, { recursive: true, force: true });
      const folders = await readdir(dir).catch(() => []);
      const found: { key: string; bytes: number; used: number }[] = [];
      for (const name of folders.filter((each) => each.length === 2)) {
        const keys = (await readdir(join(dir, name)).catch(() => [])).filter((key) =>
          KEY.test(key),
        );
        const stats = await Promise.all(
          keys.map((key) => stat(fileOf(key)).catch(() => undefined)),
        );
        for (const [n, key] of keys.entries()) {
          const one = stats[n];
          if (one) found.push({ key, bytes: one.size, used: one.mtimeMs });
        }
      }
      return found
        .toSorted((one, other) => one.used - other.used)
        .map(({ key, bytes }) => [key, bytes] as const);
    },
    read: (key) => readFile(fileOf(key)).catch(() => undefined),
    async write(key, bytes) {
      const part = join(incoming, randomBytes(16).toString('hex'));
      await mkdir(incoming, { recursive: true });
      await mkdir(dirname(fileOf(key)), { recursive: true });
      try {
        await writeFile(part, bytes);
        await rename(part, fileOf(key));
      } finally {
        await rm(part, { force: true });
      }
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    async touch(key) {
      const now = new Date();
      await utimes(fileOf(key), now, now).catch(() => undefined);
    },
  };
}
