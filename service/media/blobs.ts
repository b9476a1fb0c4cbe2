import type { Seconds } from '../../src/events/core/time.ts';
import { sha256Hex } from '../hash.ts';
import type { Store } from '../store/store.ts';
import type { File, KeptFile } from '../store/accounts/uploads.ts';
import { openLocks } from '../mutex.ts';
import { readDimensions } from './dimensions.ts';
import { type Files, type Incoming, memoryFiles, type Wanted } from './files.ts';
import { extensionOf } from './media-types.ts';

/** A kept file. `path` is where the service serves it: `/<sha256>.<extension>`. Pixels are 0 where they are not known. */
export interface Blob extends File {
  readonly uploadedAt: Seconds;
  readonly path: string;
}

/** What is known of a file when its last byte has come. */
export type NewBlob = File;

/** Files by their sha256. Those that nobody uploaded are the service's own. */
export interface Blobs {
  /** Keeps the bytes (once) as the service's own and reads their size in pixels; `pixels` is for formats without a reader, such as SVG and video. */
  putBlob(bytes: Uint8Array, mime: string, pixels?: { readonly width: number; readonly height: number }): Promise<Blob>;
  find(hash: string): Promise<Blob | undefined>;
  /** The same of what is given out: not a file that none but denied accounts uploaded. */
  served(hash: string): Promise<Blob | undefined>;
  /** The bytes from `start` to `end`, both included; fails while reading if there is no such file. */
  readonly stream: Files['stream'];
  readonly begin: Files['begin'];
  /** Keeps whole bytes as an upload of that account. What is known already keeps its type; what is the service's own stays so. */
  putUpload(whole: Awaited<ReturnType<Incoming['whole']>>, blob: NewBlob, pubkey: string): Promise<Blob>;
  /** Notes that a kept file is an upload of that account too; false where it is not kept any more. */
  shareUpload(hash: string, pubkey: string): Promise<boolean>;
  /** Forgets the upload of that account, and the bytes with the last one's. False where it is no upload of theirs. */
  removeUpload(hash: string, pubkey: string): Promise<boolean>;
  /** What an account uploaded, newest first, at most 1,000; undefined where `cursor` is no upload of theirs. */
  uploads(pubkey: string, page: UploadsPage): Promise<Blob[] | undefined>;
}

/** A stretch of a list of uploads (BUD-12): what stands behind the upload of the hash `cursor`. Seconds, both included. */
interface UploadsPage {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  readonly cursor: string | undefined;
}

const MOST_LISTED = 1_000;

/**
 * Files in their place; in memory unless told otherwise. What they are stands in the store. A file and what the store says of it change together:
 * in this process one after the other. Another one may forget a file and take it away while this one notes it anew: so bytes are looked for
 * once more when they are noted, and who takes them away looks whether they were noted meanwhile.
 */
export function openBlobs(store: Store, files: Files = memoryFiles()): Blobs {
  const inTurn = openLocks();
  const find = async (hash: string) => {
    const file = await store.file(hash);
    return file && blobOf(file);
  };
  return {
    find,
    async served(hash) {
      const file = await store.servedFile(hash);
      return file && blobOf(file);
    },
    stream: files.stream,
    begin: files.begin,
    shareUpload: (hash, pubkey) => inTurn(() => store.shareUpload(hash, pubkey)),
    async putBlob(bytes, mime, pixels) {
      const hash = sha256Hex(bytes);
      await files.write(hash, bytes);
      const blob = { hash, mime, size: bytes.byteLength, ...(pixels ?? readDimensions(bytes) ?? { width: 0, height: 0 }) };
      await store.keepFile(blob);
      await files.write(hash, bytes);
      return { ...blob, uploadedAt: store.now(), path: pathOf(hash, mime) };
    },
    putUpload: (whole, blob, pubkey) =>
      inTurn(async () => {
        const isKnown = (await find(blob.hash)) !== undefined;
        try {
          await whole.settle(blob.hash);
          await store.keepUpload(blob, pubkey);
          await whole.settle(blob.hash);
        } catch (error) {
          if (!isKnown) await files.remove(blob.hash, isNoted(store));
          throw error;
        } finally {
          await whole.end();
        }
        return (await find(blob.hash)) ?? { ...blob, uploadedAt: store.now(), path: pathOf(blob.hash, blob.mime) };
      }),
    removeUpload: (hash, pubkey) => inTurn(() => removeUpload(store, files, hash, pubkey)),
    async uploads(pubkey, page) {
      const uploads = await store.uploadsBehind(pubkey, { ...page, limit: Math.min(page.limit, MOST_LISTED) });
      return uploads?.map(blobOf);
    },
  };
}

async function removeUpload(store: Store, files: Files, hash: string, pubkey: string): Promise<boolean> {
  const forgotten = await store.forgetUpload(hash, pubkey);
  if (forgotten === 'last') await files.remove(hash, isNoted(store));
  return forgotten !== 'none';
}

/** Whether the store says that there is such a file. */
export function isNoted(store: Pick<Store, 'file'>): Wanted {
  return async (hash) => (await store.file(hash)) !== undefined;
}

function blobOf({ createdAt, ...file }: KeptFile): Blob {
  return { ...file, uploadedAt: createdAt, path: pathOf(file.hash, file.mime) };
}

function pathOf(hash: string, mime: string): string {
  const extension = extensionOf(mime);
  return extension ? `/${hash}.${extension}` : `/${hash}`;
}
