import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Store } from '../store/store.ts';
import { int, text } from '../store/row.ts';
import { readDimensions } from './dimensions.ts';

/** A kept file. `path` is where the service serves it: `/<sha256>.<extension>`. Pixels are 0 where they are not known. */
interface Blob {
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly path: string;
}

/** Files by their sha256. */
export interface Blobs {
  /** Keeps the bytes (once) and reads their size in pixels; `pixels` is for formats without a reader, such as SVG and video. */
  putBlob(bytes: Uint8Array, mime: string, pixels?: { readonly width: number; readonly height: number }): Blob;
  find(hash: string): Blob | undefined;
  /** The bytes from `start` to `end`, both included; fails while reading if there is no such file. */
  stream(hash: string, start: number, end: number): Readable;
}

const EXTENSION: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
  ['image/avif', 'avif'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['video/quicktime', 'mov'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['application/pdf', 'pdf'],
  ['text/plain', 'txt'],
]);

/** Files under `dir`, in folders by the first two digits; in memory without a dir. What they are stands in the store. */
export function openBlobs(store: Store, dir?: string): Blobs {
  const files = dir === undefined ? memoryFiles() : diskFiles(dir);
  return {
    putBlob(bytes, mime, pixels) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      files.write(hash, bytes);
      const { width, height } = pixels ?? readDimensions(bytes) ?? { width: 0, height: 0 };
      store.run('insert or ignore into blobs (hash, mime, size, width, height, created_at) values (?, ?, ?, ?, ?, ?)', [
        hash,
        mime,
        bytes.byteLength,
        width,
        height,
        store.now(),
      ]);
      return { hash, mime, size: bytes.byteLength, width, height, path: pathOf(hash, mime) };
    },
    find: (hash) =>
      store.one('select * from blobs where hash = ?', [hash], (row) => ({
        hash,
        mime: text(row, 'mime'),
        size: int(row, 'size'),
        width: int(row, 'width'),
        height: int(row, 'height'),
        path: pathOf(hash, text(row, 'mime')),
      })),
    stream: (hash, start, end) => files.stream(hash, start, end),
  };
}

function pathOf(hash: string, mime: string): string {
  const extension = EXTENSION.get(mime);
  return extension ? `/${hash}.${extension}` : `/${hash}`;
}

interface Files {
  write(hash: string, bytes: Uint8Array): void;
  stream(hash: string, start: number, end: number): Readable;
}

function memoryFiles(): Files {
  const kept = new Map<string, Uint8Array>();
  return {
    write: (hash, bytes) => void kept.set(hash, bytes),
    stream: (hash, start, end) => Readable.from([kept.get(hash)?.subarray(start, end + 1) ?? new Uint8Array()]),
  };
}

function diskFiles(dir: string): Files {
  const fileOf = (hash: string) => join(dir, hash.slice(0, 2), hash);
  return {
    write(hash, bytes) {
      const file = fileOf(hash);
      if (existsSync(file)) return;
      mkdirSync(join(dir, hash.slice(0, 2)), { recursive: true });
      // whole or not at all, whenever the process dies
      writeFileSync(`${file}.part`, bytes);
      renameSync(`${file}.part`, file);
    },
    stream: (hash, start, end) => createReadStream(fileOf(hash), { start, end }),
  };
}
