import type { Readable } from 'node:stream';
import { Readable as Stream } from 'node:stream';

/** Bytes by their sha256, wherever they lie. Several processes may have the same place. */
export interface Files {
  /** Keeps whole bytes; nothing is done where they are there. */
  write(hash: string, bytes: Uint8Array): Promise<void>;
  /** The bytes from `start` to `end`, both included; fails while reading if there is no such file (ENOENT). */
  readonly stream: (hash: string, start: number, end: number) => Readable;
  /** Room for bytes whose hash is known at their end only. */
  readonly begin: () => Promise<Incoming>;
  /**
   * Takes bytes away. They are put out of the way first, and back again if they are wanted then: another process may have noted them since
   * this one forgot them.
   */
  remove(hash: string, isWanted: Wanted): Promise<void>;
  /** Takes away what processes that ended left half done, hours ago. */
  sweep(isWanted: Wanted): Promise<void>;
}

/** Whether somebody has noted these bytes. */
export type Wanted = (hash: string) => Promise<boolean>;

/** A file that is not whole yet. End it with `whole` or `drop`; what is cut off before is gone with the next start, or a sweep. */
export interface Incoming {
  readonly append: (bytes: Uint8Array) => Promise<void>;
  /** The bytes are whole and on the disk. */
  whole(): Promise<Whole>;
  drop(): Promise<void>;
}

/** Whole bytes that wait to be put into their place, and stay at hand until `end`. */
interface Whole {
  /** Puts them into their place; nothing is done where they are there. */
  settle(hash: string): Promise<void>;
  end(): Promise<void>;
}

/** What was left half done may be swept after that. Longer than an upload may take. Milliseconds. */
export const LEFT_BEHIND = 2 * 3_600_000;

export function memoryFiles(): Files {
  const kept = new Map<string, Uint8Array>();
  const nothing = () => Promise.resolve();
  return {
    write: async (hash, bytes) => void kept.set(hash, bytes),
    stream: (hash, start, end) => Stream.from([kept.get(hash)?.subarray(start, end + 1) ?? new Uint8Array()]),
    begin() {
      const chunks: Uint8Array[] = [];
      return Promise.resolve({
        append: async (bytes) => void chunks.push(bytes),
        whole: () => Promise.resolve({ settle: async (hash) => void kept.set(hash, Buffer.concat(chunks)), end: nothing }),
        drop: nothing,
      });
    },
    remove: async (hash) => void kept.delete(hash),
    sweep: nothing,
  };
}
