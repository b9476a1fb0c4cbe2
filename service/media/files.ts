import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

/** Bytes by their sha256. */
export interface Files {
  write(hash: string, bytes: Uint8Array): void;
  /** The bytes from `start` to `end`, both included; fails while reading if there is no such file. */
  readonly stream: (hash: string, start: number, end: number) => Readable;
  /** Room for bytes whose hash is known at their end only. */
  readonly begin: () => Promise<Incoming>;
  remove(hash: string): void;
}

/** A file that is not whole yet. End it with `keep` or `drop`; whatever is cut off before is gone with the next start. */
export interface Incoming {
  readonly append: (bytes: Uint8Array) => Promise<void>;
  /** The bytes are whole and on the disk: `settle` puts them in their place at once. */
  whole(): Promise<{ settle(hash: string): void }>;
  drop(): Promise<void>;
}

const INCOMING = 'incoming';

export function memoryFiles(): Files {
  const kept = new Map<string, Uint8Array>();
  return {
    write: (hash, bytes) => void kept.set(hash, bytes),
    stream: (hash, start, end) => Readable.from([kept.get(hash)?.subarray(start, end + 1) ?? new Uint8Array()]),
    begin() {
      const chunks: Uint8Array[] = [];
      return Promise.resolve({
        append: (bytes) => Promise.resolve(void chunks.push(bytes)),
        whole: () => Promise.resolve({ settle: (hash) => void kept.set(hash, Buffer.concat(chunks)) }),
        drop: () => Promise.resolve(),
      });
    },
    remove: (hash) => void kept.delete(hash),
  };
}

/** Files under `dir`, in folders by the first two digits of their hash. */
export function diskFiles(dir: string): Files {
  const fileOf = (hash: string) => join(dir, hash.slice(0, 2), hash);
  const incoming = join(dir, INCOMING);
  rmSync(incoming, { recursive: true, force: true });
  return {
    write(hash, bytes) {
      const file = fileOf(hash);
      if (existsSync(file)) return;
      mkdirSync(dirname(file), { recursive: true });
      // whole or not at all, whenever the process dies
      writeFileSync(`${file}.part`, bytes);
      renameSync(`${file}.part`, file);
    },
    stream: (hash, start, end) => createReadStream(fileOf(hash), { start, end }),
    begin: () => receive(incoming, fileOf),
    remove: (hash) => rmSync(fileOf(hash), { force: true }),
  };
}

async function receive(dir: string, fileOf: (hash: string) => string): Promise<Incoming> {
  mkdirSync(dir, { recursive: true });
  const part = join(dir, randomBytes(16).toString('hex'));
  const handle = await open(part, 'wx');
  return {
    append: (bytes) => handle.writeFile(bytes),
    async whole() {
      await handle.sync();
      await handle.close();
      return {
        settle(hash) {
          const file = fileOf(hash);
          mkdirSync(dirname(file), { recursive: true });
          renameSync(part, file);
        },
      };
    },
    async drop() {
      await handle.close();
      rmSync(part, { force: true });
    },
  };
}
