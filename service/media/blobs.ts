import type { Seconds } from '../../src/events/core/time.ts';
import { sha256Hex } from '../hash.ts';
import type { Store } from '../store/store.ts';
import type { File, KeptFile } from '../store/accounts/uploads.ts';
import { openMutex } from '../mutex.ts';
import { readDimensions } from './dimensions.ts';
import { type Files, type Incoming, memoryFiles, type IsReferenced } from './files.ts';
import { extensionOf } from './media-types.ts';

/**
 * A stored file. `path` is its path on this service: `/<sha256>.<extension>`. Pixels are 0 if
 * unknown.
 */
export interface Blob extends File {
  readonly uploadedAt: Seconds;
  readonly path: string;
}

/** Metadata of a received file. */
export type NewBlob = File;

/** Files by their sha256. Files without an uploader belong to the service. */
export interface Blobs {
  /**
   * Store the bytes once as the service's own file, and read the size in pixels. `pixels` is for
   * formats without a reader, such as SVG and video.
   */
  putBlob(
    bytes: Uint8Array,
    mime: string,
    pixels?: { readonly width: number; readonly height: number },
  ): Promise<Blob>;
  find(hash: string): Promise<Blob | undefined>;
  /** Return the file unless only denied accounts uploaded it. */
  served(hash: string): Promise<Blob | undefined>;
  /** Bytes from `start` to `end`, both inclusive. The stream fails if there is no such file. */
  readonly stream: Files['stream'];
  readonly begin: Files['begin'];
  /**
   * Store received bytes as an upload of that account. A known file keeps its type, and a file of
   * the service stays so.
   */
  putUpload(
    whole: Awaited<ReturnType<Incoming['whole']>>,
    blob: NewBlob,
    pubkey: string,
  ): Promise<Blob>;
  /** Add an uploader to a stored file. Returns false if it is no longer stored. */
  shareUpload(hash: string, pubkey: string): Promise<boolean>;
  /**
   * Delete the account's upload, and the bytes with its last upload. Returns false if the account
   * did not upload it.
   */
  removeUpload(hash: string, pubkey: string): Promise<boolean>;
  /**
   * Uploads of an account, newest first, at most 1,000, or `undefined` if `cursor` is not one of
   * them.
   */
  uploads(pubkey: string, page: UploadsPage): Promise<Blob[] | undefined>;
}

/**
 * One page of a list of uploads (BUD-12), after the upload with the hash `cursor`. Seconds, both
 * bounds inclusive.
 */
interface UploadsPage {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  readonly cursor: string | undefined;
}

const MOST_LISTED = 1_000;

/**
 * Open the files with their metadata in the store. By default the bytes are in memory. Changes of a
 * file and its row are serialized in this process. Another process may delete a file while this one
 * registers it again. Registration therefore re-checks that the bytes exist, and deletion re-checks
 * that the file is not registered.
 */
export function openBlobs(store: Store, files: Files = memoryFiles()): Blobs {
  const inTurn = openMutex();
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
      const blob = {
        hash,
        mime,
        size: bytes.byteLength,
        ...(pixels ?? readDimensions(bytes) ?? { width: 0, height: 0 }),
      };
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
        return (
          (await find(blob.hash)) ?? {
            ...blob,
            uploadedAt: store.now(),
            path: pathOf(blob.hash, blob.mime),
          }
        );
      }),
    removeUpload: (hash, pubkey) => inTurn(() => removeUpload(store, files, hash, pubkey)),
    async uploads(pubkey, page) {
      const uploads = await store.uploadsBehind(pubkey, {
        ...page,
        limit: Math.min(page.limit, MOST_LISTED),
      });
      return uploads?.map(blobOf);
    },
  };
}

async function removeUpload(
  store: Store,
  files: Files,
  hash: string,
  pubkey: string,
): Promise<boolean> {
  const forgotten = await store.forgetUpload(hash, pubkey);
  if (forgotten === 'last') await files.remove(hash, isNoted(store));
  return forgotten !== 'none';
}

export function isNoted(store: Pick<Store, 'file'>): IsReferenced {
  return async (hash) => (await store.file(hash)) !== undefined;
}

function blobOf({ createdAt, ...file }: KeptFile): Blob {
  return { ...file, uploadedAt: createdAt, path: pathOf(file.hash, file.mime) };
}

function pathOf(hash: string, mime: string): string {
  const extension = extensionOf(mime);
  return extension ? `/${hash}.${extension}` : `/${hash}`;
}
