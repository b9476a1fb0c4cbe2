import type { Readable } from 'node:stream';
import { Readable as Stream } from 'node:stream';

/** Bytes by their sha256, in any storage. Several processes may share it. */
export interface Files {
  /** Store complete bytes, unless they exist. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /**
   * Bytes from `start` to `end`, both inclusive. The stream fails if there is no such file
   * (ENOENT).
   */
  readonly stream: (hash: string, start: number, end: number) => Readable;
  /** Begin a file whose hash is known only at its end. */
  readonly begin: () => Promise<Incoming>;
  /**
   * Delete bytes. They are first moved away, and restored if they are wanted: another process may
   * have registered them since this one deleted its row.
   */
  remove(hash: string, isWanted: IsReferenced): Promise<void>;
  /** Clean up after processes that died hours ago. */
  sweep(isWanted: IsReferenced): Promise<void>;
}

/** True if the bytes are registered. */
export type IsReferenced = (hash: string) => Promise<boolean>;

/**
 * An incomplete file. Finish it with `whole` or `drop`. After a crash the next start or a sweep
 * removes it.
 */
export interface Incoming {
  readonly append: (bytes: Uint8Array) => Promise<void>;
  /** Complete the bytes and flush them to disk. */
  whole(): Promise<Whole>;
  drop(): Promise<void>;
}

/** Complete bytes that are not yet in their place. They exist until `end`. */
interface Whole {
  /** Move them to their place, unless the file exists. */
  settle(hash: string): Promise<void>;
  end(): Promise<void>;
}

/** Age at which unfinished files are swept. Longer than an upload may take. Milliseconds. */
export const LEFT_BEHIND = 2 * 3_600_000;

export function memoryFiles(): Files {
  const kept = new Map<string, Uint8Array>();
  const nothing = () => Promise.resolve();
  return {
    write: async (hash, bytes) => void kept.set(hash, bytes),
    stream: (hash, start, end) =>
      Stream.from([kept.get(hash)?.subarray(start, end + 1) ?? new Uint8Array()]),
    begin() {
      const chunks: Uint8Array[] = [];
      return Promise.resolve({
        append: async (bytes) => void chunks.push(bytes),
        whole: () =>
          Promise.resolve({
            settle: async (hash) => void kept.set(hash, Buffer.concat(chunks)),
            end: nothing,
          }),
        drop: nothing,
      });
    },
    remove: async (hash) => void kept.delete(hash),
    sweep: nothing,
  };
}
